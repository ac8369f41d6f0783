import { z } from 'zod'
import type { FormState } from '~/forms/form-state'
import { amountField, intentField } from '~/forms/read-form.server'
import { depositAmount, points, requestCode, secretText, withdrawalAmount } from '~/upstream/contract/values'
import { hrefWithQuery } from '~/values/addresses/with-query'
import { parsePositiveAmount } from './amounts'

/** The idx of the chosen payment; '' for a bank transfer. */
const idxField = z.string().max(128, 'payment.gone').default('')

/** The user id the form was rendered for. Routes check it before anything else. */
const ownerField = z.string().optional()

/** The fields of a deposit form. */
export const depositForm = z.strictObject({
  intent: intentField('deposit'),
  balance: amountField(depositAmount),
  idx: idxField,
  code: requestCode,
  owner: ownerField,
})

const withdrawalFields = { intent: intentField('withdraw'), code: requestCode, owner: ownerField }

/** The fields of a withdrawal by bank transfer. */
export const withdrawForm = z.strictObject({
  ...withdrawalFields,
  balance: amountField(withdrawalAmount),
  exchange_pw: secretText(64, { empty: 'withdraw.exchangePw.empty', long: 'withdraw.exchangePw.wrong' }),
  idx: z.literal('').optional(),
})

/** The fields of a withdrawal by a payment. Its own page asks for amount and password, so they are ignored here. */
export const withdrawByPaymentForm = z.strictObject({
  ...withdrawalFields,
  balance: z.unknown().optional(),
  exchange_pw: z.unknown().optional(),
  idx: idxField,
})

/** The fields of a comp exchange. */
export const compForm = z.strictObject({
  intent: intentField('exchange'),
  points: amountField(points),
  code: requestCode,
  owner: ownerField,
})

/** Accepts any fields, for a form that is only shown again. */
export const anyFieldsForm = z.looseObject({})

/**
 * The intent of a money form. A chip sends `add` or `set`, which takes precedence over every intent, so that a chip can
 * never submit the form. An intent that is not in the list counts as 'main': the form's schema refuses it.
 */
export function readIntent<const Intents extends readonly string[]>(
  form: FormData,
  intents: Intents,
): Intents[number] | 'main' {
  const chip = intents.find((name) => (name === 'add' || name === 'set') && form.has(name))
  if (chip) return chip
  const [intent, ...more] = form.getAll('intent')
  const known = more.length === 0 && intents.find((name) => name === intent)
  return known || 'main'
}

/** The amount that a chip adds or sets, in won or points; undefined when it is missing, 0 or malformed. */
export function readChip(form: FormData, name: 'add' | 'set'): number | undefined {
  const [chip, ...more] = form.getAll(name)
  return typeof chip === 'string' && more.length === 0 ? parsePositiveAmount(chip) : undefined
}

/** The URL of a money screen with the submitted amount and method in its query, so that a redirect does not lose them. */
export function hrefWithSubmitted(path: string, { balance = '', idx = '' }: Record<string, string>): string {
  return hrefWithQuery(path, { balance, idx })
}

/** Reads the query written by `hrefWithSubmitted`, as the state of a form that is shown again. */
export function readSubmittedFromQuery(search: URLSearchParams): FormState {
  const readParam = (name: string) => /^[^\p{Cc}\p{Cs}]{0,128}$/u.exec(search.get(name) ?? '')?.[0] ?? ''
  return { submitted: { balance: readParam('balance'), idx: readParam('idx') }, fields: {} }
}
