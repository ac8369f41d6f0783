import { z } from 'zod'
import { parseAmount, type Won } from '~/money/amount'

/**
 * A field for an amount as a person types it, checked by a rule of the contract (`depositAmount`, `withdrawalAmount`,
 * `points`). Text that is no amount counts as 0, which the rule refuses with its own message.
 */
export function amountField<Rule extends z.ZodType<Won>>(rule: Rule) {
  return z.preprocess((typed): Won => (typeof typed === 'string' ? (parseAmount(typed) ?? 0) : 0), rule)
}

/** A checkbox: true when it was sent with any non-empty value. */
export const checkboxField = z
  .unknown()
  .transform((sent) => typeof sent === 'string' && sent !== '')
  .optional()

/** One of a form's intents. The first is the default when none was sent; an unknown one is refused. */
export function intentField<const Intents extends readonly [string, ...string[]]>(...intents: Intents) {
  return z.enum(intents, 'field.unreadable').default(intents[0] as Intents[0])
}
