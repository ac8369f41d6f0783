import { z } from 'zod'
import {
  call,
  emptyPayload,
  listQuery,
  memberRead,
  memberWrite,
  optionalRead,
  optionalWrite,
  status,
  visitorRead,
} from '../call'
import { alsoNamed, described, expected, lenientSum, lenientWhole, lenientWon, optional } from '../fields/numbers'
import { game, lenientCode, maxPicks, pick, playCode, provider } from '../fields/provider'
import { lenientDate, lenientId, lenientName, lenientText } from '../fields/values'

const providers = (description: string) => z.array(provider).describe(description)

const bet = z
  .object({
    id: expected(lenientId, 'number of the bet'),
    thirdParty: described(lenientName, 'provider’s name', 'Onsaemi'),
    game: described(lenientName, 'game’s name', 'Moon Rabbit'),
    balanceBet: expected(lenientWon('balanceBet'), 'stake', 1_000),
    balanceWin: expected(lenientWon('balanceWin'), 'payout', 2_500),
    betTime: expected(lenientDate, 'when it was placed'),
  })
  .meta({ id: 'Bet' })

const lobbyRail = z
  .object({
    idx: lenientId.describe('names the row in the address of its games; without it only its first games are shown'),
    kind: optional(
      z.enum(['new', 'popular', 'jackpot']),
      'a row whose name the site has in every language; the games of `jackpot` have wide pictures',
      'new',
    ),
    kr_name: described(lenientName, 'Korean name', '새 게임'),
    en_name: described(lenientName, 'name in all other languages', 'New games'),
    games: z
      .array(game)
      .describe('in their order. `company` and `code` are enough for members; visitors see only those with a name'),
  })
  .meta({ id: 'LobbyRail' })
export type LobbyRail = z.output<typeof lobbyRail>

const markedGame = z
  .object({
    company: lenientCode.describe('code of its provider'),
    code: lenientCode.describe('goes into open-game; without it the game is shown and cannot be opened'),
    at: lenientDate.describe('since when it is in the list'),
  })
  .meta({ id: 'MarkedGame' })

const afterTransfer = {
  gameMoney: lenientWon('gameMoney').describe('money inside games after it'),
  balance: lenientWon('balance').describe('wallet after it'),
}

export const gameCalls = {
  'get-favourites': call({
    ...optionalRead,
    path: '/user/get_favourites',
    response: z.object({
      status,
      favourites: z.array(markedGame).max(500).describe('games that the member has marked, the latest first'),
      played: z.array(markedGame).max(500).optional().describe('games that the member opened last, the latest first'),
    }),
  }),
  'set-favourite': call({
    ...optionalWrite,
    path: '/user/set_favourite',
    payload: z.strictObject({
      company: described(playCode, 'code of its provider', 'onsaemi'),
      code: described(playCode, 'code of the game', 'moon-rabbit'),
      on: z.boolean().describe('whether it is to be one'),
    }),
    rateLimit: 'money',
  }),
  'get-in-game-balance': call({
    ...memberRead,
    path: '/public/slot/get_in_game_balance',
    response: z.object({
      status,
      gameMoney: expected(lenientSum('gameMoney'), 'money inside games', 30_000),
      balance: described(lenientSum('balance'), 'wallet balance; without it that of user-health-check', 970_000),
      rolling: described(lenientWon('rolling'), 'comp points', 50_000),
      withdrawHeldUntil: optional(
        z.iso.datetime(),
        'until when withdrawals answer `wait`: the operator changed the password or account, or ended the second factor',
      ),
      withdrawHeldFor: optional(z.enum(['account', 'second_factor']), 'which of these it was; without it the first'),
      userId: described(lenientText, 'the member; another member’s response is refused', 'demo'),
    }),
  }),
  'get-casino-setting': call({
    ...visitorRead,
    path: '/public/slot/get_casino_setting',
    response: z.object({ status, casiono: alsoNamed(providers('in the order of the lobby'), 'casino') }),
  }),
  'get-sport-setting': call({
    ...visitorRead,
    path: '/public/slot/get_sport_setting',
    response: z.object({ status, sport: providers('in the order of the lobby') }),
  }),
  'get-slot-setting': call({
    ...visitorRead,
    path: '/public/slot/get_slot_setting',
    response: z.object({ status, slot: providers('in the order of the lobby') }),
  }),
  'get-slot-by-company': call({
    ...memberRead,
    path: '/public/slot/get_slot_by_company',
    payload: z
      .strictObject({
        code: described(playCode, 'the provider’s code', 'onsaemi'),
        company: described(playCode.optional(), 'the same code; the site adds it', 'onsaemi'),
      })
      .overwrite(({ code }) => ({ code, company: code })),
    response: z.object({ status, games: z.array(game).describe('in the order of the lobby') }),
  }),
  'open-game': call({
    ...memberWrite,
    path: '/public/slot/user_open_slotv4',
    payload: z.strictObject({
      code: described(playCode, 'the game’s code; of a casino or sport provider its own code', 'moon-rabbit'),
      company: described(playCode, 'the provider’s code; of a casino or sport provider its own code', 'onsaemi'),
      picks: z
        .array(pick)
        .min(1)
        .max(maxPicks)
        .optional()
        .describe('of a sport: sides of matches with an `id`, which the slip opens with'),
      // Added by the site.
      maxStake: z
        .int()
        .min(1)
        .optional()
        .describe('the most that one round of a slot may cost, in won, where the site sets a cap'),
      maxStakeBelow25: z
        .int()
        .min(1)
        .optional()
        .describe('the same for members below 25, whose year of birth came with the registration'),
    }),
    response: z.object({
      status,
      gameUrl: described(
        z.string().min(1).max(4096),
        'where the game is: an https address (http too while the site is on http), or a path of the site',
        'https://games.example.com/play/u6m',
      ),
    }),
    // An upstream may choose the page that opens the game by browser.
    sendsBrowser: true,
    closedWhileExcluded: true,
    servedCountriesOnly: true,
    refusals: ['time', 'balance', 'maintenance'],
  }),
  'get-bets-list': call({
    ...optionalRead,
    path: '/user/get_slot_bets_list',
    payload: listQuery,
    response: z.object({
      status,
      total: expected(lenientWhole, 'number of bets in the range', 1),
      bets: z.array(bet).describe('one page, newest first'),
    }),
  }),
  'get-jackpot': call({
    ...visitorRead,
    path: '/public/slot/get_jackpot',
    response: z.object({
      status,
      amount: expected(lenientWon('amount'), 'jackpot; when it is missing no figure is shown', 123_456_789),
    }),
    optional: true,
  }),
  'get-lobby-rails': call({
    ...visitorRead,
    path: '/public/slot/get_lobby_rails',
    response: z.object({ status, rails: z.array(lobbyRail).describe('rows of slot games, in the order of the lobby') }),
    optional: true,
  }),
  'transfer-in': call({
    ...optionalWrite,
    path: '/balance/user_transfer_in',
    payload: emptyPayload,
    response: z.object({ status, ...afterTransfer }),
    closedWhileExcluded: true,
    rateLimit: 'money',
    servedCountriesOnly: true,
  }),
  'transfer-out': call({
    ...optionalWrite,
    path: '/balance/user_withdraw',
    payload: emptyPayload,
    response: z.object({ status, ...afterTransfer }),
    rateLimit: 'money',
  }),
}
