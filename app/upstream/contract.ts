import { z } from 'zod'
import {
  day,
  depositAmount,
  entry,
  foreignId,
  game,
  payment,
  playCode,
  points,
  registration,
  requestCode,
  secretText,
  shownDate,
  shownId,
  shownMark,
  shownName,
  shownNumber,
  shownText,
  user,
  withdrawalAmount,
  writtenText,
} from './contract/values'

/**
 * The calls: one table for three parties. The client, the browser's address `/api/routes/<segment>`, the embedded
 * upstream and the typed caller in the browser are all derived from it; nobody else writes an upstream path or
 * parses an answer. Source: docs/product.md, calls.
 */

/** One row of the table. */
export type Call<
  Payload extends z.ZodType = z.ZodType,
  Answer extends z.ZodObject = z.ZodObject,
  Refusal extends string = string,
  Who extends 'visitor' | 'member' = 'visitor' | 'member',
> = {
  /** The upstream's own spelling, mistakes included. Operators override it with UPSTREAM_PATHS. */
  path: string
  /** Other spellings of the path that real upstreams have; the embedded one answers them too. */
  alsoPaths?: readonly string[]
  /** A member call carries the member's bearer token. */
  who: Who
  /** What the caller sends; its parsed value is what goes on the wire. Messages are keys of locales/. */
  payload: Payload
  /** What a success looks like; fields it does not name are dropped. */
  answer: Answer
  /** Second names under which an answer's field may come. */
  aliases?: Readonly<Record<string, string>>
  /** Read: changes nothing, may be tried once more. Write: sent once, never again. */
  effect: 'read' | 'write'
  /** Statuses that count as success beside success itself. */
  successes?: readonly string[]
  /** Statuses a screen has words of its own for; anything else is refused as other. */
  refusals: readonly Refusal[]
  /**
   * Its success opens a session: a 401 is a wrong login rather than a dead session, and a lost answer leaves nothing to
   * wonder about, because without its token nobody is signed in.
   */
  opensSession?: true
  /** Registers, deposits or plays: answered 451 (not_served) to a visitor from outside SERVED_COUNTRIES. */
  servedOnly?: true
  /** Optional in an upstream: 404 and 501 hide the feature built on it. */
  extended?: true
  /** The rate limit that each call counts to, from a page or the API alike; a payload that fails its schema does not count. */
  limit?: CallLimit
  /** A page's script makes it by itself: it keeps no session alive. */
  unattended?: true
}

/** Rate limits of calls; what each counts stands in docs/operations.md. */
export type CallLimit = 'register' | 'checks' | 'help' | 'money'

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

const nothing = z.strictObject({})
const status = z.string().max(64).optional()
const onlyStatus = z.object({ status: z.string().max(64) })

const seen = ['already', 'alread'] as const
const range = z.strictObject({ from: day.optional(), to: day.optional(), page: z.int().min(1).max(100_000).optional() })

/** What movements of one state come to: how many, their amounts, and the fees within these. */
const movementSum = z.object({ count: shownNumber, won: shownNumber, fee: shownNumber })

const movements = z.object({
  status,
  total: shownNumber,
  sum: shownNumber,
  // What the embedded house adds to the contract; another upstream may call something else by these names.
  done: movementSum.optional().catch(undefined),
  waiting: movementSum.optional().catch(undefined),
  balances: z.array(
    z.object({
      id: shownId,
      type: shownName,
      balance: shownNumber,
      // The embedded house alone says it: the part of `balance` that the way of paying keeps.
      fee: shownNumber,
      after: shownNumber,
      regdate: shownDate,
      status: shownName,
    }),
  ),
})

const wonOrNone = z.union([z.int().min(0), z.null()])
const perRange = z.object({ day: wonOrNone, week: wonOrNone, month: wonOrNone })
const limits = z.object({
  deposit: perRange,
  used: z.object({ day: shownNumber, week: shownNumber, month: shownNumber }),
  pending: z.array(z.object({ name: z.enum(['day', 'week', 'month']), value: wonOrNone, from: shownDate })).default([]),
  reality: z.union([z.literal(15), z.literal(30), z.literal(60), z.null()]).default(null),
  breakUntil: z.union([z.string(), z.null()]).default(null),
  excludedUntil: z.union([z.string(), z.null()]).default(null),
})

/** A new password follows the rule of its kind, the same as at registration. */
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

/** A bearer token: what fits a header, so that no answer can break the calls that follow it. */
const token = z.string().regex(/^[\x21-\x7e]{1,2048}$/)

/** Words a member signs in with; empty ones are msg_auth_error, overlong ones can only be wrong. */
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
    payload: nothing,
    answer: z.object({ status, user, noteCount: shownNumber, helpCount: shownNumber }),
    effect: 'read',
    successes: ['authenticated'],
    unattended: true,
  }),
  'user-register': call({
    path: '/public/user/regUsed',
    who: 'visitor',
    payload: z.strictObject(registration),
    answer: onlyStatus,
    effect: 'write',
    limit: 'register',
    servedOnly: true,
    refusals: ['alread_have_user', 'cant_find_code'],
  }),
  'check-user-id': call({
    path: '/public/user/check_user_id',
    who: 'visitor',
    payload: z.strictObject({ id: registration.id }),
    answer: onlyStatus,
    effect: 'read',
    limit: 'checks',
    refusals: ['alread_have_user'],
  }),
  'check-user-nick': call({
    path: '/public/user/check_user_nick',
    who: 'visitor',
    payload: z.strictObject({ nick: registration.nick }),
    answer: onlyStatus,
    effect: 'read',
    limit: 'checks',
    refusals: ['alread_have_user'],
  }),
  'get-reg-domain': call({
    path: '/public/user/get_reg_domain',
    who: 'visitor',
    payload: nothing,
    answer: z.object({ status, user: z.union([z.object({ userId: shownText, code: shownText }), z.null()]) }),
    effect: 'read',
  }),
  'user-write-help': call({
    path: '/public/community/user_wirte_help',
    who: 'member',
    payload: z.strictObject({
      title: writtenText(100, { empty: 'help.title.empty', long: 'help.title.long' }),
      contents: writtenText(4000, { empty: 'help.contents.empty', long: 'help.contents.long' }),
    }),
    answer: onlyStatus,
    effect: 'write',
    limit: 'help',
    // As many as the member may have: some are to be deleted first.
    refusals: ['limit'],
  }),
  'read-help-message': call({
    path: '/public/community/admin_do_help_message_read',
    who: 'member',
    payload: z.strictObject({ id: foreignId }),
    answer: onlyStatus,
    effect: 'write',
  }),
  'get-help-list': call({
    path: '/public/community/get_help_list',
    who: 'member',
    payload: nothing,
    answer: z.object({
      status,
      helps: z.array(
        z.object({
          _id: shownId,
          title: shownText,
          contents: shownText,
          regDate: shownDate,
          status: shownName,
          isRead: shownMark,
          // account: it asks for the bank account to pay into, and its answer names it.
          kind: z.string().max(64).optional().catch(undefined),
          ref: z
            .union([z.object({ contents: shownText, regDate: shownDate }), z.null()])
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
    payload: nothing,
    answer: onlyStatus,
    effect: 'write',
    limit: 'help',
  }),
  'get-user-notices': call({
    path: '/public/community/user_get_notices',
    who: 'member',
    payload: nothing,
    answer: z.object({
      status,
      notices: z.array(z.object({ idx: shownId, title: shownText, contents: shownText, regDate: shownDate })),
    }),
    effect: 'read',
  }),
  'get-notice-popup': call({
    path: '/public/community/user_get_notice_popup',
    who: 'visitor',
    payload: nothing,
    answer: z.object({ status, note: z.array(z.object({ idx: shownId, title: shownText, contents: shownText })) }),
    aliases: { notes: 'note' },
    effect: 'read',
  }),
  'get-user-note': call({
    path: '/public/community/usre_get_note',
    who: 'member',
    payload: nothing,
    answer: z.object({
      status,
      note: z.array(
        z.object({ _id: shownId, title: shownText, text: shownText, regDate: shownDate, isRead: shownMark }),
      ),
    }),
    aliases: { notes: 'note' },
    effect: 'read',
  }),
  'read-note-message': call({
    path: '/public/community/usre_do_read_note',
    who: 'member',
    payload: z.strictObject({ id: foreignId }),
    answer: onlyStatus,
    effect: 'write',
  }),
  /** Deletes all notes, also when the caller names one: its payload is dropped. */
  'user-del-note': call({
    path: '/public/community/do_del_all_note',
    who: 'member',
    payload: z.object({}),
    answer: onlyStatus,
    effect: 'write',
  }),
  'user-ask-account': call({
    path: '/public/community/user_ask_account_wirte_help',
    who: 'member',
    payload: nothing,
    answer: onlyStatus,
    effect: 'write',
    limit: 'help',
    servedOnly: true,
    refusals: seen,
  }),
  'get-in-game-balance': call({
    path: '/public/slot/get_in_game_balance',
    who: 'member',
    payload: nothing,
    answer: z.object({
      status,
      gameMoney: shownNumber,
      balance: shownNumber,
      rolling: shownNumber,
      userId: shownText,
    }),
    effect: 'read',
  }),
  'get-casino-setting': call({
    path: '/public/slot/get_casino_setting',
    who: 'visitor',
    payload: nothing,
    answer: z.object({ status, casiono: z.array(entry) }),
    aliases: { casino: 'casiono' },
    effect: 'read',
  }),
  'get-sport-setting': call({
    path: '/public/slot/get_sport_setting',
    who: 'visitor',
    payload: nothing,
    answer: z.object({ status, sport: z.array(entry) }),
    effect: 'read',
  }),
  'get-slot-setting': call({
    path: '/public/slot/get_slot_setting',
    who: 'visitor',
    payload: nothing,
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
    servedOnly: true,
    refusals: ['time', 'balance'],
  }),
  /** Asks the operator to credit a deposit that the member pays by bank transfer. Moves money at most once by code. */
  'apply-user-deposit': call({
    path: '/public/balance/apply_user_deposit',
    who: 'member',
    payload: z.strictObject({ balance: depositAmount, code: requestCode }),
    answer: onlyStatus,
    effect: 'write',
    limit: 'money',
    servedOnly: true,
    successes: seen,
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
    answer: z.object({ status: z.string().max(64), ms: shownNumber }),
    effect: 'write',
    limit: 'money',
    successes: seen,
    refusals: ['wait', 'balance', 'pass'],
  }),
  'roll-to-balance': call({
    path: '/user/point_to_money',
    who: 'member',
    payload: z.strictObject({ points, code: requestCode.optional() }),
    answer: onlyStatus,
    effect: 'write',
    limit: 'money',
    successes: seen,
    refusals: ['low_point'],
  }),
  'get-deposit-payment': call({
    path: '/public/pay/get_deposit_payment',
    who: 'member',
    payload: nothing,
    answer: z.object({ status, payments: z.array(payment) }),
    effect: 'read',
  }),
  'apply-deposit-payment': call({
    path: '/public/pay/apply_deposit_payment',
    who: 'member',
    payload: z.strictObject({ balance: depositAmount, code: requestCode, idx: foreignId }),
    answer: z.object({ status, launcherUrl: z.string().min(1).max(4096) }),
    effect: 'write',
    limit: 'money',
    servedOnly: true,
    successes: seen,
    refusals: ['wait'],
  }),
  'get-withdrawal-payment': call({
    path: '/public/pay/get_withdrawal_payment',
    who: 'member',
    payload: nothing,
    answer: z.object({ status, payments: z.array(payment) }),
    effect: 'read',
  }),
  'withdrawal-launcher': call({
    path: '/public/pay/withdrawal_launcher',
    who: 'member',
    payload: z.strictObject({ idx: foreignId }),
    answer: z.object({ status, launcherUrl: z.string().min(1).max(4096) }),
    effect: 'write',
    limit: 'money',
    refusals: ['wait', 'balance'],
  }),
  'get-member': call({
    path: '/user/get_member',
    who: 'member',
    payload: nothing,
    answer: z.object({ status, user }),
    effect: 'read',
    extended: true,
  }),
  'get-deposit-list': call({
    path: '/balance/get_deposit_list',
    who: 'member',
    payload: range,
    answer: movements,
    effect: 'read',
    extended: true,
  }),
  'get-withdraw-list': call({
    path: '/balance/get_withdraw_list',
    who: 'member',
    payload: range,
    answer: movements,
    effect: 'read',
    extended: true,
  }),
  'get-bets-list': call({
    path: '/user/get_slot_bets_list',
    who: 'member',
    payload: range,
    answer: z.object({
      status,
      total: shownNumber,
      bets: z.array(
        z.object({
          id: shownId,
          thirdParty: shownName,
          game: shownName,
          balanceBet: shownNumber,
          balanceWin: shownNumber,
          betTime: shownDate,
        }),
      ),
    }),
    effect: 'read',
    extended: true,
  }),
  'get-comp-list': call({
    path: '/balance/get_point_list',
    who: 'member',
    payload: range,
    answer: z.object({
      status,
      total: shownNumber,
      points: z.array(z.object({ id: shownId, kind: shownName, points: shownNumber, regdate: shownDate })),
    }),
    effect: 'read',
    extended: true,
  }),
  'get-jackpot': call({
    path: '/public/slot/get_jackpot',
    who: 'visitor',
    payload: nothing,
    answer: z.object({ status, amount: shownNumber, asOf: shownDate }),
    effect: 'read',
    extended: true,
  }),
  'money-to-point': call({
    path: '/user/money_to_point',
    alsoPaths: ['/user/user_chang_to_point'],
    who: 'member',
    payload: z.strictObject({ points, code: requestCode }),
    answer: onlyStatus,
    effect: 'write',
    limit: 'money',
    successes: seen,
    refusals: ['balance'],
    extended: true,
  }),
  'change-password': call({
    path: '/user/user_exchange_to_pass',
    who: 'member',
    payload: passwordChange,
    answer: onlyStatus,
    effect: 'write',
    refusals: ['pass'],
    extended: true,
  }),
  'transfer-in': call({
    path: '/balance/user_transfer_in',
    who: 'member',
    payload: nothing,
    answer: z.object({ status, gameMoney: shownNumber, balance: shownNumber }),
    effect: 'write',
    limit: 'money',
    servedOnly: true,
    extended: true,
  }),
  'transfer-out': call({
    path: '/balance/user_withdraw',
    who: 'member',
    payload: nothing,
    answer: z.object({ status, gameMoney: shownNumber, balance: shownNumber }),
    effect: 'write',
    limit: 'money',
    extended: true,
  }),
  /** Ends the log-in that it is called with. With `everywhere` all of the member's: docs/decisions/014-end-every-log-in.md. */
  'do-logout': call({
    path: '/public/user/do_logout',
    who: 'member',
    payload: z.strictObject({ everywhere: z.literal(true).optional() }),
    answer: onlyStatus,
    effect: 'write',
    extended: true,
  }),
  'get-play-limits': call({
    path: '/user/get_play_limits',
    who: 'member',
    payload: nothing,
    answer: z.object({ status, limits }),
    effect: 'read',
    extended: true,
  }),
  'set-play-limits': call({
    path: '/user/set_play_limits',
    who: 'member',
    payload: z.strictObject({
      deposit: z
        .strictObject({ day: wonOrNone.optional(), week: wonOrNone.optional(), month: wonOrNone.optional() })
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
/** What a caller may hand in for a call. */
export type PayloadOf<S extends Segment> = z.input<Contract[S]['payload']>
/** What goes on the wire, parsed. */
export type WireOf<S extends Segment> = z.output<Contract[S]['payload']>
export type AnswerOf<S extends Segment> = z.output<Contract[S]['answer']>
export type RefusalOf<S extends Segment> = Contract[S]['refusals'][number]

/** Segments by name: a Map, because a name from outside must never reach an object's prototype. */
export const segments: ReadonlyMap<string, Segment> = new Map(
  (Object.keys(contract) as Segment[]).map((segment) => [segment, segment]),
)

/** The calls in which `code` is the one-time request token: those whose payload holds `balance` or `points`. */
export const codedSegments: ReadonlySet<Segment> = new Set<Segment>([
  'apply-user-deposit',
  'apply-user-withdraw',
  'apply-deposit-payment',
  'roll-to-balance',
  'money-to-point',
])
