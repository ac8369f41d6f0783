import { z } from 'zod'
import type { MessageKey } from '~/i18n/i18n'
import { fieldErrors } from '~/upstream/contract/field-errors'
import { readAmount, type Won } from '~/values/amount'
import { notRedisplayedFields } from '~/values/form-owner'

export type ReadFormResult<Values> =
  | { kind: 'valid'; values: Values; submitted: Record<string, string> }
  | { kind: 'invalid'; fields: Record<string, string[]>; submitted: Record<string, string> }

/**
 * Parses a form with a schema. Also rejects repeated fields (`field.repeated`), and files, NUL or lone surrogates
 * (`field.unreadable`). @param options.secret additional fields that are never redisplayed @param options.shownAgain
 * fields that are redisplayed here, although other forms omit them
 */
export function readForm<Schema extends z.ZodType>(
  form: FormData,
  schema: Schema,
  options: { secret?: readonly string[]; shownAgain?: readonly string[] } = {},
): ReadFormResult<z.output<Schema>> {
  const values = new Map<string, string>()
  const unreadable = new Map<string, string[]>()
  for (const name of new Set(form.keys())) {
    const [value, ...more] = form.getAll(name)
    if (more.length > 0) unreadable.set(name, ['field.repeated'])
    if (typeof value === 'string') values.set(name, value)
    if (typeof value !== 'string' || toHtmlSafeText(value) !== value) unreadable.set(name, ['field.unreadable'])
  }

  const isShownAgain = (name: string) =>
    options.shownAgain?.includes(name) || !(notRedisplayedFields.has(name) || options.secret?.includes(name))
  const submitted = Object.fromEntries(
    [...values].filter(([name]) => isShownAgain(name)).map(([name, value]) => [name, toHtmlSafeText(value)]),
  )
  const read = schema.safeParse(Object.fromEntries(values))
  if (read.success && unreadable.size === 0) return { kind: 'valid', values: read.data, submitted }
  const fields = { ...(read.success ? {} : fieldErrors(read.error)), ...Object.fromEntries(unreadable) }
  return { kind: 'invalid', fields, submitted }
}

/** Removes lone surrogates and NUL, which HTML can't contain. */
const toHtmlSafeText = (value: string): string => value.toWellFormed().replaceAll('\u0000', '')

/** Returns a schema for an entered amount. @param empty value of an empty field @param message for unreadable text */
export const typedAmount = <Empty>(empty: Empty, message?: MessageKey) =>
  z.string().transform((submitted, context): Won | Empty => {
    const amount = readAmount(submitted)
    if (amount === undefined) return empty
    if (typeof amount === 'number') return amount
    context.addIssue({ code: 'custom', message: amount === 'amount.unreadable' ? (message ?? amount) : amount })
    return z.NEVER
  })

/** Returns a schema for an amount that a rule of the contract checks. An empty field is 0, which the rule rejects. */
export function amountField<Rule extends z.ZodType<Won>>(rule: Rule) {
  return typedAmount(0)
    .default(0)
    .pipe(rule as z.ZodType<Won, Won>)
}

export const checkboxField = z
  .unknown()
  .transform((sent) => typeof sent === 'string' && sent !== '')
  .optional()

/** Returns a schema for a form's intent. Defaults to the first intent, and rejects unknown ones. */
export function intentField<const Intents extends readonly [string, ...string[]]>(...intents: Intents) {
  return z.enum(intents, 'field.unreadable').default(intents[0] as Intents[0])
}
