import type { RouterContextProvider } from 'react-router'
import { readForm } from '~/forms/read-form.server'
import type { MessageKey } from '~/i18n/i18n'
import { type PageUpstream, upstreamContext } from '~/server/upstream/for-pages.server'
import { formatForInput, parseAmount, type Won } from '~/values/amount'
import type { ReadWon } from '~/values/balance'
import { addChipToText } from './amounts'
import { anyFieldsForm, readChip } from './fields.server'
import { redisplayMoneyForm } from './responses.server'

type Context = Readonly<RouterContextProvider>

/**
 * Answers a chip or the clear button (지우기) without script: the form with another amount. Nothing is sent upstream.
 *
 * @param check what is wrong with an amount by a rule of its own: a chip does not mend it.
 */
export async function changeAmount(
  context: Context,
  posted: FormData,
  intent: 'add' | 'set' | 'clear',
  { field = 'balance', check }: { field?: 'balance' | 'points'; check?: (won: Won) => MessageKey | undefined } = {},
) {
  const form = readForm(posted, anyFieldsForm)
  if (form.kind === 'invalid') return redisplayMoneyForm(context, form, 'invalid')
  const chip = intent === 'clear' ? 0 : readChip(posted, intent)
  if (chip === undefined) return redisplayMoneyForm(context, form, { fields: { [field]: ['field.unreadable'] } })
  const texts = {
    add: () => addChipToText(form.submitted[field] ?? '', chip),
    set: () => formatForInput(chip),
    clear: () => '',
  }
  const text = texts[intent]()
  const error = intent === 'add' ? check?.(parseAmount(text) ?? 0) : undefined
  return redisplayMoneyForm(
    context,
    { submitted: { ...form.submitted, [field]: text } },
    error ? { fields: { [field]: [error] } } : { status: 200 },
  )
}

/**
 * Answers 전액 (all) without script: the form with the largest amount.
 *
 * @param fetchMax undefined when it could not be fetched, null when it came and could not be read.
 * @param noneMessage the message when it is 0.
 */
export async function fillMaxAmount(
  context: Context,
  posted: FormData,
  field: 'balance' | 'points',
  fetchMax: (upstream: PageUpstream) => Promise<ReadWon>,
  noneMessage: MessageKey,
) {
  const form = readForm(posted, anyFieldsForm)
  if (form.kind === 'invalid') return redisplayMoneyForm(context, form, 'invalid')
  const max = await fetchMax(context.get(upstreamContext))
  if (max === undefined) return redisplayMoneyForm(context, form, 'failed')
  if (max === null)
    return redisplayMoneyForm(context, form, { status: 502, fields: { [field]: ['amount.allOf.unreadable'] } })
  if (max === 0) return redisplayMoneyForm(context, form, { fields: { [field]: [noneMessage] } })
  const submitted = { ...form.submitted, [field]: formatForInput(max) }
  return redisplayMoneyForm(context, { submitted }, { status: 200 })
}
