import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { intentField, readForm } from '~/forms/read-form.server'
import type { MessageKey } from '~/i18n/i18n'
import { redirectWithFlash } from '~/server/cookies/flash.server'
import { getForm } from '~/server/middleware/body.server'
import { sealOtherForm } from '~/server/session/sealed-forms.server'
import { type PageUpstream, upstreamContext } from '~/server/upstream/page-upstream.server'
import type { MoneyIntent } from '~/session/send-money-form'
import { requestCode } from '~/upstream/contract/fields/values'
import { hrefWithQuery } from '~/values/addresses'
import { formatForInput, parseAmount, type Won } from '~/values/amount'
import { type ParsedAmount, subtract, toWholeWon } from '~/values/balance'
import { addChipToText, amountIntents, parsePositiveAmount } from './amount-problems'
import {
  type MoneyFormResponse,
  redisplayAfterCall,
  redisplayMoneyForm,
  throwIfClosed,
} from './redisplay-money-form.server'

export type SubmittedForm = { submitted: Record<string, string> }

type Context = Readonly<RouterContextProvider>
type MoneyResponse = Response | MoneyFormResponse

export function moneyFormSchema<const Intent extends MoneyIntent, Fields extends z.ZodRawShape>(
  intent: Intent,
  fields: Fields,
) {
  return z.strictObject({ intent: intentField(intent), code: requestCode, ...fields })
}

export const idxField = z.string().max(128, 'payment.gone').default('')

type FetchBalance = (upstream: PageUpstream) => Promise<ParsedAmount>

interface MoneyAction {
  field: 'balance' | 'points'
  /** Checks the amount after a chip was added. Returns an error message if it is not allowed. */
  check?: (won: Won) => MessageKey | undefined
  /** For 전액 (all): fetches the balance, of which `most` can be sent. `none` is the message if that is 0. */
  all?: { fetch: FetchBalance; most: (balance: ParsedAmount) => number; none: MessageKey }
  intents?: Record<string, (context: Context, form: SubmittedForm) => Promise<MoneyResponse>>
  send: (context: Context, posted: FormData) => Promise<MoneyResponse>
}

/** Creates the action of a money screen. Without JavaScript, amount buttons submit to it and change only the amount. */
export function moneyAction({ field, check, all, intents = {}, send }: MoneyAction) {
  return async ({ context }: { context: Context }): Promise<MoneyResponse> => {
    const posted = getForm(context)
    const form = readForm(posted, z.looseObject({}))
    const ofAmount = amountIntents.filter((name) => name !== 'all' || all)
    const intent = readIntent(posted, [...ofAmount, ...Object.keys(intents)])
    if (intent === 'main') return send(context, posted)
    if (form.kind === 'invalid') return redisplayMoneyForm(context, form, 'invalid')
    const askFor = intents[intent]
    if (askFor) {
      await throwIfClosed(context)
      return askFor(context, form)
    }
    const showAmount = (text: string, error?: MessageKey) => {
      const submitted = { ...form.submitted, [field]: text }
      return redisplayMoneyForm(context, { submitted }, error ? { fields: { [field]: [error] } } : { status: 200 })
    }
    const refuseAmount = (error: MessageKey, status = 422) =>
      redisplayMoneyForm(context, form, { status, fields: { [field]: [error] } })
    if (intent === 'clear') return showAmount('')
    if (intent === 'all' && all) {
      const balance = await all.fetch(context.get(upstreamContext))
      if (balance === undefined) return redisplayMoneyForm(context, form, 'failed')
      if (balance === null) return refuseAmount('amount.allOf.unreadable', 502)
      const most = all.most(balance)
      return most === 0 ? refuseAmount(all.none) : showAmount(formatForInput(most))
    }
    const chip = readChip(posted, intent === 'add' ? 'add' : 'set')
    if (chip === undefined) return refuseAmount('field.unreadable')
    if (intent === 'set') return showAmount(formatForInput(chip))
    const added = addChipToText(form.submitted[field] ?? '', chip)
    if (typeof added === 'string') return refuseAmount(added)
    return showAmount(added.text, check?.(parseAmount(added.text) ?? 0))
  }
}

/**
 * Returns the intent of a money form. A chip's `add` or `set` takes precedence, so that a chip never sends money.
 * Unknown intents count as 'main' and are rejected by the form's schema.
 */
export function readIntent<const Intents extends readonly string[]>(form: FormData, intents: Intents) {
  const chip = intents.find((name) => (name === 'add' || name === 'set') && form.has(name))
  if (chip) return chip
  const [intent, ...more] = form.getAll('intent')
  return (more.length === 0 && intents.find((name) => name === intent)) || 'main'
}

/** Returns a chip's amount in won or points, or undefined if it is missing, 0 or malformed. */
export function readChip(form: FormData, name: 'add' | 'set'): number | undefined {
  const [chip, ...more] = form.getAll(name)
  return typeof chip === 'string' && more.length === 0 ? parsePositiveAmount(chip) : undefined
}

const answers = ['limit', 'day', 'week', 'month', 'funds']

/** Returns the URL that restores a form. No link may answer the questions about limits and funds, so these are sealed. */
export async function hrefWithSubmitted(context: Context, path: string, { submitted }: SubmittedForm): Promise<string> {
  const { balance = '', idx = '' } = submitted
  const isAnswered = answers.some((name) => submitted[name])
  const sealedHref = isAnswered ? await sealOtherForm(context, path, getForm(context), []) : undefined
  return sealedHref ?? hrefWithQuery(path, { balance, idx })
}

export function transferToWallet(path: string) {
  return async (context: Context, form: SubmittedForm): Promise<MoneyResponse> => {
    const upstream = context.get(upstreamContext)
    const health = await upstream.callOptionalOnce('user-health-check')
    const before = health.kind === 'done' ? health.response.user.in_balance : undefined
    const outcome = await upstream.call('transfer-out', {})
    if (outcome.kind === 'done') {
      const { gameMoney } = outcome.response
      const amount = (gameMoney !== undefined && toWholeWon(subtract(before, gameMoney))) || 0
      const moved = { kind: 'success', message: 'withdraw.transferToWallet.done.of', values: { amount } } as const
      const done = { kind: 'success', message: 'withdraw.transferToWallet.done' } as const
      return redirectWithFlash(await hrefWithSubmitted(context, path, form), amount > 0 ? moved : done)
    }
    const failed = { problem: 'withdraw.transferToWallet.failed', values: { reference: upstream.reference } } as const
    return redisplayAfterCall(context, form, outcome, {
      refused: { other: failed },
      unknown: ({ reference }) => ({ problem: 'withdraw.transferToWallet.unknown', values: { reference } }),
    })
  }
}
