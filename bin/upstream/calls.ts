import type { CallName, PayloadOf, RefusalOf, ResponseOf } from '~/upstream/contract'
import { rowsPerPage } from '~/upstream/contract/page-size'
import {
  calendarDay,
  choice,
  count,
  date,
  type Field,
  flag,
  id,
  listOf,
  nullableRecord,
  optional,
  recordOf,
  text,
  won,
} from './field'

/** Response fields that an upstream sends: all of the contract's but the status and what only this site fills in. */
type ResponseField<S extends CallName> = Exclude<keyof ResponseOf<S>, 'status' | 'keptBy'>
type PayloadField<S extends CallName> = Extract<keyof PayloadOf<S>, string>

/** What the reference says of one call, beside what the contract's row says. */
type CallReference<S extends CallName> = {
  /** What it does, in one sentence. */
  about: string
  payload: Record<PayloadField<S>, Field>
  response: Record<ResponseField<S>, Field>
  /** What the site does with the response, and with a failure. */
  site: string
  /** What members lose when the call is missing or always fails. */
  cost: string
  /** What each refusal of the row says. */
  refusals: Record<RefusalOf<S>, string>
  example: { payload: PayloadOf<S>; response: { status?: string } & Partial<Record<ResponseField<S>, unknown>> }
}

const requestCode = text(
  'one-time code of the form; the same code again must move nothing and give the first outcome',
  {
    pattern: '^[A-Za-z0-9_-]{8,64}$',
  },
)
const listPayload = {
  from: optional(calendarDay('first day, included, in Seoul')),
  to: optional(calendarDay('last day, included')),
  page: optional({ schema: { type: 'integer', minimum: 1 }, about: `page of ${rowsPerPage}, from 1; missing: 1` }),
}
const usualSeconds = optional({
  schema: { type: 'integer', minimum: 1 },
  about: 'how long one of them usually takes now, in seconds; said on the form and the receipt',
})
const acceptedId = optional(id('number of the movement, for the receipt; else the site looks it up in the list'))
const movementList = {
  total: count('number of movements in the range'),
  sum: optional(won('amount of those done')),
  done: optional(recordOf('MovementSum', 'totals of those done; missing: the page shows `sum`')),
  waiting: optional(recordOf('MovementSum', 'totals of those waiting')),
  balances: listOf('Movement', 'one page, newest first'),
  usualSeconds,
}
const limitRefusal = {
  period: optional(choice(['day', 'week', 'month'], 'with `deposit_limit`: the limit that refused')),
  left: optional(won('with `deposit_limit`: what that limit leaves')),
}
const launcherUrl = text('where the member goes on: an https address, or a path of the site')
const waiting = 'another request of the member waits; the form says so'
const lowBalance = 'the wallet does not hold enough; the form says so'
const overLimit = 'over the member’s own deposit limit; `left` is shown at the amount'

const demoUser = {
  userId: 'demo',
  nick: '마당',
  phone: '01012345678',
  rolling: 50_000,
  balance: 1_000_000,
  in_balance: 0,
  bankname: '국민은행',
  bankOwner: '김마당',
  banknum: '12345678901234',
  level: 1,
  noteCount: 2,
  helpCount: 1,
}
const code = '3f0c2a52-9f0c-4a52-8a46-0d7a3a1f7c11'
const limits = {
  deposit: { day: 1_000_000, week: null, month: null },
  used: { day: 300_000, week: 300_000, month: 700_000 },
  pending: [{ name: 'day', value: 2_000_000, from: '2026-03-03T03:00:00Z' }],
  reality: 60,
  breakUntil: null,
  excludedUntil: null,
}

/** The reference of a call whose name is not known before. */
export type AnyCallReference = {
  about: string
  payload: Readonly<Record<string, Field>>
  response: Readonly<Record<string, Field>>
  site: string
  cost: string
  refusals: Readonly<Record<string, string>>
  example: { payload: unknown; response: object }
}

export function referenceOf(callName: CallName): AnyCallReference {
  return callReferences[callName]
}

/** The reference of every call. The compiler holds it to the contract: no call and no field is missing or too many. */
const callReferences: { readonly [S in CallName]: CallReference<S> } = {
  'user-do-login': {
    about: 'Signs a member in.',
    payload: { id: text('login id as typed'), pw: text('password exactly as typed') },
    response: {
      token: text('bearer token of member calls; printable ASCII without blanks, at most 2,048', {
        pattern: '^[\\x21-\\x7e]{1,2048}$',
      }),
      user: recordOf('User', 'the member; its `userId` decides who is signed in, whatever was typed'),
      accepted: optional(nullableRecord('AcceptedDocuments', 'versions that the member accepted last; null: none')),
    },
    site: 'Keeps the token in the sealed session cookie and shows it to no page. HTTP 401, or any status but success, is a wrong login.',
    cost: 'nobody can log in',
    refusals: {},
    example: {
      payload: { id: 'demo', pw: 'demo-1234' },
      response: { status: 'success', token: 'u6m-9Q', user: demoUser },
    },
  },
  'user-health-check': {
    about:
      'Gives the member’s record and counts; made once for every member page, and every 30 s by a page that stays open.',
    payload: {},
    response: {
      user: recordOf('User', 'the member; another member’s record is refused'),
      noteCount: optional(count('unread notes')),
      helpCount: optional(count('unread answers')),
    },
    site: 'Shows money and counts in the strip; a higher count prompts the member. HTTP 401 ends the session.',
    cost: 'no member page opens',
    refusals: {},
    example: { payload: {}, response: { status: 'success', user: demoUser, noteCount: 2, helpCount: 1 } },
  },
  'user-register': {
    about: 'Registers a member.',
    payload: {
      id: text('a-z 0-9 _, first a letter', { minLength: 4, maxLength: 20 }),
      pw: text('password, used exactly as sent', { minLength: 8, maxLength: 64 }),
      nick: text('letters and digits', { minLength: 2, maxLength: 16 }),
      phone: text('01 and 8 or 9 digits', { pattern: '^01\\d{8,9}$' }),
      bankname: text('a bank of the operator’s list'),
      banknumber: text('account number', { pattern: '^\\d{6,20}$' }),
      bankowner: text('account owner', { minLength: 2, maxLength: 40 }),
      exchange_pw: text('exchange password', { pattern: '^\\d{4,12}$' }),
      code: text('referral code', { pattern: '^[A-Z0-9]{1,32}$' }),
    },
    response: {},
    site: 'Signs the new member in by user-do-login; where that fails, shows the login with the id filled.',
    cost: 'nobody can register',
    refusals: {
      alread_have_user: 'id, nickname, phone or account is taken; said at the id',
      cant_find_code: 'no such referral code; said at the code',
    },
    example: {
      payload: {
        id: 'newmember',
        pw: 'a long password',
        nick: '새회원',
        phone: '01012345678',
        bankname: '국민은행',
        banknumber: '12345678901234',
        bankowner: '김새롬',
        exchange_pw: '2580',
        code: 'MADANG',
      },
      response: { status: 'success' },
    },
  },
  'check-user-id': {
    about: 'Says whether a login id is free.',
    payload: { id: text('as in user-register', { minLength: 4, maxLength: 20 }) },
    response: {},
    site: 'Says free or taken beside the field.',
    cost: 'a taken id is only found when the form is sent',
    refusals: { alread_have_user: 'taken' },
    example: { payload: { id: 'newmember' }, response: { status: 'success' } },
  },
  'check-user-nick': {
    about: 'Says whether a nickname is free.',
    payload: { nick: text('as in user-register', { minLength: 2, maxLength: 16 }) },
    response: {},
    site: 'Says free or taken beside the field.',
    cost: 'a taken nickname is only found when the form is sent',
    refusals: { alread_have_user: 'taken' },
    example: { payload: { nick: '새회원' }, response: { status: 'success' } },
  },
  'get-reg-domain': {
    about:
      'Names the member whose referral code belongs to the address that the visitor came to, sent as the Origin header.',
    payload: {},
    response: { user: nullableRecord('Referrer', 'null: no member refers by this address') },
    site: 'Fills the referral code in.',
    cost: 'visitors type their referral code',
    refusals: {},
    example: { payload: {}, response: { user: { userId: 'partner', code: 'MADANG' } } },
  },
  'user-write-help': {
    about: 'Stores a help request of the member.',
    payload: {
      title: text('title', { minLength: 1, maxLength: 100 }),
      contents: text('question; lines end with \\n', { minLength: 1, maxLength: 4_000 }),
    },
    response: {},
    site: 'Shows the list with a notice.',
    cost: 'members cannot write to support',
    refusals: { limit: 'the member has as many requests as they may; the form asks to delete some' },
    example: { payload: { title: '입금 문의', contents: '입금이 아직 안 보입니다.' }, response: { status: 'success' } },
  },
  'read-help-message': {
    about: 'Marks the answer to a help request as seen.',
    payload: { id: id('`_id` of the request') },
    response: {},
    site: 'Made when the member opens an answered request that is not marked as read.',
    cost: 'the count of unread answers does not go down',
    refusals: {},
    example: { payload: { id: 'h-1' }, response: { status: 'success' } },
  },
  'get-help-list': {
    about: 'Lists the member’s help requests with their answers, newest first.',
    payload: {},
    response: { helps: listOf('HelpRequest', 'all requests; at most 4 MiB with the rest of the response') },
    site: 'Shows the list, its unread marks and the opened request.',
    cost: 'the help page shows that the list is not available',
    refusals: {},
    example: {
      payload: {},
      response: {
        helps: [
          {
            _id: 'h-1',
            title: '입금 문의',
            contents: '입금이 아직 안 보입니다.',
            regDate: '2026-03-02T03:00:00Z',
            status: 'already',
            isRead: false,
            ref: { contents: '확인했습니다.', regDate: '2026-03-02T03:05:00Z' },
          },
        ],
      },
    },
  },
  'del-all-help': {
    about: 'Deletes all help requests of the member.',
    payload: {},
    response: {},
    site: 'Made after a question; the page then shows the empty list.',
    cost: 'members cannot delete their requests',
    refusals: {},
    example: { payload: {}, response: { status: 'success' } },
  },
  'get-user-notices': {
    about: 'Lists the operator’s notices, newest first.',
    payload: {},
    response: { notices: listOf('Notice', 'all notices') },
    site: 'Shows them on /notice and the newest on home.',
    cost: 'no notices are shown',
    refusals: {},
    example: {
      payload: {},
      response: {
        notices: [{ idx: 3, title: '점검 안내', contents: '새벽 4시부터 5시까지', regDate: '2026-03-01T00:00:00Z' }],
      },
    },
  },
  'get-notice-popup': {
    about: 'Lists the notices that pop up on home, for visitors too.',
    payload: {},
    response: { note: listOf('Popup', 'those that are on now; `notes` is accepted') },
    site: 'Shows those that the visitor has not hidden for 8 hours; kept for 5 s by language.',
    cost: 'no pop-up is shown',
    refusals: {},
    example: { payload: {}, response: { note: [{ idx: 1, title: '환영합니다', contents: '처음 오셨나요?' }] } },
  },
  'get-user-note': {
    about: 'Lists the notes sent to the member, newest first.',
    payload: {},
    response: { note: listOf('Note', 'all notes; `notes` is accepted') },
    site: 'Shows the list, its unread marks and the opened note.',
    cost: 'the note page shows that the list is not available',
    refusals: {},
    example: {
      payload: {},
      response: {
        note: [{ _id: 7, title: '환영합니다', text: '반갑습니다.', regDate: '2026-03-02T03:00:00Z', isRead: false }],
      },
    },
  },
  'read-note-message': {
    about: 'Marks a note as read.',
    payload: { id: id('`_id` of the note') },
    response: {},
    site: 'Made when the member opens an unread note, never when a browser prefetches it.',
    cost: 'the count of unread notes does not go down',
    refusals: {},
    example: { payload: { id: 7 }, response: { status: 'success' } },
  },
  'user-del-note': {
    about: 'Deletes all notes of the member. The payload is empty even when the browser names one.',
    payload: {},
    response: {},
    site: 'Made after a question; the page then shows the empty list.',
    cost: 'members cannot delete their notes',
    refusals: {},
    example: { payload: {}, response: { status: 'success' } },
  },
  'user-ask-account': {
    about: 'Asks for the bank account to pay deposits to.',
    payload: {},
    response: {},
    site: 'Says that the answer will come; it comes as a help request of kind `account`.',
    cost: 'members ask for the account in a help request',
    refusals: {
      already: 'a request is open already; the page says so',
      alread: 'the same, in the spelling of some upstreams',
    },
    example: { payload: {}, response: { status: 'success' } },
  },
  'get-in-game-balance': {
    about: 'Gives the money inside games and in the wallet.',
    payload: {},
    response: {
      gameMoney: won('money inside games'),
      balance: won('wallet balance'),
      rolling: optional(won('comp points')),
      userId: optional(text('the member; another member’s response is refused')),
    },
    site: 'Shows both on /withdraw and /game.',
    cost: '/withdraw and /game show – in place of the money inside games',
    refusals: {},
    example: {
      payload: {},
      response: { status: 'success', gameMoney: 30_000, balance: 970_000, rolling: 50_000, userId: 'demo' },
    },
  },
  'get-casino-setting': {
    about: 'Lists the live casino providers.',
    payload: {},
    response: { casiono: listOf('Provider', 'in the order of the lobby; `casino` is accepted') },
    site: 'Shows the casino lobby, the footer’s names and the count on home; kept for 30 s.',
    cost: 'the casino lobby is empty',
    refusals: {},
    example: {
      payload: {},
      response: { casiono: [{ code: 'gaon', nameKo: '가온', nameEn: 'Gaon', used: 'y', img: '' }] },
    },
  },
  'get-sport-setting': {
    about: 'Lists the sports providers.',
    payload: {},
    response: { sport: listOf('Provider', 'in the order of the lobby') },
    site: 'Shows the sport lobby, the footer’s names and the count on home; kept for 30 s.',
    cost: 'the sport lobby is empty',
    refusals: {},
    example: {
      payload: {},
      response: { sport: [{ code: 'hanmadang', nameKo: '한마당', nameEn: 'Hanmadang', used: 'y', img: '' }] },
    },
  },
  'get-slot-setting': {
    about: 'Lists the slot providers.',
    payload: {},
    response: { slot: listOf('Provider', 'in the order of the lobby') },
    site: 'Shows the slot lobby, the footer’s names and the count on home; kept for 30 s.',
    cost: 'the slot lobby is empty',
    refusals: {},
    example: {
      payload: {},
      response: { slot: [{ code: 'onsaemi', nameKo: '온새미', nameEn: 'Onsaemi', used: 'n', img: '' }] },
    },
  },
  'get-slot-by-company': {
    about: 'Lists the games of one slot provider.',
    payload: { code: id('the provider’s code') },
    response: { games: listOf('Game', 'in the order of the lobby') },
    site: 'Shows and searches the games; kept for 30 s by provider.',
    cost: 'the provider’s games cannot be found',
    refusals: {},
    example: {
      payload: { code: 'onsaemi' },
      response: {
        games: [{ code: 'moon-rabbit', company: 'onsaemi', nameKo: '달토끼', nameEn: 'Moon Rabbit', img: '' }],
      },
    },
  },
  'open-game': {
    about: 'Opens a game for the member.',
    payload: {
      code: id('the game’s code; of a casino or sport provider its own code'),
      company: id('the provider’s code; of a casino or sport provider its own code'),
    },
    response: { gameUrl: text('where the game is: an https address, or a path of the site') },
    site: 'Sends the member’s new window there. Other addresses than https, or outside LAUNCH_ORIGINS, count as a failure.',
    cost: 'no game opens',
    refusals: { time: 'too soon after the last game; the page says so', balance: lowBalance },
    example: {
      payload: { code: 'moon-rabbit', company: 'onsaemi' },
      response: { status: 'success', gameUrl: 'https://games.example.com/play/u6m' },
    },
  },
  'apply-user-deposit': {
    about: 'Records that the member will pay in by bank transfer; the operator credits it.',
    payload: { balance: won('amount: 10,000 or more, a multiple of 10,000'), code: requestCode },
    response: { id: acceptedId, ...limitRefusal },
    site: 'Shows a receipt on home. A lost response shows “can’t tell” and looks the movement up in get-deposit-list.',
    cost: 'members cannot deposit by bank transfer',
    refusals: { wait: waiting, deposit_limit: overLimit },
    example: { payload: { balance: 300_000, code }, response: { status: 'success' } },
  },
  'apply-user-withdraw': {
    about: 'Takes the amount from the wallet for a payout to the member’s account.',
    payload: {
      balance: won('amount: 10,000 or more, a multiple of 10,000'),
      code: requestCode,
      exchange_pw: optional(
        text('exchange password, to be checked; the page always sends it, and without it the response is `pass`'),
      ),
    },
    response: {
      id: acceptedId,
      ms: optional(count('with `wait`: milliseconds until the next withdrawal is possible')),
    },
    site: 'Shows a receipt on home. A lost response shows “can’t tell” and looks the movement up in get-withdraw-list.',
    cost: 'members cannot withdraw',
    refusals: {
      wait: 'another withdrawal waits, or the pause is not over; `ms` is shown as mm:ss. Whether more than one may wait is yours to decide',
      balance: lowBalance,
      pass: 'wrong exchange password; said at the field, and counted: ten an hour for one member',
    },
    example: { payload: { balance: 100_000, code, exchange_pw: '2580' }, response: { status: 'success' } },
  },
  'roll-to-balance': {
    about: 'Turns comp points into wallet money, 1 won each.',
    payload: { points: won('points, 1 or more'), code: optional(requestCode) },
    response: {},
    site: 'Shows the page again with a notice.',
    cost: 'members cannot exchange comp',
    refusals: { low_point: 'fewer points than asked; said at the field' },
    example: { payload: { points: 5_000, code }, response: { status: 'success' } },
  },
  'get-deposit-payment': {
    about: 'Lists the payment services for deposits.',
    payload: {},
    response: { payments: listOf('Payment', 'in the order of the form; empty: bank transfer alone') },
    site: 'Offers them beside the bank transfer; minimum, maximum and fee are said and checked.',
    cost: 'only bank transfer is offered',
    refusals: {},
    example: {
      payload: {},
      response: { payments: [{ idx: 1, name: '간편 결제', min: 10_000, max: 500_000, fee: 0 }] },
    },
  },
  'apply-deposit-payment': {
    about: 'Begins a deposit through a payment service.',
    payload: {
      balance: won('amount: 10,000 or more, a multiple of 10,000'),
      code: requestCode,
      idx: id('`idx` of the payment service'),
    },
    response: { launcherUrl, ...limitRefusal },
    site: 'Sends the member to the service’s page.',
    cost: 'deposits through payment services fail',
    refusals: { wait: waiting, deposit_limit: overLimit },
    example: {
      payload: { balance: 50_000, code, idx: 1 },
      response: { status: 'success', launcherUrl: 'https://pay.example.com/p/91b' },
    },
  },
  'get-withdrawal-payment': {
    about: 'Lists the payment services for withdrawals.',
    payload: {},
    response: { payments: listOf('Payment', 'in the order of the form; empty: bank transfer alone') },
    site: 'Offers them beside the bank transfer.',
    cost: 'only bank transfer is offered',
    refusals: {},
    example: { payload: {}, response: { payments: [] } },
  },
  'withdrawal-launcher': {
    about: 'Opens the page of a payment service, which asks for amount and password itself.',
    payload: { idx: id('`idx` of the payment service') },
    response: { launcherUrl },
    site: 'Sends the member to the service’s page.',
    cost: 'withdrawals through payment services fail',
    refusals: { wait: waiting, balance: lowBalance },
    example: { payload: { idx: 2 }, response: { launcherUrl: 'https://pay.example.com/w/7c0' } },
  },
  'get-deposit-list': {
    about: 'Lists the member’s deposits.',
    payload: listPayload,
    response: movementList,
    site: 'Shows the last ten on /deposit, the history on /user, and what a “can’t tell” became.',
    cost: 'no history of deposits, no receipt after the first, no tracker, and “can’t tell” cannot look the movement up',
    refusals: {},
    example: {
      payload: { from: '2026-03-01', to: '2026-03-31', page: 1 },
      response: {
        total: 1,
        sum: 300_000,
        balances: [
          {
            id: 41,
            type: 'bank',
            balance: 300_000,
            after: 1_300_000,
            regdate: '2026-03-02T03:00:00Z',
            status: 'already',
          },
        ],
      },
    },
  },
  'get-withdraw-list': {
    about: 'Lists the member’s withdrawals.',
    payload: listPayload,
    response: movementList,
    site: 'Shows the last ten on /withdraw, the history on /user, and what a “can’t tell” became.',
    cost: 'no history of withdrawals, and “can’t tell” cannot look the movement up',
    refusals: {},
    example: {
      payload: { page: 1 },
      response: {
        total: 1,
        sum: 0,
        balances: [
          { id: 42, type: 'bank', balance: 100_000, after: 900_000, regdate: '2026-03-02T04:00:00Z', status: 'wait' },
        ],
      },
    },
  },
  'get-bets-list': {
    about: 'Lists the member’s bets.',
    payload: listPayload,
    response: { total: count('number of bets in the range'), bets: listOf('Bet', 'one page, newest first') },
    site: 'Shows the history of bets on /user and the recent ones on home.',
    cost: 'no history of bets',
    refusals: {},
    example: {
      payload: {},
      response: {
        total: 1,
        bets: [
          {
            id: 9,
            thirdParty: 'Onsaemi',
            game: 'Moon Rabbit',
            balanceBet: 1_000,
            balanceWin: 2_500,
            betTime: '2026-03-02T03:10:00Z',
          },
        ],
      },
    },
  },
  'get-comp-list': {
    about: 'Lists the entries of the member’s comp points.',
    payload: listPayload,
    response: { total: count('number of entries in the range'), points: listOf('CompEntry', 'one page, newest first') },
    site: 'Shows the history of comp on /user.',
    cost: 'no history of comp',
    refusals: {},
    example: {
      payload: {},
      response: { total: 1, points: [{ id: 3, kind: 'bet', points: 12, regdate: '2026-03-02T03:10:00Z' }] },
    },
  },
  'get-member': {
    about: 'Gives the member’s record for the profile.',
    payload: {},
    response: { user: recordOf('User', 'the member') },
    site: 'Shows the profile on /user.',
    cost: 'the profile is filled from user-health-check',
    refusals: {},
    example: { payload: {}, response: { status: 'success', user: demoUser } },
  },
  'get-jackpot': {
    about: 'Gives the jackpot’s amount, for visitors too.',
    payload: {},
    response: {
      amount: won('jackpot; when it is missing no figure is shown'),
      asOf: optional(date('when it was read')),
    },
    site: 'Shows the figure on home, at most 5 s old.',
    cost: 'home shows the banner without a figure',
    refusals: {},
    example: { payload: {}, response: { amount: 123_456_789, asOf: '2026-03-02T03:00:00Z' } },
  },
  'money-to-point': {
    about: 'Turns wallet money into comp points.',
    payload: { points: won('points, 1 or more'), code: requestCode },
    response: {},
    site: 'The API alone offers it.',
    cost: 'programs cannot turn money into points',
    refusals: { balance: lowBalance },
    example: { payload: { points: 1_000, code }, response: { status: 'success' } },
  },
  'change-password': {
    about: 'Changes the login or the exchange password.',
    payload: {
      kind: choice(['login', 'exchange'], 'which password'),
      pass: text('the present one'),
      new_pass: text('the new one, by the rules of registration'),
    },
    response: {},
    site: 'Shows /user with a notice. After a new login password it signs the member in again.',
    cost: 'members cannot change their passwords',
    refusals: { pass: 'the present password is wrong; said at the field' },
    example: {
      payload: { kind: 'exchange', pass: '2580', new_pass: '1379' },
      response: { status: 'success' },
    },
  },
  'transfer-in': {
    about: 'Moves wallet money into games.',
    payload: {},
    response: { gameMoney: optional(won('money inside games after it')), balance: optional(won('wallet after it')) },
    site: 'The API alone offers it.',
    cost: 'programs cannot move money into games',
    refusals: {},
    example: { payload: {}, response: { status: 'success', gameMoney: 1_000_000, balance: 0 } },
  },
  'transfer-out': {
    about: 'Brings the money inside games back to the wallet.',
    payload: {},
    response: { gameMoney: optional(won('money inside games after it')), balance: optional(won('wallet after it')) },
    site: 'The “bring back” button of /withdraw, and “stop” of the reality check.',
    cost: 'members bring money back inside the game alone',
    refusals: {},
    example: { payload: {}, response: { status: 'success', gameMoney: 0, balance: 1_000_000 } },
  },
  'do-logout': {
    about: 'Ends the token that it is called with.',
    payload: { everywhere: optional(flag('true: ends all tokens of the member')) },
    response: {},
    site: 'Made at logout; the session cookie is dropped in any case.',
    cost: 'tokens stay valid upstream until they end by themselves; “log out everywhere” ends the sessions of this site alone',
    refusals: {},
    example: { payload: {}, response: { status: 'success' } },
  },
  'get-play-limits': {
    about: 'Gives the member’s play limits.',
    payload: {},
    response: { limits: recordOf('Limits', 'all limits') },
    site: 'Shows them on /user, in the panel and on /deposit; closes deposits and games during a break or self-exclusion.',
    cost: 'the site keeps the limits itself, with REDIS_URL; without it members have none',
    refusals: {},
    example: { payload: {}, response: { limits } },
  },
  'set-play-limits': {
    about:
      'Changes limits, or begins a break or self-exclusion. Lowering acts at once; a raise waits 24 hours and is sent again to confirm it.',
    payload: {
      deposit: optional({
        schema: {
          type: 'object',
          properties: Object.fromEntries(
            ['day', 'week', 'month'].map((period) => [period, { type: ['integer', 'null'], minimum: 0 }]),
          ),
          additionalProperties: false,
        },
        about: '`day`, `week` and `month`: those that change, in won; null: no limit',
      }),
      reality: optional({ schema: { enum: [15, 30, 60, null] }, about: 'minutes; also restarts its clock' }),
      break: optional(choice(['24h', '7d', '30d'], 'begins a break; a shorter one never replaces a longer')),
      exclude: optional(choice(['6m', '1y', '5y'], 'begins a self-exclusion; it cannot be shortened')),
    },
    response: { limits: recordOf('Limits', 'all limits after the change') },
    site: 'Shows what holds now and what waits.',
    cost: 'as of get-play-limits',
    refusals: {},
    example: {
      payload: { deposit: { day: 500_000 } },
      response: { status: 'success', limits: { ...limits, deposit: { ...limits.deposit, day: 500_000 }, pending: [] } },
    },
  },
  'accept-documents': {
    about: 'Records which versions of the documents the member accepted; the upstream keeps the time.',
    payload: {
      versions: {
        schema: {
          type: 'object',
          properties: { terms: { type: 'string' }, privacy: { type: 'string' } },
          required: ['terms', 'privacy'],
          additionalProperties: false,
        },
        about: '`terms` and `privacy`: the version of each',
      },
      adult: flag('whether the member said to be of age'),
    },
    response: {},
    site: 'Sent after the login that ends a registration, and when a new version is accepted.',
    cost: 'acceptance is kept in the member’s browser alone',
    refusals: {},
    example: {
      payload: { versions: { terms: '2026-11-01', privacy: '2026-11-01' }, adult: true },
      response: { status: 'success' },
    },
  },
}
