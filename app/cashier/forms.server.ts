import { z } from 'zod'
import { formAmount, formIntent } from '~/forms/fields.server'
import { parseAmount } from '~/money/amount'
import { depositAmount, points, requestCode, secretText, withdrawalAmount } from '~/upstream/contract/values'

/** The payment that was chosen, as its idx reads; empty for a bank transfer. */
const method = z.string().max(128, 'payment.gone').default('')

/** Whom the form was drawn for; looked at before anything else of it. */
const drawnFor = z.string().optional()

/** What a deposit's form carries when it is sent. */
export const depositForm = z.strictObject({
  intent: formIntent('deposit'),
  balance: formAmount(depositAmount),
  idx: method,
  code: requestCode,
  owner: drawnFor,
})

const withdrawal = { intent: formIntent('withdraw'), code: requestCode, owner: drawnFor }

/** What a withdrawal's form carries when it is sent to the bank. */
export const withdrawForm = z.strictObject({
  ...withdrawal,
  balance: formAmount(withdrawalAmount),
  exchange_pw: secretText(64, { empty: 'withdraw.exchangePw.empty', long: 'withdraw.exchangePw.wrong' }),
  idx: z.literal('').optional(),
})

/** The same by a payment: its own page asks for amount and password, so they are not looked at here. */
export const withdrawByPaymentForm = z.strictObject({
  ...withdrawal,
  balance: z.unknown().optional(),
  exchange_pw: z.unknown().optional(),
  idx: method,
})

/** What the exchange of comp money carries. */
export const compForm = z.strictObject({
  intent: formIntent('exchange'),
  points: formAmount(points),
  code: requestCode,
  owner: drawnFor,
})

/** Only what was typed, for a form that is shown again with another amount. */
export const typedForm = z.looseObject({})

/**
 * What a money form asks for. A chip sends `add` by itself: it stands before every intent, so that a chip can never
 * carry the form out. An intent that is not in the list is left to the form's own schema, which refuses it.
 */
export function intentOf<const Intents extends readonly string[]>(
  form: FormData,
  intents: Intents,
): Intents[number] | 'main' {
  if (intents.includes('add') && form.has('add')) return 'add'
  const [intent, ...more] = form.getAll('intent')
  const known = more.length === 0 && intents.find((name) => name === intent)
  return known || 'main'
}

/** What a chip adds, in won; undefined when it says nothing that can be added. */
export function chipOf(form: FormData): number | undefined {
  const [add, ...more] = form.getAll('add')
  return typeof add === 'string' && more.length === 0 ? parseAmount(add) || undefined : undefined
}

/** The status of a form that was read and refused: 400 when its request code is the reason, else 422. */
export function statusOf(fields: Record<string, string[]>): 400 | 422 {
  return Object.hasOwn(fields, 'code') ? 400 : 422
}
