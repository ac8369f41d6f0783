import { z } from 'zod'
import { breakLengths, exclusionLengths, storedLimits } from '~/upstream/contract/play-limits'
import { day, freeText } from '~/upstream/contract/values'
import { parseMovementNumber } from '../movements/number'

/**
 * The commands of the operator's desk, POST /house/desk/<command>: the payload and the result of each. The desk's
 * command line program and docs/desk.md use the same names.
 */

/** A row of the table. Fields that the result's schema does not name are dropped. */
function defineCommand<
  const Kind extends 'read' | 'change' | 'download',
  Payload extends z.ZodObject,
  Result extends z.ZodObject,
>(row: {
  /**
   * `change`: runs in one transaction with its log entry, takes `dryRun`, and is idempotent by `requestId`. `download`:
   * may answer a file instead.
   */
  kind: Kind
  payload: Payload
  result: Result
  /**
   * Fields that a line of the log has for good. The others may be personal and are kept beside it until they are erased:
   * ids of members, which the line has as numbers, and texts.
   */
  logged: readonly (keyof z.input<Payload>)[]
  /** Whether the others are not kept at all. */
  keepsNoTexts?: true
}) {
  return row
}

const success = z.literal('success')

/** The id of a row: a JSON number, or a string of up to 15 digits. */
const rowId = z.union([z.int().min(1), z.string().regex(/^\d{1,15}$/)], 'a number').transform((value) => BigInt(value))
const member = z
  .string('the id of a member')
  .transform((id) => id.trim().toLowerCase())
  .pipe(z.string().regex(/^[a-z0-9_]{1,64}$/, 'the id of a member'))
const code = z.string().regex(/^[\w.-]{1,64}$/, 'a code')
/** A movement's number as its member reads it out; parsed to the id of its row. */
const movementNumber = z.string('a number like 4F7K-21').transform((typed, context) => {
  const id = parseMovementNumber(typed)
  if (id === undefined) context.addIssue({ code: 'custom', message: 'a number like 4F7K-21' })
  return id ?? z.NEVER
})
const page = z.int().min(1).max(1_000_000).default(1)
const dateRange = { from: day.optional(), to: day.optional() }
const textUpTo = (maxLength: number) =>
  freeText(maxLength, { empty: 'some text', long: `${maxLength.toLocaleString('en')} characters at most` })
const title = textUpTo(100)
const contents = textUpTo(10_000)

/** `wait` is pending, `already` is done, `cansel` is cancelled: the spelling of the upstream's contract. */
const state = z.enum(['wait', 'already', 'cansel'])
const movementKind = z.enum(['deposit', 'withdrawal'])
const place = z.enum(['list', 'popup'])
const accountKind = z.enum([
  'cash',
  'game',
  'comp',
  'provider',
  'jackpot',
  'bank',
  'payments',
  'held',
  'comp_budget',
  'fees',
])

/** Accounts of a member. */
const memberAccount = z.enum(['cash', 'game', 'comp'])
const providerKind = z.enum(['casino', 'slot', 'sport'])
/** Which notices to list: those that are shown, those that have ended, or all. */
const noticeState = z.enum(['shown', 'ended', 'all'])
export const exportKind = z.enum(['deposits', 'withdrawals', 'ledger'])

/** Whole won. A sum past 2^53-1 is a string of digits. */
const won = z.union([z.int(), z.string().regex(/^-?\d+$/)])
const at = z.iso.datetime()
const pageOfRows = <Row extends z.ZodType>(row: Row) =>
  z.object({ status: success, total: z.int(), page: z.int(), pages: z.int(), rows: z.array(row) })
/** Delay before play money settles or answers automatically, in milliseconds; null when only the desk does. */
const approvalMs = z.int().nullable()

const movement = z.object({
  id: z.string(),
  /** What its member sees and reads out, like 4F7K-21. */
  number: z.string(),
  kind: movementKind,
  member: z.string(),
  nick: z.string(),
  won,
  fee: won,
  method: z.enum(['bank', 'payment']),
  paymentIdx: z.string().nullable(),
  state,
  appliedAt: at,
  /** When play money settles it automatically; null when only the desk or the payment page does. */
  dueAt: at.nullable(),
  settledAt: at.nullable(),
  settledBy: z.string().nullable(),
  /** The member's bank account: where a withdrawal is paid to, or where a deposit comes from. */
  bank: z.object({ name: z.string(), number: z.string(), owner: z.string() }),
  /** The member's current cash balance. */
  cash: won,
})

const helpRequest = z.object({
  id: z.string(),
  member: z.string(),
  nick: z.string(),
  title: z.string(),
  contents: z.string(),
  /** Whether it asks for the bank account to pay into. */
  account: z.boolean(),
  language: z.enum(['ko', 'en']),
  madeAt: at,
  dueAt: at.nullable(),
  state: z.enum(['wait', 'already']),
  answer: z.string().nullable(),
  answeredAt: at.nullable(),
  readAt: at.nullable(),
})

const memberSummary = z.object({
  member: z.string(),
  nick: z.string(),
  level: z.int(),
  joinedAt: at,
  /** Since when the account is closed, and when its personal data were erased; null: it is open, they are there. */
  closedAt: at.nullable(),
  erasedAt: at.nullable(),
  cash: won,
  game: won,
  comp: won,
})

const amount = z.object({ count: z.int(), won })

/** A member's own limits; null where none is set or runs. */
const limits = z.object({ ...storedLimits.shape, used: z.object({ day: won, week: won, month: won }) })
const lowerLimit = z.int().min(0).optional()

/** A movement by the id of its row, or by the number that its member reads out. */
const movementId = z.union([rowId, movementNumber], 'a number, such as 21 or 4F7K-21')
const settlePayload = { kind: movementKind, id: movementId, reason: textUpTo(500).optional() }
const settleResult = z.object({
  status: success,
  /** False when it was in that state already. */
  changed: z.boolean(),
  movement,
})

export const commands = {
  /** Counts and sums of what is pending, and how long until play money settles it. */
  overview: defineCommand({
    kind: 'read',
    logged: [],
    payload: z.strictObject({}),
    result: z.object({
      status: success,
      store: z.enum(['pglite', 'postgres']),
      money: z.enum(['play', 'real']),
      approvalMs,
      waiting: z.object({ deposits: amount, withdrawals: amount, payments: amount, help: z.int() }),
      closedProviders: z.int(),
      members: z.int(),
    }),
  }),

  /** Deposits or withdrawals: pending ones oldest first, others newest first. `sum` covers all pages. */
  movements: defineCommand({
    kind: 'read',
    logged: ['kind', 'state', 'from', 'to', 'page'],
    payload: z.strictObject({
      kind: movementKind,
      state: state.or(z.literal('all')).default('wait'),
      member: member.optional(),
      ...dateRange,
      page,
    }),
    result: pageOfRows(movement).extend({ sum: won, approvalMs }),
  }),

  /** The deposit or withdrawal with a number. */
  movement: defineCommand({
    kind: 'read',
    logged: ['number'],
    payload: z.strictObject({ number: movementNumber }),
    result: z.object({ status: success, movement }),
  }),

  /**
   * Credits a pending deposit or completes a pending withdrawal. A deposit by payment page is credited only with
   * `unpaid`, because the page reports it itself.
   */
  approve: defineCommand({
    kind: 'change',
    logged: ['kind', 'id', 'unpaid'],
    payload: z.strictObject({ ...settlePayload, unpaid: z.boolean().default(false) }),
    result: settleResult,
  }),
  /** Cancels a pending deposit or withdrawal. A withdrawal's money goes back to the member. */
  cancel: defineCommand({
    kind: 'change',
    logged: ['kind', 'id'],
    payload: z.strictObject(settlePayload),
    result: settleResult,
  }),

  /** Help requests, with those for the bank account to pay into. Pending ones oldest first, others newest first. */
  requests: defineCommand({
    kind: 'read',
    logged: ['state', 'page'],
    payload: z.strictObject({
      state: z.enum(['wait', 'already', 'all']).default('wait'),
      member: member.optional(),
      page,
    }),
    result: pageOfRows(helpRequest).extend({ approvalMs }),
  }),
  request: defineCommand({
    kind: 'read',
    logged: ['id'],
    payload: z.strictObject({ id: rowId }),
    result: z.object({ status: success, request: helpRequest }),
  }),
  /** Answers a help request. With `replace` it also replaces an existing answer, which is then unread again. */
  answer: defineCommand({
    kind: 'change',
    logged: ['id', 'replace'],
    payload: z.strictObject({ id: rowId, contents, replace: z.boolean().default(false) }),
    result: z.object({ status: success, request: helpRequest }),
  }),

  /** Sends a note to the named members, or to all. */
  note: defineCommand({
    kind: 'change',
    logged: ['to'],
    payload: z.strictObject({
      to: z.union([z.literal('all'), z.array(member).min(1).max(500)], "'all' or a list of 1 to 500 members"),
      title,
      contents,
    }),
    result: z.object({ status: success, sent: z.int() }),
  }),

  /** Site notices (`list`) or pop-ups of the home page (`popup`), newest first. */
  notices: defineCommand({
    kind: 'read',
    logged: ['place', 'state', 'page'],
    payload: z.strictObject({ place, state: noticeState.default('shown'), page }),
    result: pageOfRows(
      z.object({
        idx: z.string(),
        place,
        title: z.string(),
        contents: z.string(),
        madeAt: at,
        endsAt: at.nullable(),
        shown: z.boolean(),
      }),
    ),
  }),
  /** Publishes a notice. `until` is its last day in Seoul. */
  'add-notice': defineCommand({
    kind: 'change',
    logged: ['place', 'title', 'contents', 'until'],
    payload: z.strictObject({ place, title, contents, until: day.optional() }),
    result: z.object({ status: success, idx: z.string(), endsAt: at.nullable() }),
  }),
  'end-notice': defineCommand({
    kind: 'change',
    logged: ['place', 'idx'],
    payload: z.strictObject({ place, idx: rowId }),
    result: z.object({ status: success, changed: z.boolean(), title: z.string() }),
  }),

  /** Game providers, and which of them are under maintenance. */
  providers: defineCommand({
    kind: 'read',
    logged: ['kind', 'closed'],
    payload: z.strictObject({ kind: providerKind.optional(), closed: z.boolean().optional() }),
    result: z.object({
      status: success,
      rows: z.array(
        z.object({
          code: z.string(),
          kind: providerKind,
          nameKo: z.string(),
          nameEn: z.string(),
          used: z.enum(['y', 'n']),
          closedAt: at.nullable(),
        }),
      ),
    }),
  }),
  /** Puts a provider under maintenance (`used` n) or reopens it. Bets stop at once; the site caches lists for 30 s. */
  maintenance: defineCommand({
    kind: 'change',
    logged: ['provider', 'used'],
    payload: z.strictObject({ provider: code, used: z.enum(['y', 'n']) }),
    result: z.object({ status: success, changed: z.boolean(), provider: z.string(), used: z.enum(['y', 'n']) }),
  }),
  /** Referral codes, newest first, at most 1,000. */
  'referral-codes': defineCommand({
    kind: 'read',
    logged: [],
    payload: z.strictObject({}),
    result: z.object({
      status: success,
      rows: z.array(
        z.object({
          code: z.string(),
          owner: z.string(),
          origin: z.string().nullable(),
          madeAt: at,
          members: z.int(),
        }),
      ),
    }),
  }),
  /** Creates a referral code. `origin` prefills it for visitors of that origin, or of every origin with `*`. */
  'add-referral-code': defineCommand({
    kind: 'change',
    logged: ['code', 'origin'],
    payload: z.strictObject({
      code: z.string().regex(/^[A-Z0-9]{1,32}$/, '1 to 32 of A-Z and 0-9'),
      owner: member,
      origin: z
        .string()
        .refine((raw) => raw === '*' || (URL.canParse(raw) && new URL(raw).origin === raw), 'an origin, or *')
        .optional(),
    }),
    result: z.object({ status: success, code: z.string(), owner: z.string(), origin: z.string().nullable() }),
  }),
  /**
   * The secrets that a game provider or the payment service signs its callbacks with, newest first. The log records
   * the request without the result.
   */
  'callback-secret': defineCommand({
    kind: 'read',
    logged: ['provider'],
    payload: z.strictObject({ provider: code }),
    result: z.object({
      status: success,
      provider: z.string(),
      kind: z.enum(['games', 'payments']),
      /** Where the secret that they are derived from is stored. */
      from: z.enum(['setting', 'database']),
      secrets: z.array(z.string()).min(1),
    }),
  }),

  /** Members whose id or nick contains `search`, or whose phone ends with it (4 digits or more), newest first. */
  members: defineCommand({
    kind: 'read',
    logged: ['page'],
    keepsNoTexts: true,
    payload: z.strictObject({
      search: z
        .string()
        .trim()
        .regex(/^[^\p{Cc}\p{Cs}]{1,64}$/u, '1 to 64 characters')
        .optional(),
      page,
    }),
    result: pageOfRows(memberSummary),
  }),
  member: defineCommand({
    kind: 'read',
    logged: [],
    payload: z.strictObject({ member }),
    result: z.object({
      status: success,
      member: memberSummary.extend({
        phone: z.string(),
        bank: z.object({ name: z.string(), number: z.string(), owner: z.string() }),
        referralCode: z.string().nullable(),
      }),
      waiting: z.object({ deposits: amount, withdrawals: amount }),
      done: z.object({ deposits: amount, withdrawals: amount }),
      bets: z.object({ count: z.int(), staked: won, won }),
      unread: z.object({ notes: z.int(), answers: z.int() }),
      limits,
      /** Documents that the member accepted, newest first. `adult`: they also said to be of age. */
      documents: z.array(
        z.object({ document: z.enum(['terms', 'privacy']), version: z.string(), adult: z.boolean(), acceptedAt: at }),
      ),
    }),
  }),
  /**
   * Lowers a member's deposit limits, or begins a break or self-exclusion, at the member's request. It never raises a
   * limit or shortens an exclusion. The log records `reason`.
   */
  restrict: defineCommand({
    kind: 'change',
    logged: ['deposit', 'break', 'exclude'],
    payload: z
      .strictObject({
        member,
        deposit: z.strictObject({ day: lowerLimit, week: lowerLimit, month: lowerLimit }).optional(),
        break: z.enum(breakLengths).optional(),
        exclude: z.enum(exclusionLengths).optional(),
        reason: textUpTo(500),
      })
      .refine((asked) => asked.deposit ?? asked.break ?? asked.exclude, 'deposit, break or exclude'),
    result: z.object({ status: success, member: z.string(), limits: storedLimits }),
  }),
  /** All changes of a member's limits, newest first: what was asked for, and the limits after it. */
  'limit-changes': defineCommand({
    kind: 'read',
    logged: ['page'],
    payload: z.strictObject({ member, page }),
    result: pageOfRows(
      z.object({
        id: z.string(),
        at,
        by: z.enum(['member', 'desk']),
        change: z.unknown(),
        limits: storedLimits,
      }),
    ),
  }),
  /**
   * Open accounts with the phone or bank account of a member whose break or self-exclusion runs and ends later than any of
   * their own: one row for each such member, newest account first. Of erased members only hashes are left: they are not
   * compared.
   */
  'linked-accounts': defineCommand({
    kind: 'read',
    logged: ['page'],
    payload: z.strictObject({ page }),
    result: pageOfRows(
      memberSummary.extend({
        excludedUntil: at.nullable(),
        /** The excluded member, what both have, and when that exclusion ends. */
        linked: z.object({ member: z.string(), phone: z.boolean(), bankAccount: z.boolean(), excludedUntil: at }),
      }),
    ),
  }),
  /** Ledger entries, newest first, optionally of one member or one kind of account. */
  ledger: defineCommand({
    kind: 'read',
    logged: ['account', 'from', 'to', 'page'],
    payload: z.strictObject({ member: member.optional(), account: accountKind.optional(), ...dateRange, page }),
    result: pageOfRows(
      z.object({
        id: z.string(),
        transfer: z.string(),
        at,
        account: accountKind,
        member: z.string().nullable(),
        provider: z.string().nullable(),
        won,
        /** The account's balance after the entry; null for accounts that keep no balance. */
        after: won.nullable(),
        cause: z.string(),
        causeId: z.string().nullable(),
      }),
    ),
  }),
  /** Credits a member's account by a new transfer, or debits it when `won` is negative. The log records `reason`. */
  correct: defineCommand({
    kind: 'change',
    logged: ['account', 'won'],
    payload: z.strictObject({
      member,
      account: memberAccount,
      won: z.int().refine((won) => won !== 0, 'whole won, and not 0'),
      reason: textUpTo(500),
    }),
    result: z.object({
      status: success,
      transfer: z.string(),
      member: z.string(),
      account: accountKind,
      won,
      after: won,
    }),
  }),
  /** Ends all sessions of the named members, or of everybody. */
  'sign-out': defineCommand({
    kind: 'change',
    logged: ['to'],
    payload: z.strictObject({ to: z.union([z.literal('all'), z.array(member).min(1).max(500)]) }),
    result: z.object({ status: success, ended: z.int() }),
  }),

  /**
   * Makes a restored store ready to serve: begins a new epoch, so that answers kept elsewhere for what it lacks count for
   * nothing, and ends all sessions.
   */
  'begin-epoch': defineCommand({
    kind: 'change',
    logged: [],
    payload: z.strictObject({}),
    result: z.object({ status: success, ended: z.int() }),
  }),

  /**
   * Closes a member's account or, with `closed` false, opens it again. Nobody can log in to a closed one; its personal
   * data are erased after RETENTION_DAYS.
   */
  close: defineCommand({
    kind: 'change',
    logged: ['closed'],
    payload: z.strictObject({ member, closed: z.boolean().default(true), reason: textUpTo(500).optional() }),
    result: z.object({ status: success, changed: z.boolean(), member: z.string(), closedAt: at.nullable() }),
  }),
  /**
   * Erases a member's personal data for good; what the books need stays, by number. Refused while the member has money
   * or something of theirs waits. A running break or self-exclusion stays closed to their phone and bank account.
   */
  erase: defineCommand({
    kind: 'change',
    logged: [],
    keepsNoTexts: true,
    payload: z.strictObject({ member }),
    result: z.object({
      status: success,
      changed: z.boolean(),
      /** The name that took the place of the id. */
      member: z.string(),
      /** Until when phone and bank account stay refused; null: nothing runs. */
      excludedUntil: at.nullable(),
    }),
  }),
  /** All that is stored about one member as JSON, without hashes and without data of others. */
  'export-member': defineCommand({
    kind: 'download',
    logged: [],
    payload: z.strictObject({ member }),
    result: z.object({ status: success }),
  }),
  /**
   * Deletes a batch of what RETENTION_DAYS no longer keeps, as the site does by itself every hour. `more` says whether
   * there may be another.
   */
  retention: defineCommand({
    kind: 'change',
    logged: [],
    payload: z.strictObject({}),
    result: z.object({
      status: success,
      logins: z.int(),
      messages: z.int(),
      deskTexts: z.int(),
      members: z.int(),
      exclusions: z.int(),
      more: z.boolean(),
    }),
  }),

  /**
   * Ends the play money of a store for good, so that it can be started with real money: cancels what waits, returns open
   * bets, brings every account of the books to zero, closes all members, erases the demo's, deletes all referral codes and
   * ends all notices. Refused with real money. Running it again ends what came after.
   */
  'end-play-money': defineCommand({
    kind: 'change',
    logged: [],
    payload: z.strictObject({}),
    result: z.object({
      status: success,
      /** How many members were closed now; of them erased; log-ins ended; and so on. */
      members: z.int(),
      erased: z.int(),
      logins: z.int(),
      movements: z.int(),
      bets: z.int(),
      /** Accounts of members that had a balance. */
      accounts: z.int(),
      codes: z.int(),
      notices: z.int(),
    }),
  }),

  /** Checks the ledger and everything that must agree with it. */
  audit: defineCommand({
    kind: 'read',
    logged: [],
    payload: z.strictObject({}),
    result: z.object({
      status: success,
      inOrder: z.boolean(),
      findings: z.array(z.object({ check: z.string(), count: z.int(), examples: z.array(z.string()) })),
      figures: z.object({
        members: z.int(),
        transfers: z.int(),
        entries: z.int(),
        sum: won,
        accounts: z.record(z.string(), won),
        waiting: z.object({ deposits: amount, withdrawals: amount }),
        done: z.object({ deposits: amount, withdrawals: amount }),
        bets: z.object({ open: amount, settled: amount, returned: amount }),
      }),
      ms: z.int(),
    }),
  }),
  /** The desk's log, newest first. */
  acts: defineCommand({
    kind: 'read',
    logged: ['act', 'from', 'to', 'page'],
    payload: z.strictObject({ act: code.optional(), ...dateRange, page }),
    result: pageOfRows(
      z.object({
        id: z.string(),
        at,
        who: z.string(),
        act: z.string(),
        rehearsed: z.boolean(),
        payload: z.unknown(),
        result: z.unknown(),
        /** The members that it was about, by the ids that they have now. */
        members: z.array(z.string()),
        /** When ids and texts were taken out of a line of an older release; null: they were not. */
        redactedAt: at.nullable(),
      }),
    ),
  }),

  /** A CSV file, oldest first. `state` applies to deposits and withdrawals. */
  export: defineCommand({
    kind: 'download',
    logged: ['what', 'state', 'from', 'to'],
    payload: z.strictObject({
      what: exportKind,
      state: state.or(z.literal('all')).default('all'),
      member: member.optional(),
      ...dateRange,
    }),
    result: z.object({ status: success }),
  }),
  /** The whole PGlite store as one file. On PostgreSQL it answers no file, because pg_dump makes the backup. */
  backup: defineCommand({
    kind: 'download',
    logged: [],
    payload: z.strictObject({}),
    result: z.object({ status: success, store: z.literal('postgres') }),
  }),
}

export type CommandName = keyof typeof commands

/** Whether a text is the name of a command. */
export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(commands, name)
}

export type CommandPayload<A extends CommandName> = z.output<(typeof commands)[A]['payload']>
export type CommandResult<A extends CommandName> = z.input<(typeof commands)[A]['result']>

/** Fields that every command accepts. */
export const commonFields = z.object({
  /** The operator's name for the log. It is not verified. */
  by: z
    .string()
    .trim()
    .regex(/^[^\p{Cc}\p{Cs}]{1,64}$/u, 'a name of 1 to 64 characters')
    .optional(),
})

/** Fields that every change accepts. */
export const changeFields = commonFields.extend({
  /** Repeating an id with the same payload returns the first result and changes nothing more. */
  requestId: z
    .string()
    .regex(/^[A-Za-z0-9_-]{8,64}$/, '8 to 64 of A-Z a-z 0-9 - _')
    .optional(),
  /** Runs the change, rolls it back and answers its result. */
  dryRun: z.boolean().default(false),
})
