import { z } from 'zod'

const people = ['reader', 'support', 'cashier', 'owner'] as const
/** The roles of back-office tokens. BACKOFFICE_TOKEN is an owner. Machines make backups and run audits. */
export const roles = [...people, 'machine'] as const
export type Role = (typeof roles)[number]
export type Roles = readonly [...Exclude<Role, 'owner'>[], 'owner']

/** Only owners may both pay out and change a member's password or bank account. */
export const allStaff: Roles = [...people]
export const support: Roles = ['support', 'owner']
export const cashiers: Roles = ['cashier', 'owner']
export const supportAndCashiers: Roles = ['support', 'cashier', 'owner']
export const owners: Roles = ['owner']
export const ownersAndMachines: Roles = ['machine', 'owner']
export const allStaffAndMachines: Roles = ['machine', ...people]

export const canSeeContacts = (role: Role) => role !== 'reader'

/**
 * Masks phone and account numbers of members and the operator at any depth, also those in answers, in texts in the log
 * and in accounts written as text. The last four digits and the digits in `known` stay visible.
 */
export function maskContacts<Result>(result: Result, known = ''): Result {
  const mask = (number: string) => {
    const from = known === '' ? -1 : number.indexOf(known)
    const isShown = (at: number) => at >= number.length - 4 || (from >= 0 && at >= from && at < from + known.length)
    return Array.from(number, (digit, at) => (number.length > 4 && isShown(at) ? digit : '•')).join('')
  }
  const maskIn = (text: string) => text.replace(/\d[\d-]{4,}\d/g, mask)
  return JSON.parse(JSON.stringify(result), (name, value) => {
    if (name === 'phone' && typeof value === 'string') return mask(value)
    if (['answer', 'account'].includes(name) && typeof value === 'string') return maskIn(value)
    if (name === 'payload' && typeof value?.contents === 'string') return { ...value, contents: maskIn(value.contents) }
    const isAccount = ['bank', 'bankBefore'].includes(name) || typeof value?.bank === 'string'
    return isAccount && typeof value?.number === 'string' ? { ...value, number: mask(value.number) } : value
  })
}

type Definition<Payload extends z.ZodRawShape, Result extends z.ZodRawShape> = {
  payload?: Payload
  result?: Result
  /** Payload fields that are stored permanently in log entries. */
  logged?: readonly (keyof Payload & string)[]
  /** The columns of the command's list. Defaults to all fields of its rows except the id. */
  columns?: readonly string[]
  /** The command is not logged, because a page repeats it automatically and it shows only what is waiting. */
  isUnlogged?: true
  isLogin?: true
  /** Requires a 2FA code entered in the last five minutes, not just earlier in this session. */
  isDangerous?: true
  isDestructive?: true
  hasNoForm?: true
  /** The command runs without a preview, because it can be undone or only staff see its effect. */
  isDirect?: true
  /** The read has effects outside the store, so its page runs it only when a button is clicked. */
  isPressed?: true
  /** A field that may list several items. Each item becomes a separate change. */
  each?: keyof Payload & string
  /** The command's form and preview show the transaction with the payload's id. */
  showsTransaction?: true
  /** Its links open a dialog, as they do if it shows the transaction. */
  opensDialog?: true
  keepsNoTexts?: true
  /** The refusals (409) that are specific to this change. Their texts are `refused.<status>` in locales/backoffice. */
  refuses?: readonly string[]
  /** Fields that are shown only once. The log and responses to repeated requests omit them. */
  secret?: readonly (keyof Result & string)[]
  /** Fields that the log and responses to repeated requests omit, because they are about other members. */
  unlogged?: readonly (keyof Result & string)[]
  /** The change reserves its log entry's id, so that the notes it sends can refer to it. */
  sendsNotes?: true
  /** The amount that the change moves. From BACKOFFICE_SECOND_PERSON_FROM upwards, two people must approve it. */
  moves?: (result: z.output<z.ZodObject<Result>>) => { member: string; won: number | string } | undefined
  /** Returns whether a second person must approve a payload (BACKOFFICE_SECOND_PERSON_FOR). */
  isForTwo?: (payload: z.output<z.ZodObject<Payload>>) => boolean
}
type None = Record<never, never>

const definer =
  <const Kind extends 'read' | 'change' | 'download'>(kind: Kind) =>
  <Payload extends z.ZodRawShape = None, Result extends z.ZodRawShape = None>(
    roles: Roles,
    { payload = {} as Payload, result, ...row }: Definition<Payload, Result> = {},
  ) => ({
    ...row,
    kind,
    roles,
    payload: z.strictObject(payload),
    result: z.object({ status: z.literal('success').default('success'), ...(result as Result) }),
    logged: (row.logged ?? []) as readonly string[],
    each: row.each as string | undefined,
    refuses: row.refuses ?? [],
    secret: (row.secret ?? []) as readonly string[],
    unlogged: (row.unlogged ?? []) as readonly string[],
  })

export const read = definer('read')
/** A change and its log entry share one transaction. It accepts `dryRun` and is idempotent by `requestId`. */
export const change = definer('change')
export const download = definer('download')

export const each = <const Value, const Name extends string>(value: Value, ...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, value])) as Record<Name, Value>
