import { z } from 'zod'
import { createNumberFormatter } from '~/i18n/formats'
import { day, freeText } from '~/upstream/contract/fields/values'
import { stored } from '~/values/status'
import { cleanCode, cleanName } from '~/values/typed-text'
import type { Roles } from './roles'

type Definition<Payload extends z.ZodRawShape, Result extends z.ZodRawShape> = {
  roles: Roles
  payload?: Payload
  result?: Result
  /** Fields that log entries store permanently. */
  logged?: readonly (keyof Payload & string)[]
  columns?: readonly string[]
  /** Not logged, because it names no member and a screen repeats it automatically. */
  isUnlogged?: true
  isLogin?: true
  /** Requires a 2FA code entered in the last five minutes, not just earlier in this session. */
  isDangerous?: true
  isDestructive?: true
  hasNoForm?: true
  /** Runs without a preview, because another command undoes it at once. */
  isDirect?: true
  /** A read with an effect outside the store; its page runs it only when a button is clicked. */
  isPressed?: true
  /** The field that may list several items. Each item becomes a separate change. */
  each?: keyof Payload & string
  /** Its form and preview show the transaction with the payload's id. */
  showsMovement?: true
  keepsNoTexts?: true
  /** Refusals (409) beyond those common to all changes. Texts: `refused.<status>` in locales/backoffice. */
  refuses?: readonly string[]
  /** Fields that are shown only once: neither the log nor the response to a repeated request contains them. */
  secret?: readonly (keyof Result & string)[]
  /** The amount that the change moves. At BACKOFFICE_SECOND_PERSON_FROM or above, two people must approve it. */
  moves?: (result: z.output<z.ZodObject<Result>>) => { member: string; won: number | string } | undefined
  /** The payloads for which BACKOFFICE_SECOND_PERSON_FOR may require two people. */
  isForTwo?: (payload: z.output<z.ZodObject<Payload>>) => boolean
}
type None = Record<never, never>

const definer =
  <const Kind extends 'read' | 'change' | 'download'>(kind: Kind) =>
  <Payload extends z.ZodRawShape = None, Result extends z.ZodRawShape = None>({
    payload = {} as Payload,
    result,
    ...row
  }: Definition<Payload, Result>) => ({
    ...row,
    kind,
    payload: z.strictObject(payload),
    result: z.object({ status: z.literal('success').default('success'), ...(result as Result) }),
    logged: (row.logged ?? []) as readonly string[],
    each: row.each as string | undefined,
    refuses: row.refuses ?? [],
    secret: (row.secret ?? []) as readonly string[],
  })

export const read = definer('read')
/** A change runs in one transaction with its log entry, accepts `dryRun`, and is idempotent by `requestId`. */
export const change = definer('change')
export const download = definer('download')

/** Several fields with the same schema. */
export const each = <Schema extends z.ZodType, const Name extends string>(schema: Schema, ...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema>

export const rowId = z
  .union([z.int().min(1), z.string().regex(/^\d{1,15}$/, 'a number')], 'a number')
  .transform((value) => BigInt(value))
export const member = z
  .string('the id of a member')
  .transform((id) => cleanCode(id).toLowerCase())
  .pipe(z.string().regex(/^[a-z0-9_]{1,64}$/, 'the id of a member'))
export const members = z.union(
  [z.literal('all'), z.array(member).min(1).max(500)],
  "'all' or a list of 1 to 500 members",
)
export const tag = z
  .string('a word')
  .transform((word) => cleanName(word).toLowerCase())
  .pipe(z.string().regex(/^[\p{L}\p{N}_-]{1,32}$/u, '1 to 32 letters, digits, - or _'))
export const code = z.string().regex(/^[\w.-]{1,64}$/, 'a code')
export const paging = { page: z.int().min(1).max(1_000_000).default(1), size: z.int().min(1).max(1_000).default(50) }
export const order = z.enum(['oldest', 'newest']).optional()
export const dateRange = { from: day.optional(), to: day.optional() }
export const ofMember = member.optional()
const inEnglish = createNumberFormatter('en')
export const textUpTo = (maxLength: number) =>
  freeText(maxLength, {
    empty: 'some text',
    long: `${inEnglish(maxLength)} characters at most`,
    unreadable: 'text without invisible characters',
  })
export const title = textUpTo(100)
export const contents = textUpTo(10_000)
export const reason = textUpTo(500).optional()

const line = textUpTo(60).refine((text) => !/[\n\t]/.test(text), 'one line')
export const accountToPay = z.strictObject({ bank: line, number: line, holder: line })

export const state = z.enum([stored.pending, stored.done, stored.cancelled])
export const memberAccount = z.enum(['cash', 'game', 'comp'])
const otherAccounts = ['provider', 'jackpot', 'bank', 'payments', 'held', 'comp_budget', 'fees'] as const
export const accountKind = z.enum([...memberAccount.options, ...otherAccounts])

/** Whole won. A sum above 2^53-1 is a string of digits. */
export const won = z.union([z.int(), z.string().regex(/^-?\d+$/)])
export const at = z.iso.datetime()
export const pageOf = <Row extends z.ZodRawShape>(row: Row) => ({
  ...each(z.int(), 'total', 'page', 'pages'),
  rows: z.array(z.object(row)),
})

/** A result that is a complete list, without pages. */
export const rowsOf = <Row extends z.ZodRawShape>(row: Row) => ({ rows: z.array(z.object(row)) })

export const approvalMs = z.int().nullable()

export const amount = z.object({ count: z.int(), won })
export const bankAccount = z.object({ name: z.string(), number: z.string(), owner: z.string() })

export const transactionKind = z.enum(['deposit', 'withdrawal'])

export const movement = z.object({
  ...each(z.string(), 'id', 'number'),
  kind: transactionKind,
  ...each(z.string(), 'member', 'nick'),
  won,
  fee: won,
  method: z.enum(['bank', 'payment']),
  paymentIdx: z.string().nullable(),
  /** The deposit (the callback's `deposit`) that this money was paid for but could not be credited to. */
  paidFor: z.string().nullable(),
  state,
  appliedAt: at,
  ...each(at.nullable(), 'dueAt', 'settledAt'),
  settledBy: z.string().nullable(),
  /** The person who is paying or checking it, and since when. */
  claimedBy: z.string().nullable(),
  claimedAt: at.nullable(),
  told: z.string().nullable(),
  /** `accountChangedAt`: when the latest hold on withdrawals started, whatever its reason. */
  ...each(at.nullable(), 'accountChangedAt', 'breakUntil', 'excludedUntil'),
  /** The account that a withdrawal is paid to or a deposit comes from. */
  bank: bankAccount.nullable(),
  cash: won,
  tags: z.array(z.string()),
  /** The member's unanswered request for the account that this bank deposit is to be paid into. */
  accountRequest: z.string().nullable(),
})

const shares = z.array(z.enum(['address', 'browser', 'phone', 'holder', 'bankAccount']))
export const sharing = { member: z.string(), shares }

/** What to look at before paying: bets since the last deposit, that deposit, and members with details in common. */
export const signs = { turnover: won, deposited: won, sharedWith: z.array(z.object(sharing)), sharedCount: z.int() }
