import { z } from 'zod'
import {
  amountStep,
  checkDepositAmount,
  checkPoints,
  checkWithdrawalAmount,
  isWon,
  minDeposit,
  minExchange,
  minWithdrawal,
  type Won,
} from '~/values/amount'
import { memoize } from '~/values/memoize'
import { stored } from '~/values/status'
import { cleanCode, cleanText, isVisible } from '~/values/typed-text'
import {
  aliasesKey,
  described,
  expected,
  lenientNumber,
  lenientSum,
  lenientWon,
  wholeNumber,
  withAliases,
} from './numbers'

/** Bidirectional control characters. No supported language needs them, and they can disguise text. */
export const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
/** Has no `u` flag, so that other JSON Schema readers match the same text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to reject
const printable = /^[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+$/
export const printableText = (maxLength: number) =>
  z
    .string()
    .min(1)
    .max(maxLength)
    .regex(printable)
    .refine((text) => text.isWellFormed())

export const upstreamId = z.union([printableText(128), z.int()])
export type UpstreamId = z.output<typeof upstreamId>

/** An id in a response. If it is missing or malformed (undefined), the item is listed but can't be opened. */
export const lenientId = z
  .unknown()
  .transform((id): UpstreamId | undefined => upstreamId.safeParse(id).data)
  .optional()
  .meta({ type: ['string', 'integer'], example: 7 })

/** A won amount in a payload. Anything but a JSON integer or a string of digits becomes 0, which the rules reject. */
const amount = z.unknown().transform((value): Won => {
  const parsed = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value
  return typeof parsed === 'number' && isWon(parsed) ? parsed : 0
})

/** A one-time request code, created with each money form. Source: docs/calls.md, request codes. */
export const requestCode = described(
  z.string('code.malformed').regex(/^[A-Za-z0-9_-]{8,64}$/, 'code.malformed'),
  'the form’s one-time code; the same code again must move nothing and return the first outcome',
  '3f0c2a52-9f0c-4a52-8a46-0d7a3a1f7c11',
)

/** A password, used exactly as sent. Lone surrogates and NUL are rejected, because databases can't store them. */
export function secretText(maxLength: number, messages: { empty?: string; long: string }) {
  const text = z
    .string(messages.empty ?? 'field.unreadable')
    .max(maxLength, messages.long)
    .refine((secret) => secret.isWellFormed() && !secret.includes('\u0000'), 'field.unreadable')
  return messages.empty === undefined ? text : text.min(1, messages.empty)
}

export const typedCode = (maxLength: number, messages: { empty: string; long: string }) =>
  z.string(messages.empty).transform(cleanCode).pipe(secretText(maxLength, messages))

/** A member's free text, trimmed, without hidden or control characters. */
export function freeText(maxLength: number, messages: { empty: string; long: string; unreadable?: string }) {
  const { empty, long, unreadable = 'field.unreadable' } = messages
  return (
    z
      .string(empty)
      .refine((text) => text.isWellFormed(), unreadable)
      .transform(cleanText)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to reject
      .refine((text) => !/[\u0000-\u0008\u000e-\u001f\u007f]/.test(text), unreadable)
      .pipe(z.string().min(1, { error: empty, abort: true }).max(maxLength, long).refine(isVisible, empty))
  )
}

export function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value.toWellFormed() : typeof value === 'number' ? String(value) : undefined
}

/** Text in a response: a string, or a number as text. It is undefined if missing. */
export const lenientText = z.unknown().transform(toText).optional().meta({ type: 'string' })

/** Names appear on single lines, so longer ones are truncated. Blank names count as missing. */
const maxNameCharacters = 200

function toName(value: unknown): string | undefined {
  const name = toText(value)
  return name !== undefined && isVisible(name) ? truncateText(name, maxNameCharacters) : undefined
}

export const lenientName = z.unknown().transform(toName).optional().meta({ type: 'string' })

export const rowStatus = (done: string) =>
  expected(
    lenientName,
    `\`${stored.pending}\` or \`reg\`: pending, \`${stored.done}\`: ${done}, \`${stored.cancelled}\`: cancelled; ` +
      'any other word is shown unchanged',
    stored.done,
  )

/** Earlier dates mean "none" in some databases. Later dates can't be formatted. */
const acceptedDates = { from: Date.UTC(1900, 0, 1), to: Date.UTC(9999, 11, 31) }
const maxDateCharacters = 64

/** Matches a time of day with its offset from UTC. */
const zonedTime = /:\d\d(?:[.,]\d+)? ?(?:Z|GMT|UTC|[+-]\d)/i

/** Parses a date in a response into milliseconds, or NaN. Without an offset, it is in UTC, wherever the site runs. */
export function parseUpstreamDate(value: unknown): number {
  if (typeof value !== 'string' || value.length > maxDateCharacters) return Number.NaN
  return Date.parse(zonedTime.test(value) ? value : `${value}Z`)
}

/** A date in a response, ISO 8601 in UTC. If it is missing, malformed or out of range, it is '' and shown as "-". */
export const lenientDate = z
  .unknown()
  .transform((value): string => {
    const timeMs = parseUpstreamDate(value)
    return timeMs >= acceptedDates.from && timeMs < acceptedDates.to ? new Date(timeMs).toISOString() : ''
  })
  .optional()
  .default('')
  .meta({ anyOf: [{ type: 'string', format: 'date-time' }, { const: '' }] })

const flagsThatAreOn: readonly unknown[] = [true, 1, '1', 'y', 'Y', 'true']
/** A flag in a response. true, 1, "1", "y", "Y" and "true" are on, anything else is off. Undefined if missing. */
export const lenientFlag = z
  .unknown()
  .transform((value) => (value === undefined || value === null ? undefined : flagsThatAreOn.includes(value)))
  .optional()
  .meta({ type: 'boolean' })

export const day = z.iso.date({ abort: true }).refine((text) => text > '1900', 'a day, such as 2026-03-10')

export const bankAccount = z
  .object({
    bank: described(z.string().trim().min(1).max(60), 'the bank’s name', '마당은행'),
    number: described(z.string().trim().min(1).max(60), 'account number, exactly as it is copied', '123-456-789012'),
    holder: described(z.string().trim().min(1).max(60), 'name of the account holder', '마당'),
  })
  .meta({ id: 'BankAccount' })
export type BankAccount = z.output<typeof bankAccount>

export const paymentOption = z
  .object({
    idx: described(upstreamId, 'sent in apply-deposit-payment or withdrawal-launcher', 1),
    name: described(lenientName, 'shown unchanged', '간편 결제'),
    min: described(lenientSum('min'), 'smallest amount', 10_000),
    max: described(lenientSum('max'), 'largest amount', 500_000),
    fee: described(lenientWon('fee'), 'fee per payment', 0),
  })
  .meta({ id: 'Payment' })

/** Returns a JSON object's own fields as a Map, so that `__proto__` is an ordinary name. */
export function objectFields(raw: unknown): ReadonlyMap<string, unknown> | undefined {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return undefined
  return new Map(Object.entries(raw))
}

type Shape = Readonly<Record<string, z.ZodType>>

const aliasesOf = memoize((shape: Shape) =>
  Object.entries(shape).flatMap(([name, field]) =>
    ((field.meta()?.[aliasesKey] ?? []) as string[]).map((alias) => [alias, name] as const),
  ),
)

/** Copies aliased fields to their contract names. @param onConflict is called for a field with two values */
export function applyAliases(raw: unknown, shape: Shape, onConflict: (name: string) => void): unknown {
  const sent = aliasesOf(shape).filter(
    ([alias]) => raw !== null && typeof raw === 'object' && Object.hasOwn(raw, alias),
  )
  const fields = new Map(sent.length > 0 ? objectFields(raw) : undefined)
  if (fields.size === 0) return raw
  for (const [alias, name] of sent) {
    const [own, other] = [fields.get(name) ?? undefined, fields.get(alias) ?? undefined]
    if (own !== undefined && other !== undefined && asText(own) !== asText(other)) onConflict(name)
    fields.set(name, own ?? other)
  }
  return Object.fromEntries(fields)
}

const asText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** A record in responses. Its fields can have aliases. */
export function record<Fields extends Shape>(id: string, shape: Fields) {
  const fields = z.object(shape)
  const underOwnNames = (raw: unknown, context: z.RefinementCtx) =>
    applyAliases(raw, shape, (name) =>
      context.addIssue({ code: 'custom', path: [name], message: 'two values that differ' }),
    )
  return z.preprocess(underOwnNames, fields).meta({ id })
}

export const user = record('User', {
  userId: withAliases(
    described(
      z
        .union([z.string().min(1).max(64), z.int()])
        .transform(String)
        .meta({ type: 'string', anyOf: undefined }),
      'the member’s id, always spelled the same',
      'demo',
    ),
    'id',
  ),
  nick: described(lenientName, 'nickname', '마당'),
  phone: described(lenientName, 'phone number; shown masked', '01012345678'),
  rolling: withAliases(described(lenientWon('rolling'), 'comp points', 50_000), 'point'),
  // Keeps fractions, because only the sum of both balances is truncated (`totalBalance`).
  balance: described(lenientSum('balance'), 'wallet balance', 1_000_000),
  in_balance: described(lenientSum('in_balance'), 'money in games; the strip shows the sum of both', 0),
  bankname: described(lenientName, 'bank for withdrawals', '국민은행'),
  bankOwner: withAliases(described(lenientName, 'account holder', '김마당'), 'bankowner'),
  banknum: withAliases(described(lenientName, 'account number, shown masked', '12345678901234'), 'banknumber'),
  level: described(lenientNumber, 'member level; shown only', 1),
  noteCount: described(lenientNumber, 'unread notes', 2),
  helpCount: described(lenientNumber, 'unread answers to help requests', 1),
  phoneChangedAt: described(lenientDate, 'when the operator last changed the phone number', '2026-11-24T03:00:00.000Z'),
  bankChangedAt: described(lenientDate, 'when the operator last changed the bank account', '2026-11-24T03:00:00.000Z'),
})
export type User = z.output<typeof user>

/** Creates the schema of an amount. @param check returns the error message, or undefined if the amount is valid */
const amountBy = (
  check: (won: Won) => string | undefined,
  about: { minimum: Won; description: string; example?: Won },
) =>
  amount
    .superRefine((won, context) => {
      const wrong = check(won)
      if (wrong) context.addIssue({ code: 'custom', message: wrong })
    })
    .meta({ ...wholeNumber, ...about })

const inEnglish = (won: Won) => won.toLocaleString('en')
const fromOn = (minimum: Won) => ({
  minimum,
  description: `amount: ${inEnglish(minimum)} or more, a multiple of ${inEnglish(amountStep)}`,
})

export const depositAmount = amountBy(checkDepositAmount, fromOn(minDeposit))

export const withdrawalAmount = amountBy(checkWithdrawalAmount, fromOn(minWithdrawal))

export const points = amountBy(checkPoints, { minimum: minExchange, description: 'points, 1 or more', example: 1_000 })

export function truncateText(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text
  // If the cut has split a surrogate pair, removes the remaining half.
  return `${text.slice(0, maxCharacters).replace(/[\ud800-\udbff]$/, '')}…`
}
