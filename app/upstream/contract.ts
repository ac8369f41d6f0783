import { z } from 'zod'
import {
  answerDate,
  answerFlag,
  answerId,
  answerName,
  answerNumber,
  answerText,
  answerWhole,
  day,
  depositAmount,
  entry,
  freeText,
  game,
  paymentOption,
  playCode,
  points,
  registration,
  requestCode,
  secretText,
  upstreamId,
  user,
  withdrawalAmount,
} from './contract/values'

/**
 * The contract with the upstream, one row per call. The client, the API at `/api/routes/<segment>`, its typed caller in
 * the browser and the embedded upstream are all derived from it. No other module writes an upstream path or parses an
 * answer. Source: docs/product.md, calls.
 */

/** One row of the contract. */
export type Call<
  Payload extends z.ZodType = z.ZodType,
  Answer extends z.ZodObject = z.ZodObject,
  Refusal extends string = string,
  Who extends 'visitor' | 'member' = 'visitor' | 'member',
> = {
  /** Spelled as the upstream spells it, mistakes included. Operators override it with UPSTREAM_PATHS. */
  path: string
  /** Other spellings that real upstreams use. The embedded upstream answers them too. */
  alternatePaths?: readonly string[]
  /** A member call carries the member's bearer token. */
  who: Who
  /** Schema of the payload. Its parsed value is sent; its messages are keys of locales/. */
  payload: Payload
  /** Schema of a success. Unknown fields are dropped. */
  answer: Answer
  /** Other names of answer fields, each mapped to the name in the schema. */
  aliases?: Readonly<Record<string, string>>
  /** A read changes nothing and may be retried once. A write is sent once and never retried. */
  effect: 'read' | 'write'
  /** Statuses that count as success besides `success`. */
  successes?: readonly string[]
  /** Refusal statuses that screens have messages for; any other becomes `other`. */
  refusals: readonly Refusal[]
  /**
   * Success opens a session. A 401 then means a wrong login rather than a dead session, and a lost answer counts as
   * `unavailable`, because nobody is signed in without the token.
   */
  opensSession?: true
  /** The API answers 451 (not_served) to requests from outside SERVED_COUNTRIES. */
  servedCountriesOnly?: true
  /** An upstream may lack this call. 404 and 501 then hide the feature built on it. */
  extended?: true
  /** The rate limit that counts each call, from pages and the API alike. Payloads that fail the schema do not count. */
  rateLimit?: CallRateLimit
  /** Scripts make this call without the member acting, so it does not extend the session. */
  unattended?: true
}

/** Rate limits of calls. Source: docs/operations.md. */
export type CallRateLimit = 'register' | 'checks' | 'help' | 'money'

function call<
  Payload extends z.ZodType,
  Answer extends z.ZodObject,
  const Refusal extends string = never,
  const Who extends 'visitor' | 'member' = 'member',
>(
  row: Omit<Call<Payload, Answer, Refusal, Who>, 'refusals'> & { refusals?: readonly Refusal[] },
): Call<Payload, Answer, Refusal, Who> {
  return { refusals: [], ...row }
}

const emptyPayload = z.strictObject({})
const status = z.string().max(64).optional()
const statusOnly = z.object({ status: z.string().max(64) })

const alreadyStatuses = ['already', 'alread'] as const
const listQuery = z.strictObject({
  from: day.optional(),
  to: day.optional(),
  page: z.int().min(1).max(100_000).optional(),
})

/** Totals of the movements in one state: their number, their amount in won, and the fees included in it. */
const movementSum = z.object({ count: answerWhole, won: answerWhole, fee: answerWhole })

const movements = z.object({
  status,
  total: answerWhole,
  sum: answerWhole,
  // Only the embedded upstream sends these. Another upstream may use the names for something else.
  done: movementSum.optional().catch(undefined),
  waiting: movementSum.optional().catch(undefined),
  balances: z.array(
    z.object({
      id: answerId,
      type: answerName,
      balance: answerWhole,
      // Only the embedded upstream sends it: the part of `balance` that the payment method charges.
      fee: answerWhole,
      after: answerWhole,
      regdate: answerDate,
      status: answerName,
    }),
  ),
})

const wonOrNull = z.union([z.int().min(0), z.null()])
const perPeriod = z.object({ day: wonOrNull, week: wonOrNull, month: wonOrNull })
const limits = z.object({
  deposit: perPeriod,
  used: z.object({ day: answerWhole, week: answerWhole, month: answerWhole }),
  pending: z
    .array(z.object({ name: z.enum(['day', 'week', 'month']), value: wonOrNull, from: answerDate }))
    .default([]),
  reality: z.union([z.literal(15), z.literal(30), z.literal(60), z.null()]).default(null),
  breakUntil: z.union([z.string(), z.null()]).default(null),
  excludedUntil: z.union([z.string(), z.null()]).default(null),
})

/** The new password follows the registration rule of its kind. */
const passwordChange = z
  .strictObject({
    kind: z.enum(['login', 'exchange']),
    pass: secretText(256, { empty: 'user.password.current.empty', long: 'user.password.wrong' }),
    new_pass: secretText(64, { long: 'register.pw.rule' }),
  })
  .superRefine(({ kind, new_pass }, context) => {
    const rule = registration[kind === 'login' ? 'pw' : 'exchange_pw'].safeParse(new_pass)
    for (const { message } of rule.error?.issues ?? [])
      context.addIssue({ code: 'custom', path: ['new_pass'], message })
  })

/** A bearer token. Only characters that are valid in a header, because later calls send it in one. */
const token = z.string().regex(/^[\x21-\x7e]{1,2048}$/)

/** An id or password at login. Empty and overlong values fail with msg_auth_error. */
const credential = secretText(256, { empty: 'msg_auth_error', long: 'msg_auth_error' })

export const contract = {
  'user-do-login': call({
    path: '/public/user/do_login',
    who: 'visitor',
    payload: z.strictObject({ id: credential, pw: credential }),
    answer: z.object({ status, token, user }),
    effect: 'write',
    successes: ['authenticated'],
    opensSession: true,
  }),
  'user-health-check': call({
    path: '/public/user/user_health_check',
    who: 'member',
    payload: emptyPayload,
    answer: z.object({ status, user, noteCount: answerNumber, helpCount: answerNumber }),
    effect: 'read',
    successes: ['authenticated'],
    unattended: true,
  }),
  'user-register': call({
    path: '/public/user/regUsed',
    who: 'visitor',
    payload: z.strictObject(registration),
    answer: statusOnly,
    effect: 'write',
    rateLimit: 'register',
    servedCountriesOnly: true,
    refusals: ['alread_have_user', 'cant_find_code'],
  }),
  'check-user-id': call({
    path: '/public/user/check_user_id',
    who: 'visitor',
    payload: z.strictObject({ id: registration.id }),
    answer: statusOnly,
    effect: 'read',
    rateLimit: 'checks',
    refusals: ['alread_have_user'],
  }),
  'check-user-nick': call({
    path: '/public/user/check_user_nick',
    who: 'visitor',
    payload: z.strictObject({ nick: registration.nick }),
    answer: statusOnly,
    effect: 'read',
    rateLimit: 'checks',
    refusals: ['alread_have_user'],
  }),
  'get-reg-domain': call({
    path: '/public/user/get_reg_domain',
    who: 'visitor',
    payload: emptyPayload,
    answer: z.object({ status, user: z.union([z.object({ userId: answerText, code: answerText }), z.null()]) }),
    effect: 'read',
  }),
  'user-write-help': call({
    path: '/public/community/user_wirte_help',
    who: 'member',
    payload: z.strictObject({
      title: freeText(100, { empty: 'help.title.empty', long: 'help.title.long' }),
      contents: freeText(4000, { empty: 'help.contents.empty', long: 'help.contents.long' }),
    }),
    answer: statusOnly,
    effect: 'write',
    rateLimit: 'help',
    // `limit`: the member has the maximum number of inquiries and must delete some first.
    refusals: ['limit'],
  }),
  'read-help-message': call({
    path: '/public/community/admin_do_help_message_read',
    who: 'member',
    payload: z.strictObject({ id: upstreamId }),
    answer: statusOnly,
    effect: 'write',
  }),
  'get-help-list': call({
    path: '/public/community/get_help_list',
    who: 'member',
    payload: emptyPayload,
    answer: z.object({
      status,
      helps: z.array(
        z.object({
          _id: answerId,
          title: answerText,
          contents: answerText,
          regDate: answerDate,
          status: answerName,
          isRead: answerFlag,
          // `account` marks a request for the deposit bank account; the reply contains it.
          kind: z.string().max(64).optional().catch(undefined),
          ref: z
            .union([z.object({ contents: answerText, regDate: answerDate }), z.null()])
            .optional()
            .default(null),
        }),
      ),
    }),
    effect: 'read',
  }),
  'del-all-help': call({
    path: '/public/community/admin_del_all_help',
    who: 'member',
    payload: emptyPayload,
    answer: statusOnly,
    effect: 'write',
    rateLimit: 'help',
  }),
  'get-user-notices': call({
    path: '/public/community/user_get_notices',
    who: 'member',
    payload: emptyPayload,
    answer: z.object({
      status,
      notices: z.array(z.object({ idx: answerId, title: answerText, contents: answerText, regDate: answerDate })),
    }),
    effect: 'read',
  }),
  'get-notice-popup': call({
    path: '/public/community/user_get_notice_popup',
    who: 'visitor',
    payload: emptyPayload,
    answer: z.object({ status, note: z.array(z.object({ idx: answerId, title: answerText, contents: answerText })) }),
    aliases: { notes: 'note' },
    effect: 'read',
  }),
  'get-user-note': call({
    path: '/public/community/usre_get_note',
    who: 'member',
    payload: emptyPayload,
    answer: z.object({
      status,
      note: z.array(
        z.object({ _id: answerId, title: answerText, text: answerText, regDate: answerDate, isRead: answerFlag }),
      ),
    }),
    aliases: { notes: 'note' },
    effect: 'read',
  }),
  'read-note-message': call({
    path: '/public/community/usre_do_read_note',
    who: 'member',
    payload: z.strictObject({ id: upstreamId }),
    answer: statusOnly,
    effect: 'write',
  }),
  /** Deletes all notes, even if the caller names one: the payload's fields are dropped. */
  'user-del-note': call({
    path: '/public/community/do_del_all_note',
    who: 'member',
    payload: z.object({}),
    answer: statusOnly,
    effect: 'write',
  }),
  'user-ask-account': call({
    path: '/public/community/user_ask_account_wirte_help',
    who: 'member',
    payload: emptyPayload,
    answer: statusOnly,
    effect: 'write',
    rateLimit: 'help',
    servedCountriesOnly: true,
    refusals: alreadyStatuses,
  }),
  'get-in-game-balance': call({
    path: '/public/slot/get_in_game_balance',
    who: 'member',
    payload: emptyPayload,
    answer: z.object({
      status,
      gameMoney: answerWhole,
      balance: answerWhole,
      rolling: answerWhole,
      userId: answerText,
    }),
    effect: 'read',
  }),
  'get-casino-setting': call({
    path: '/public/slot/get_casino_setting',
    who: 'visitor',
    payload: emptyPayload,
    answer: z.object({ status, casiono: z.array(entry) }),
    aliases: { casino: 'casiono' },
    effect: 'read',
  }),
  'get-sport-setting': call({
    path: '/public/slot/get_sport_setting',
    who: 'visitor',
    payload: emptyPayload,
    answer: z.object({ status, sport: z.array(entry) }),
    effect: 'read',
  }),
  'get-slot-setting': call({
    path: '/public/slot/get_slot_setting',
    who: 'visitor',
    payload: emptyPayload,
    answer: z.object({ status, slot: z.array(entry) }),
    effect: 'read',
  }),
  'get-slot-by-company': call({
    path: '/public/slot/get_slot_by_company',
    who: 'member',
    payload: z.strictObject({ code: playCode }),
    answer: z.object({ status, games: z.array(game) }),
    effect: 'read',
  }),
  'open-game': call({
    path: '/public/slot/user_open_slotv4',
    who: 'member',
    payload: z.strictObject({ code: playCode, company: playCode }),
    answer: z.object({ status, gameUrl: z.string().min(1).max(4096) }),
    effect: 'write',
    servedCountriesOnly: true,
    refusals: ['time', 'balance'],
  }),
  /** Asks the operator to credit a bank transfer of the member. Moves money at most once per request code. */
  'apply-user-deposit': call({
    path: '/public/balance/apply_user_deposit',
    who: 'member',
    payload: z.strictObject({ balance: depositAmount, code: requestCode }),
    answer: statusOnly,
    effect: 'write',
    rateLimit: 'money',
    servedCountriesOnly: true,
    successes: alreadyStatuses,
    refusals: ['wait'],
  }),
  'apply-user-withdraw': call({
    path: '/public/balance/apply_user_withdraw',
    who: 'member',
    payload: z.strictObject({
      balance: withdrawalAmount,
      code: requestCode,
      exchange_pw: secretText(64, { long: 'register.exchangePw.rule' }).optional(),
    }),
    answer: z.object({ status: z.string().max(64), ms: answerNumber }),
    effect: 'write',
    rateLimit: 'money',
    successes: alreadyStatuses,
    refusals: ['wait', 'balance', 'pass'],
  }),
  'roll-to-balance': call({
    path: '/user/point_to_money',
    who: 'member',
    payload: z.strictObject({ points, code: requestCode.optional() }),
    answer: statusOnly,
    effect: 'write',
    rateLimit: 'money',
    successes: alreadyStatuses,
    refusals: ['low_point'],
  }),
  'get-deposit-payment': call({
    path: '/public/pay/get_deposit_payment',
    who: 'member',
    payload: emptyPayload,
    answer: z.object({ status, payments: z.array(paymentOption) }),
    effect: 'read',
  }),
  'apply-deposit-payment': call({
    path: '/public/pay/apply_deposit_payment',
    who: 'member',
    payload: z.strictObject({ balance: depositAmount, code: requestCode, idx: upstreamId }),
    answer: z.object({ status, launcherUrl: z.string().min(1).max(4096) }),
    effect: 'write',
    rateLimit: 'money',
    servedCountriesOnly: true,
    successes: alreadyStatuses,
    refusals: ['wait'],
  }),
  'get-withdrawal-payment': call({
    path: '/public/pay/get_withdrawal_payment',
    who: 'member',
    payload: emptyPayload,
    answer: z.object({ status, payments: z.array(paymentOption) }),
    effect: 'read',
  }),
  'withdrawal-launcher': call({
    path: '/public/pay/withdrawal_launcher',
    who: 'member',
    payload: z.strictObject({ idx: upstreamId }),
    answer: z.object({ status, launcherUrl: z.string().min(1).max(4096) }),
    effect: 'write',
    rateLimit: 'money',
    refusals: ['wait', 'balance'],
  }),
  'get-member': call({
    path: '/user/get_member',
    who: 'member',
    payload: emptyPayload,
    answer: z.object({ status, user }),
    effect: 'read',
    extended: true,
  }),
  'get-deposit-list': call({
    path: '/balance/get_deposit_list',
    who: 'member',
    payload: listQuery,
    answer: movements,
    effect: 'read',
    extended: true,
  }),
  'get-withdraw-list': call({
    path: '/balance/get_withdraw_list',
    who: 'member',
    payload: listQuery,
    answer: movements,
    effect: 'read',
    extended: true,
  }),
  'get-bets-list': call({
    path: '/user/get_slot_bets_list',
    who: 'member',
    payload: listQuery,
    answer: z.object({
      status,
      total: answerWhole,
      bets: z.array(
        z.object({
          id: answerId,
          thirdParty: answerName,
          game: answerName,
          balanceBet: answerWhole,
          balanceWin: answerWhole,
          betTime: answerDate,
        }),
      ),
    }),
    effect: 'read',
    extended: true,
  }),
  'get-comp-list': call({
    path: '/balance/get_point_list',
    who: 'member',
    payload: listQuery,
    answer: z.object({
      status,
      total: answerWhole,
      points: z.array(z.object({ id: answerId, kind: answerName, points: answerWhole, regdate: answerDate })),
    }),
    effect: 'read',
    extended: true,
  }),
  'get-jackpot': call({
    path: '/public/slot/get_jackpot',
    who: 'visitor',
    payload: emptyPayload,
    answer: z.object({ status, amount: answerWhole, asOf: answerDate }),
    effect: 'read',
    extended: true,
  }),
  'money-to-point': call({
    path: '/user/money_to_point',
    alternatePaths: ['/user/user_chang_to_point'],
    who: 'member',
    payload: z.strictObject({ points, code: requestCode }),
    answer: statusOnly,
    effect: 'write',
    rateLimit: 'money',
    successes: alreadyStatuses,
    refusals: ['balance'],
    extended: true,
  }),
  'change-password': call({
    path: '/user/user_exchange_to_pass',
    who: 'member',
    payload: passwordChange,
    answer: statusOnly,
    effect: 'write',
    refusals: ['pass'],
    extended: true,
  }),
  'transfer-in': call({
    path: '/balance/user_transfer_in',
    who: 'member',
    payload: emptyPayload,
    answer: z.object({ status, gameMoney: answerWhole, balance: answerWhole }),
    effect: 'write',
    rateLimit: 'money',
    servedCountriesOnly: true,
    extended: true,
  }),
  'transfer-out': call({
    path: '/balance/user_withdraw',
    who: 'member',
    payload: emptyPayload,
    answer: z.object({ status, gameMoney: answerWhole, balance: answerWhole }),
    effect: 'write',
    rateLimit: 'money',
    extended: true,
  }),
  /**
   * Ends the token it is called with, or all of the member's with `everywhere`.
   * Source: docs/decisions/014-end-every-log-in.md.
   */
  'do-logout': call({
    path: '/public/user/do_logout',
    who: 'member',
    payload: z.strictObject({ everywhere: z.literal(true).optional() }),
    answer: statusOnly,
    effect: 'write',
    extended: true,
  }),
  'get-play-limits': call({
    path: '/user/get_play_limits',
    who: 'member',
    payload: emptyPayload,
    answer: z.object({ status, limits }),
    effect: 'read',
    extended: true,
  }),
  'set-play-limits': call({
    path: '/user/set_play_limits',
    who: 'member',
    payload: z.strictObject({
      deposit: z
        .strictObject({ day: wonOrNull.optional(), week: wonOrNull.optional(), month: wonOrNull.optional() })
        .optional(),
      reality: z.union([z.literal(15), z.literal(30), z.literal(60), z.null()]).optional(),
      break: z.enum(['24h', '7d', '30d']).optional(),
      exclude: z.enum(['6m', '1y', '5y']).optional(),
    }),
    answer: z.object({ status, limits }),
    effect: 'write',
    extended: true,
  }),
}

export type Contract = typeof contract
export type Segment = keyof Contract
/** What a caller passes to a call, before parsing. */
export type PayloadOf<S extends Segment> = z.input<Contract[S]['payload']>
/** The parsed payload, as sent to the upstream. */
export type WireOf<S extends Segment> = z.output<Contract[S]['payload']>
export type AnswerOf<S extends Segment> = z.output<Contract[S]['answer']>
export type RefusalOf<S extends Segment> = Contract[S]['refusals'][number]

/** Segments by name. A Map, so that a name from a request cannot reach an object's prototype. */
export const segmentsByName: ReadonlyMap<string, Segment> = new Map(
  (Object.keys(contract) as Segment[]).map((segment) => [segment, segment]),
)

/** The calls whose `code` is the one-time request code: those that send `balance` or `points`. */
export const segmentsWithRequestCode: ReadonlySet<Segment> = new Set<Segment>([
  'apply-user-deposit',
  'apply-user-withdraw',
  'apply-deposit-payment',
  'roll-to-balance',
  'money-to-point',
])
