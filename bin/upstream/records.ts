import type { ResponseOf } from '~/upstream/contract'
import type { PlayLimits } from '~/upstream/contract/play-limits'
import type { Game, PaymentOption, SentProvider, User } from '~/upstream/contract/values'
import {
  choice,
  count,
  date,
  type Field,
  flag,
  id,
  nullableRecord,
  optional,
  recordOf,
  signed,
  text,
  won,
} from './field'

/** A field for each one of a list's rows. */
type Row<Rows extends readonly unknown[]> = Record<keyof Rows[number], Field>

/** The records inside responses, by name. The compiler holds those of the contract to its fields. */
export const records = {
  User: {
    userId: text('the member’s id, always in one spelling'),
    nick: optional(text('nickname')),
    phone: optional(text('phone number; shown masked')),
    rolling: optional(won('comp points')),
    balance: optional(won('wallet balance')),
    in_balance: optional(won('money inside games; the strip shows the sum of both')),
    bankname: optional(text('bank of withdrawals')),
    bankOwner: optional(text('account owner; `bankowner` is accepted')),
    banknum: optional(text('account number, shown masked; `banknumber` is accepted')),
    level: optional(count('member level; shown, without effect')),
    noteCount: optional(count('unread notes')),
    helpCount: optional(count('unread answers to help requests')),
  } satisfies Record<keyof User, Field>,
  Provider: {
    code: optional(
      id('goes into get-slot-by-company and open-game; without it the entry is shown and cannot be opened'),
    ),
    nameKo: optional(text('Korean name')),
    nameEn: optional(text('name in all other languages')),
    used: optional(choice(['y', 'n'], '`n`: under maintenance; missing counts as `y`')),
    img: optional(
      text('https address of a picture; shown when its origin is in IMAGE_ORIGINS, else the site draws one'),
    ),
  } satisfies Record<keyof SentProvider, Field>,
  Game: {
    code: optional(id('goes into open-game; without it the game is shown and cannot be opened')),
    company: optional(id('code of its provider')),
    nameKo: optional(text('Korean name')),
    nameEn: optional(text('name in all other languages')),
    img: optional(text('as in Provider')),
  } satisfies Record<keyof Game, Field>,
  Payment: {
    idx: id('goes into apply-deposit-payment or withdrawal-launcher'),
    name: optional(text('shown as it is')),
    min: optional(won('smallest amount')),
    max: optional(won('largest amount')),
    fee: optional(won('fee of one payment')),
  } satisfies Record<keyof PaymentOption, Field>,
  Movement: {
    id: id('number of the movement, shown to the member'),
    type: optional(text('what it is; shown unchanged')),
    balance: signed('amount of the movement; its sign is not used'),
    fee: optional(won('part of the amount that the payment method charges')),
    after: optional(won('wallet balance after it')),
    regdate: date('when it was asked for'),
    settledAt: optional(date('when it was done or cancelled; shown on the receipt')),
    status: text('`wait` or `reg` waiting, `already` done, `cansel` cancelled; any other word is shown unchanged'),
    method: optional(text('`bank`, or the name of the payment service; shown on the receipt')),
  } satisfies Row<ResponseOf<'get-deposit-list'>['balances']>,
  MovementSum: {
    count: count('number of movements'),
    won: won('their amounts together'),
    fee: won('the fees included'),
  },
  Bet: {
    id: id('number of the bet'),
    thirdParty: optional(text('provider’s name')),
    game: optional(text('game’s name')),
    balanceBet: won('stake'),
    balanceWin: won('payout'),
    betTime: date('when it was placed'),
  } satisfies Row<ResponseOf<'get-bets-list'>['bets']>,
  CompEntry: {
    id: id('number of the entry'),
    kind: optional(text('what it is; shown unchanged')),
    points: signed('points, negative when they were exchanged'),
    regdate: date('when it was booked'),
  } satisfies Row<ResponseOf<'get-comp-list'>['points']>,
  Note: {
    _id: id('goes into read-note-message'),
    title: text('title'),
    text: text('body, as text: markup in it is shown, never run'),
    regDate: date('when it was sent'),
    isRead: flag('whether the member has opened it'),
  } satisfies Row<ResponseOf<'get-user-note'>['note']>,
  Notice: {
    idx: id('opens the notice by its address'),
    title: text('title'),
    contents: text('body, as text'),
    regDate: date('when it was published'),
  } satisfies Row<ResponseOf<'get-user-notices'>['notices']>,
  Popup: {
    idx: id('a pop-up without it cannot be hidden for 8 hours'),
    title: text('title'),
    contents: text('body, as text'),
  } satisfies Row<ResponseOf<'get-notice-popup'>['note']>,
  HelpRequest: {
    _id: id('goes into read-help-message'),
    title: text('title'),
    contents: text('question, as text'),
    regDate: date('when it was written'),
    status: text('`wait` or `reg` waiting, `already` answered, `cansel` cancelled; any other word is shown unchanged'),
    isRead: optional(flag('whether the member has seen the answer')),
    kind: optional(text('`account`: a request for the deposit account, whose answer the deposit page shows')),
    ref: nullableRecord('HelpAnswer', 'the answer, null while there is none'),
  } satisfies Row<ResponseOf<'get-help-list'>['helps']>,
  HelpAnswer: {
    contents: text('answer, as text'),
    regDate: date('when it was written'),
  },
  Referrer: {
    userId: text('id of the member who refers'),
    code: text('referral code that the form is filled with'),
  },
  Limits: {
    deposit: recordOf('DepositLimits', 'the limits that hold now'),
    used: recordOf('UsedLimits', 'won deposited in the running day, week and month of Seoul'),
    pending: {
      schema: { type: 'array', items: { $ref: '#/components/schemas/PendingLimit' } },
      about: 'raises that wait',
    },
    reality: { schema: { enum: [15, 30, 60, null] }, about: 'minutes of play between reality checks; null: none' },
    breakUntil: {
      schema: { type: ['string', 'null'], format: 'date-time' },
      about: 'end of the break; null: none runs',
    },
    excludedUntil: {
      schema: { type: ['string', 'null'], format: 'date-time' },
      about: 'end of the self-exclusion; null: none runs',
    },
    played: optional(
      nullableRecord('Played', 'play since the last reality check; without it the site’s own clock counts'),
    ),
  } satisfies Record<keyof PlayLimits, Field>,
  DepositLimits: {
    day: { schema: { type: ['integer', 'null'], minimum: 0 }, about: 'won a day; null: no limit' },
    week: { schema: { type: ['integer', 'null'], minimum: 0 }, about: 'won a week, from Monday' },
    month: { schema: { type: ['integer', 'null'], minimum: 0 }, about: 'won a month' },
  },
  UsedLimits: { day: won('since 00:00'), week: won('since Monday'), month: won('since the 1st') },
  PendingLimit: {
    name: choice(['day', 'week', 'month'], 'which limit'),
    value: { schema: { type: ['integer', 'null'], minimum: 0 }, about: 'the raised limit; null: none any more' },
    from: date('from when on the member may confirm it, by sending the same value again'),
  },
  AcceptedDocuments: {
    terms: text('version of the terms'),
    privacy: text('version of the privacy notice'),
  },
  Played: {
    from: date('when play began'),
    staked: won('staked since then'),
    won: won('won back since then'),
  },
} satisfies Record<string, Record<string, Field>>
