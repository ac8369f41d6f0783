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
import { described, expected, lenientSum, lenientWhole, lenientWon, optional, withAliases } from '../fields/numbers'
import { game, lenientCode, maxPicks, openBetSums, openBets, pick, playCode, provider } from '../fields/provider'
import { lenientDate, lenientId, lenientName, lenientText } from '../fields/values'

const providers = (description: string) => z.array(provider).describe(description)

const bet = z
  .object({
    id: expected(lenientId, 'the bet’s number'),
    thirdParty: described(lenientName, 'provider’s name', 'Onsaemi'),
    game: described(lenientName, 'game’s name', 'Moon Rabbit'),
    picks: optional(z.array(lenientText), 'picks of a combined bet', ['Seorak–Seomjin: Seorak at 1.85']),
    balanceBet: expected(lenientWon('balanceBet'), 'stake', 1_000),
    balanceWin: expected(lenientWon('balanceWin'), 'payout', 2_500),
    isOpen: optional(z.boolean(), 'whether its result is not known yet; left out of sums', false),
    betTime: expected(lenientDate, 'when it was placed'),
  })
  .meta({ id: 'Bet' })

const lobbyRail = z
  .object({
    idx: lenientId.describe('identifies the row in its full list’s URL; without it only the first games are shown'),
    kind: optional(
      z.enum(['new', 'popular', 'jackpot']),
      'a row whose name the site has in every language; games in a `jackpot` row have wide pictures',
      'new',
    ),
    kr_name: described(lenientName, 'Korean name', '새 게임'),
    en_name: described(lenientName, 'name in all other languages', 'New games'),
    games: z
      .array(game)
      .describe('in order. `company` and `code` are enough for members; visitors see only games with a name'),
  })
  .meta({ id: 'LobbyRail' })
export type LobbyRail = z.output<typeof lobbyRail>

const markedGame = z
  .object({
    company: lenientCode.describe('the provider’s code'),
    code: lenientCode.describe('sent in open-game; without it the game is shown but can’t be opened'),
    at: lenientDate.describe('when it was added to the list'),
  })
  .meta({ id: 'MarkedGame' })

const afterTransfer = {
  gameMoney: lenientWon('gameMoney').describe('money in games afterwards'),
  balance: lenientWon('balance').describe('wallet balance afterwards'),
}

export const gameCalls = {
  'get-favourites': call({
    ...optionalRead,
    path: '/user/get_favourites',
    response: z.object({
      status,
      favourites: z.array(markedGame).max(500).describe('the member’s favourites, newest first'),
      played: z.array(markedGame).max(500).optional().describe('games that the member opened last, newest first'),
      openBets: openBets.describe('sides of matches in the member’s open bets; /sport marks them'),
      openBetSums: optional(openBetSums, 'sums of the open bets, shown on home and /sport'),
    }),
  }),
  'set-favourite': call({
    ...optionalWrite,
    path: '/user/set_favourite',
    payload: z.strictObject({
      company: described(playCode, 'the provider’s code', 'onsaemi'),
      code: described(playCode, 'the game’s code', 'moon-rabbit'),
      on: z.boolean().describe('true: mark it as a favourite; false: remove the mark'),
    }),
    rateLimit: 'money',
  }),
  'get-in-game-balance': call({
    ...memberRead,
    path: '/public/slot/get_in_game_balance',
    response: z.object({
      status,
      gameMoney: expected(lenientSum('gameMoney'), 'money in games', 30_000),
      balance: described(lenientSum('balance'), 'wallet balance; if missing, the one from user-health-check', 970_000),
      rolling: described(lenientWon('rolling'), 'comp points', 50_000),
      withdrawHeldUntil: optional(
        z.iso.datetime(),
        'until then withdrawals return `wait`, because a password, phone, bank account or second factor changed',
      ),
      withdrawHeldFor: optional(z.enum(['account', 'second_factor']), 'the reason for the hold; if missing, `account`'),
      userId: described(lenientText, 'the member; a response for another member is rejected', 'demo'),
    }),
  }),
  'get-casino-setting': call({
    ...visitorRead,
    path: '/public/slot/get_casino_setting',
    response: z.object({ status, casiono: withAliases(providers('in the lobby’s order'), 'casino') }),
  }),
  'get-sport-setting': call({
    ...visitorRead,
    path: '/public/slot/get_sport_setting',
    response: z.object({ status, sport: providers('in the lobby’s order') }),
  }),
  'get-slot-setting': call({
    ...visitorRead,
    path: '/public/slot/get_slot_setting',
    response: z.object({ status, slot: providers('in the lobby’s order') }),
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
    response: z.object({ status, games: z.array(game).describe('in the lobby’s order') }),
  }),
  'open-game': call({
    ...memberWrite,
    path: '/public/slot/user_open_slotv4',
    payload: z.strictObject({
      code: described(playCode, 'the game’s code; for a casino or sport, the provider’s code', 'moon-rabbit'),
      company: described(playCode, 'the provider’s code', 'onsaemi'),
      picks: z
        .array(pick)
        .min(1)
        .max(maxPicks)
        .optional()
        .describe('for a sport: sides of matches with an `id`, preselected in the bet slip'),
      // Added by the site. Upstreams don't send maximum stakes.
      maxStake: z
        .int()
        .min(1)
        .optional()
        .describe('the maximum cost of one slot round, in won, if the site sets a cap'),
      maxStakeBelow25: z
        .int()
        .min(1)
        .optional()
        .describe('the same for members under 25, by the year of birth sent at registration'),
    }),
    response: z.object({
      status,
      gameUrl: described(
        z.string().min(1).max(4096),
        'where the game is: an https URL (or http while the site is on http), or a path on the site',
        'https://games.example.com/play/u6m',
      ),
    }),
    // Lets the upstream choose a launch page that suits the browser.
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
      amount: expected(lenientWon('amount'), 'jackpot; if missing, no amount is shown', 123_456_789),
    }),
    optional: true,
  }),
  'get-lobby-rails': call({
    ...visitorRead,
    path: '/public/slot/get_lobby_rails',
    response: z.object({ status, rails: z.array(lobbyRail).describe('rows of slot games, in the lobby’s order') }),
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
