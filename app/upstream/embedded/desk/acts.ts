import { z } from 'zod'
import { day, writtenText } from '../../contract/values'

/**
 * The acts of the operator's desk, POST /house/desk/<act>: one table of what each takes and answers. The desk's
 * program and docs/desk.md name them as they stand here.
 */

/** One row of the table. */
type Act<Does extends 'looks' | 'changes' | 'streams', Payload extends z.ZodObject, Answer extends z.ZodObject> = {
  /** A change is made in one transaction with its line in the log; it may be rehearsed, and is made once by its number. */
  does: Does
  payload: Payload
  /** What it does not name is dropped. A stream answers a file instead, where it has one. */
  answer: Answer
}

function act<
  const Does extends 'looks' | 'changes' | 'streams',
  Payload extends z.ZodObject,
  Answer extends z.ZodObject,
>(row: Act<Does, Payload, Answer>) {
  return row
}

const success = z.literal('success')

/** A row's number, as JSON carries it. */
const number = z.union([z.int().min(1), z.string().regex(/^\d{1,15}$/)], 'a number').transform((value) => BigInt(value))
const member = z
  .string('the id of a member')
  .transform((id) => id.trim().toLowerCase())
  .pipe(z.string().regex(/^[a-z0-9_]{1,64}$/, 'the id of a member'))
const code = z.string().regex(/^[\w.-]{1,64}$/, 'a code')
const page = z.int().min(1).max(1_000_000).default(1)
const range = { from: day.optional(), to: day.optional() }
const written = (most: number) =>
  writtenText(most, { empty: 'some text', long: `${most.toLocaleString('en')} characters at most` })
const title = written(100)
const contents = written(10_000)

/** wait: to be done; already: done; cansel: called off. The wire's own words. */
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

/** Whole won; a sum past 2^53-1 comes as a string of digits. */
const won = z.union([z.int(), z.string().regex(/^-?\d+$/)])
const at = z.iso.datetime()
const listed = <Row extends z.ZodType>(row: Row) =>
  z.object({ status: success, total: z.int(), page: z.int(), pages: z.int(), rows: z.array(row) })
/** After how long play money does by itself what waits, in milliseconds; null: the desk alone does. */
const approvalMs = z.int().nullable()

const movement = z.object({
  id: z.string(),
  kind: movementKind,
  member: z.string(),
  nick: z.string(),
  won,
  fee: won,
  method: z.enum(['bank', 'payment']),
  paymentIdx: z.string().nullable(),
  state,
  appliedAt: at,
  /** When play money does it by itself; null: nobody but the desk, or the payment page. */
  dueAt: at.nullable(),
  settledAt: at.nullable(),
  settledBy: z.string().nullable(),
  /** The member's account, to pay to or to look for among what came in. */
  bank: z.object({ name: z.string(), number: z.string(), owner: z.string() }),
  /** The member's cash now. */
  cash: won,
})

const helpRequest = z.object({
  id: z.string(),
  member: z.string(),
  nick: z.string(),
  title: z.string(),
  contents: z.string(),
  /** Asks for the account to pay into. */
  account: z.boolean(),
  language: z.enum(['ko', 'en']),
  madeAt: at,
  dueAt: at.nullable(),
  state: z.enum(['wait', 'already']),
  answer: z.string().nullable(),
  answeredAt: at.nullable(),
  readAt: at.nullable(),
})

const memberLine = z.object({
  member: z.string(),
  nick: z.string(),
  level: z.int(),
  joinedAt: at,
  cash: won,
  game: won,
  comp: won,
})

const amount = z.object({ count: z.int(), won })

const settling = { kind: movementKind, id: number, reason: written(500).optional() }
const settled = z.object({
  status: success,
  /** False: it was so before. */
  changed: z.boolean(),
  movement,
})

export const acts = {
  /** How much waits, and whether it is done by itself. */
  overview: act({
    does: 'looks',
    payload: z.strictObject({}),
    answer: z.object({
      status: success,
      store: z.enum(['pglite', 'postgres']),
      money: z.enum(['play', 'real']),
      approvalMs,
      waiting: z.object({ deposits: amount, withdrawals: amount, payments: amount, help: z.int() }),
      closedProviders: z.int(),
      members: z.int(),
    }),
  }),

  /** Deposits or withdrawals: waiting ones oldest first, others newest first. `sum` is of all pages. */
  movements: act({
    does: 'looks',
    payload: z.strictObject({
      kind: movementKind,
      state: state.or(z.literal('all')).default('wait'),
      member: member.optional(),
      ...range,
      page,
    }),
    answer: listed(movement).extend({ sum: won, approvalMs }),
  }),

  /** Credits a waiting deposit, or pays a waiting withdrawal out. A payment page reports by itself unless `unpaid` is set. */
  approve: act({
    does: 'changes',
    payload: z.strictObject({ ...settling, unpaid: z.boolean().default(false) }),
    answer: settled,
  }),
  /** Calls a waiting deposit or withdrawal off; a withdrawal's money goes back to the member. */
  cancel: act({ does: 'changes', payload: z.strictObject(settling), answer: settled }),

  /** Help requests, those for the account to pay into among them: waiting ones oldest first, others newest first. */
  requests: act({
    does: 'looks',
    payload: z.strictObject({
      state: z.enum(['wait', 'already', 'all']).default('wait'),
      member: member.optional(),
      page,
    }),
    answer: listed(helpRequest).extend({ approvalMs }),
  }),
  request: act({
    does: 'looks',
    payload: z.strictObject({ id: number }),
    answer: z.object({ status: success, request: helpRequest }),
  }),
  /** Answers a help request; with `replace` also one that has an answer, which is unread again then. */
  answer: act({
    does: 'changes',
    payload: z.strictObject({ id: number, contents, replace: z.boolean().default(false) }),
    answer: z.object({ status: success, request: helpRequest }),
  }),

  /** Sends a note to the named members, or to all there are. */
  note: act({
    does: 'changes',
    payload: z.strictObject({
      to: z.union([z.literal('all'), z.array(member).min(1).max(500)], "'all' or a list of 1 to 500 members"),
      title,
      contents,
    }),
    answer: z.object({ status: success, sent: z.int() }),
  }),

  /** Notices on their page (`list`), or pop-ups of the home page. Newest first. */
  notices: act({
    does: 'looks',
    payload: z.strictObject({ place, state: z.enum(['shown', 'ended', 'all']).default('shown'), page }),
    answer: listed(
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
  /** Shows one; `until` is its last day in Seoul. */
  'add-notice': act({
    does: 'changes',
    payload: z.strictObject({ place, title, contents, until: day.optional() }),
    answer: z.object({ status: success, idx: z.string(), endsAt: at.nullable() }),
  }),
  'end-notice': act({
    does: 'changes',
    payload: z.strictObject({ place, idx: number }),
    answer: z.object({ status: success, changed: z.boolean(), title: z.string() }),
  }),

  /** What there is to play, and what of it is under maintenance. */
  providers: act({
    does: 'looks',
    payload: z.strictObject({ kind: z.enum(['casino', 'slot', 'sport']).optional(), closed: z.boolean().optional() }),
    answer: z.object({
      status: success,
      rows: z.array(
        z.object({
          code: z.string(),
          kind: z.enum(['casino', 'slot', 'sport']),
          nameKo: z.string(),
          nameEn: z.string(),
          used: z.enum(['y', 'n']),
          closedAt: at.nullable(),
        }),
      ),
    }),
  }),
  /** Puts a provider under maintenance (`used` n) or opens it again. New bets stop at once; lists of the site are held for 30 s. */
  maintenance: act({
    does: 'changes',
    payload: z.strictObject({ provider: code, used: z.enum(['y', 'n']) }),
    answer: z.object({ status: success, changed: z.boolean(), provider: z.string(), used: z.enum(['y', 'n']) }),
  }),
  /** The codes that open a registration, newest first, a thousand at most. */
  'referral-codes': act({
    does: 'looks',
    payload: z.strictObject({}),
    answer: z.object({
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
  /** Makes a code that opens a registration; `origin` fills it in for the visitors of one origin, or with * of every one. */
  'add-referral-code': act({
    does: 'changes',
    payload: z.strictObject({
      code: z.string().regex(/^[A-Z0-9]{1,32}$/, '1 to 32 of A-Z and 0-9'),
      owner: member,
      origin: z
        .string()
        .refine((raw) => raw === '*' || (URL.canParse(raw) && new URL(raw).origin === raw), 'an origin, or *')
        .optional(),
    }),
    answer: z.object({ status: success, code: z.string(), owner: z.string(), origin: z.string().nullable() }),
  }),
  /** What a game provider, or the payment service, signs its callbacks with, newest first. The log keeps who asked, not the answer. */
  'callback-secret': act({
    does: 'looks',
    payload: z.strictObject({ provider: code }),
    answer: z.object({
      status: success,
      provider: z.string(),
      kind: z.enum(['games', 'payments']),
      /** Where what it is derived from stands. */
      from: z.enum(['setting', 'database']),
      secrets: z.array(z.string()).min(1),
    }),
  }),

  /** Members whose id or nick holds some letters, or whose phone number ends so; newest first. */
  members: act({
    does: 'looks',
    payload: z.strictObject({
      search: z
        .string()
        .trim()
        .regex(/^[^\p{Cc}\p{Cs}]{1,64}$/u, '1 to 64 characters')
        .optional(),
      page,
    }),
    answer: listed(memberLine),
  }),
  member: act({
    does: 'looks',
    payload: z.strictObject({ member }),
    answer: z.object({
      status: success,
      member: memberLine.extend({
        phone: z.string(),
        bank: z.object({ name: z.string(), number: z.string(), owner: z.string() }),
        referralCode: z.string().nullable(),
      }),
      waiting: z.object({ deposits: amount, withdrawals: amount }),
      done: z.object({ deposits: amount, withdrawals: amount }),
      bets: z.object({ count: z.int(), staked: won, won }),
      unread: z.object({ notes: z.int(), answers: z.int() }),
    }),
  }),
  /** Entries of the ledger, newest first: one member's, one kind of account's, or all. */
  ledger: act({
    does: 'looks',
    payload: z.strictObject({ member: member.optional(), account: accountKind.optional(), ...range, page }),
    answer: listed(
      z.object({
        id: z.string(),
        transfer: z.string(),
        at,
        account: accountKind,
        member: z.string().nullable(),
        provider: z.string().nullable(),
        won,
        /** The balance after it; null where none is kept. */
        after: won.nullable(),
        cause: z.string(),
        causeId: z.string().nullable(),
      }),
    ),
  }),
  /** Gives a member money, or below zero takes it, with the reason in the log: a mistake is made good, never undone. */
  correct: act({
    does: 'changes',
    payload: z.strictObject({
      member,
      account: z.enum(['cash', 'game', 'comp']),
      won: z.int().refine((won) => won !== 0, 'whole won, and not 0'),
      reason: written(500),
    }),
    answer: z.object({
      status: success,
      transfer: z.string(),
      member: z.string(),
      account: accountKind,
      won,
      after: won,
    }),
  }),
  /** Ends all log-ins of the named members, or of everybody. */
  'sign-out': act({
    does: 'changes',
    payload: z.strictObject({ to: z.union([z.literal('all'), z.array(member).min(1).max(500)]) }),
    answer: z.object({ status: success, ended: z.int() }),
  }),

  /** Proves the books. */
  audit: act({
    does: 'looks',
    payload: z.strictObject({}),
    answer: z.object({
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
  /** The log of all these acts, newest first. */
  acts: act({
    does: 'looks',
    payload: z.strictObject({ act: code.optional(), ...range, page }),
    answer: listed(
      z.object({
        id: z.string(),
        at,
        who: z.string(),
        act: z.string(),
        rehearsed: z.boolean(),
        payload: z.unknown(),
        result: z.unknown(),
      }),
    ),
  }),

  /** A CSV file, oldest first. `state` is for deposits and withdrawals. */
  export: act({
    does: 'streams',
    payload: z.strictObject({
      what: z.enum(['deposits', 'withdrawals', 'ledger']),
      state: state.or(z.literal('all')).default('all'),
      member: member.optional(),
      ...range,
    }),
    answer: z.object({ status: success }),
  }),
  /** The whole store as one file; on PostgreSQL there is none, its own pg_dump makes it. */
  backup: act({
    does: 'streams',
    payload: z.strictObject({}),
    answer: z.object({ status: success, store: z.literal('postgres') }),
  }),
}

export type ActName = keyof typeof acts
export type PayloadOf<A extends ActName> = z.output<(typeof acts)[A]['payload']>
export type AnswerOf<A extends ActName> = z.input<(typeof acts)[A]['answer']>

/** What every act may carry beside its own: who asks, for the log. */
export const asked = z.object({
  /** A name for the log; nothing is proven by it. */
  by: z
    .string()
    .trim()
    .regex(/^[^\p{Cc}\p{Cs}]{1,64}$/u, 'a name of 1 to 64 characters')
    .optional(),
})

/** And what a change may carry. */
export const askedOfChange = asked.extend({
  /** The same number again, with the same payload, gives the first answer and changes nothing more. */
  requestId: z
    .string()
    .regex(/^[A-Za-z0-9_-]{8,64}$/, '8 to 64 of A-Z a-z 0-9 - _')
    .optional(),
  /** Does it, undoes it, and tells what it came to. */
  dryRun: z.boolean().default(false),
})
