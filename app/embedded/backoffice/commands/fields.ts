import { z } from 'zod'
import { createNumberFormatter } from '~/i18n/formats'
import { day, freeText } from '~/upstream/contract/fields/values'
import { stored } from '~/values/status'
import { cleanCode } from '~/values/typed-text'

const people = ['reader', 'support', 'cashier', 'owner'] as const
/** What a token of the back office may do. BACKOFFICE_TOKEN is an owner's. A machine makes backups and audits by night. */
export const roles = ['machine', ...people] as const
export type Role = (typeof roles)[number]
/** The roles that may run a command; the owner always may. */
type Roles = readonly [...Exclude<Role, 'owner'>[], 'owner']

/** Whoever gives a member a new password or bank account pays nothing out, and whoever pays out changes neither. */
export const everybody: Roles = [...people]
export const support: Roles = ['support', 'owner']
export const cashiers: Roles = ['cashier', 'owner']
export const supportAndCashiers: Roles = ['support', 'cashier', 'owner']
export const owners: Roles = ['owner']
export const ownersAndMachines: Roles = ['machine', 'owner']
export const everybodyAndMachines: Roles = ['machine', ...people]

/** Whether a role reads whole phone and account numbers of members: those who call them or move their money. */
export const seesContacts = (role: Role) => role !== 'reader'

type Definition<Payload extends z.ZodRawShape, Result extends z.ZodRawShape> = {
  roles: Roles
  payload?: Payload
  /** Fields of the result beside its status. Fields that are not named here are dropped. */
  result?: Result
  /**
   * Fields that a line of the log has for good. The others may be personal and are kept beside it until they are erased:
   * ids of members, which the line has as numbers, and texts.
   */
  logged?: readonly (keyof Payload & string)[]
  /** Of a list: the fields of a row that a screen shows at first, those that decide before the others. Default: all. */
  columns?: readonly string[]
  /** Whether a read has no line in the log: it names nobody, and a screen asks for it again and again. */
  isUnlogged?: true
  /** Whether it begins or ends a session at the back office: the log counts it among no changes. */
  isLogin?: true
  /** Whether it needs a code of the second factor that was given just now, not only in this session. */
  isDangerous?: true
  /** Whether it takes something away that no other command gives back: its form shows the press as one of danger. */
  isDestructive?: true
  /** Whether it has no form at /backoffice: it belongs to the terminal, or to a page of its own. */
  hasNoForm?: true
  /** The field of which a press or a line of the program may name several: each makes a change of its own. */
  each?: keyof Payload & string
  /** The read of what its `id` names, which its form and its dry run show beside it. */
  shows?: 'movement' | 'request'
  /** Whether the others are not kept at all. */
  keepsNoTexts?: true
  /** What it refuses with 409 besides what every change does: each has its words as `refused.<status>` in locales/backoffice. */
  refuses?: readonly string[]
  /** Fields of the result that are given once: no log has them, so neither has the response to a repeated request. */
  secret?: readonly (keyof Result & string)[]
  /**
   * Of its result: the sum that it moves for a member; undefined: none. From BACKOFFICE_SECOND_PERSON_FROM on it needs the approval
   * of two people.
   */
  moves?: (result: z.output<z.ZodObject<Result>>) => { member: string; won: number | string } | undefined
  /** Whether BACKOFFICE_SECOND_PERSON_FOR may name it, and of which payloads it is meant. */
  isForTwo?: (payload: z.output<z.ZodObject<Payload>>) => boolean
}
type None = Record<never, never>

const definer =
  <const Kind extends 'read' | 'change' | 'download'>(kind: Kind) =>
  <Payload extends z.ZodRawShape = None, Result extends z.ZodRawShape = None>(row: Definition<Payload, Result>) => ({
    kind,
    roles: row.roles,
    payload: z.strictObject(row.payload ?? ({} as Payload)),
    result: z.object({ status: z.literal('success'), ...(row.result as Result) }),
    logged: (row.logged ?? []) as readonly string[],
    columns: row.columns,
    isUnlogged: row.isUnlogged ?? false,
    isLogin: row.isLogin ?? false,
    isDangerous: row.isDangerous ?? false,
    isDestructive: row.isDestructive ?? false,
    hasNoForm: row.hasNoForm ?? false,
    each: row.each as string | undefined,
    shows: row.shows,
    keepsNoTexts: row.keepsNoTexts ?? false,
    refuses: row.refuses ?? [],
    secret: (row.secret ?? []) as readonly string[],
    moves: row.moves,
    isForTwo: row.isForTwo,
  })

export const read = definer('read')
/** Runs in one transaction with its log entry, takes `dryRun`, and is idempotent by `requestId`. */
export const change = definer('change')
/** May answer a file instead. */
export const download = definer('download')

/** The id of a row: a JSON number, or a string of up to 15 digits. */
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
export const code = z.string().regex(/^[\w.-]{1,64}$/, 'a code')
/** The page of a list, and how many rows it has: a person reads some, a file is written of many at a time. */
export const paging = {
  page: z.int().min(1).max(1_000_000).default(1),
  size: z.int().min(1).max(1_000).default(50),
}
/** In which order a list comes. */
export const order = z.enum(['oldest', 'newest']).optional().describe('by their time')
export const dateRange = {
  from: day.optional().describe('from this day on, YYYY-MM-DD'),
  to: day.optional().describe('up to this day'),
}
/** Of a list: of one member alone. */
export const ofMember = member.optional().describe('of this member alone')
const inEnglish = createNumberFormatter('en')
export const textUpTo = (maxLength: number) =>
  freeText(maxLength, {
    empty: 'some text',
    long: `${inEnglish(maxLength)} characters at most`,
    unreadable: 'text without invisible characters',
  })
export const title = textUpTo(100)
export const contents = textUpTo(10_000)

const line = textUpTo(60).refine((text) => !/[\n\t]/.test(text), 'one line')
/** A bank account that members pay into. */
export const accountToPay = z.strictObject({
  bank: line.describe('the bank of the account to pay into'),
  number: line.describe('its number, which the member copies as it is'),
  holder: line.describe('the name of its holder'),
})

/** States in the words of the upstream's contract. */
export const state = z.enum([stored.pending, stored.done, stored.cancelled])
export const accountKind = z.enum([
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

/** Whole won. A sum past 2^53-1 is a string of digits. */
export const won = z.union([z.int(), z.string().regex(/^-?\d+$/)])
export const at = z.iso.datetime()
/** A page of a list, and further fields of the result. */
export function pageOf<Row extends z.ZodRawShape>(row: Row): ReturnType<typeof pageShape<Row>>
export function pageOf<Row extends z.ZodRawShape, More extends z.ZodRawShape>(
  row: Row,
  more: More,
): ReturnType<typeof pageShape<Row>> & More
export function pageOf(row: z.ZodRawShape, more: z.ZodRawShape = {}) {
  return { ...pageShape(row), ...more }
}

const pageShape = <Row extends z.ZodRawShape>(row: Row) => ({
  ...{ total: z.int(), page: z.int(), pages: z.int(), rows: z.array(z.object(row)) },
})
/** Delay before play money settles or answers automatically, in milliseconds; null when only the back office does. */
export const approvalMs = z.int().nullable()

export const amount = z.object({ count: z.int(), won })
export const bankAccount = z.object({ name: z.string(), number: z.string(), owner: z.string() })
