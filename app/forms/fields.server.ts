import { z } from 'zod'
import { parseAmount, type Won } from '~/money/amount'

/**
 * An amount as a person types it, under a rule of the contract (`depositAmount`, `withdrawalAmount`, `points`). What is
 * no amount counts as 0, and the rule answers with its own message.
 */
export function formAmount<Rule extends z.ZodType<Won>>(rule: Rule) {
  return z.preprocess((typed): Won => (typeof typed === 'string' ? (parseAmount(typed) ?? 0) : 0), rule)
}

/** A checkbox: on when it was sent with a value, whichever. */
export const formMark = z
  .unknown()
  .transform((sent) => typeof sent === 'string' && sent !== '')
  .optional()

/** One of a form's intents; nothing sent is the default one, anything else is refused. */
export function formIntent<const Intents extends readonly [string, ...string[]]>(...intents: Intents) {
  return z.enum(intents, 'field.unreadable').default(intents[0] as Intents[0])
}
