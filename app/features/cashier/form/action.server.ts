import { data, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { throwIfExcluded } from '~/features/safer-play/play-limits.server'
import {
  type FailureMessages,
  type FormMessage,
  notOffered,
  redisplayForm,
  requestFailures,
  respondToFailure,
} from '~/forms/form-responses.server'
import type { FormState } from '~/forms/form-state'
import { intentField, readForm } from '~/forms/read-form.server'
import { ofAnotherMember } from '~/frame/session/another-member'
import type { MessageKey } from '~/i18n/i18n'
import { redirectWithFlash } from '~/server/cookies/flash.server'
import { readSavedForm } from '~/server/session/saved-forms.server'
import { getForm } from '~/server/steps/body.server'
import { isFromAnotherMember } from '~/server/steps/guard.server'
import { routeContext } from '~/server/steps/route.server'
import { type PageUpstream, upstreamContext } from '~/server/upstream/for-pages.server'
import { requestCode } from '~/upstream/contract/fields/values'
import type { Outcome } from '~/upstream/outcome'
import { hrefWithQuery } from '~/values/addresses/with-query'
import { formatForInput, parseAmount, type Won } from '~/values/amount'
import type { ParsedAmount } from '~/values/balance'
import { type SentTransaction, sentSinceMs } from '~/values/transaction'
import { addChipToText, amountIntents, parsePositiveAmount } from './amounts'
import { findSent, type MoneyResult } from './sending'

type Context = Readonly<RouterContextProvider>
type MoneyResponse = Response | MoneyFormResponse

/** A form of which nothing was checked, because it is shown again whatever its fields are. */
type SubmittedForm = { submitted: Record<string, string> }

/**
 * The schema of a money form: its own fields, and those of all. Actions compare the owner, for whom the form was rendered,
 * before anything else.
 */
export function moneyFormSchema<const Intent extends string, Fields extends z.ZodRawShape>(
  intent: Intent,
  fields: Fields,
) {
  return z.strictObject({ intent: intentField(intent), code: requestCode, owner: z.string().optional(), ...fields })
}

/** The field of the chosen payment's idx; '' for a bank transfer. */
export const idxField = z.string().max(128, 'payment.gone').default('')

/** What the action of a money screen does that those of the others do not. */
interface MoneyAction {
  /** The field with its amount. */
  field: 'balance' | 'points'
  /** What is wrong with an amount by a rule of its own: a chip does not mend it. */
  check?: (won: Won) => MessageKey | undefined
  /**
   * The largest amount, which 전액 (all) enters: undefined when it could not be fetched, null when it came and could not be
   * read. `none`: the message when it is 0.
   */
  max?: { fetch: (upstream: PageUpstream) => Promise<ParsedAmount>; none: MessageKey }
  /** What its other buttons do, by their value of `intent`. */
  intents?: Record<string, (context: Context, form: SubmittedForm) => Promise<MoneyResponse>>
  /** Sends the form. */
  send: (context: Context, posted: FormData) => Promise<MoneyResponse>
}

/**
 * The action of a money screen. Without script the buttons at the amount are answered here: the form is shown again with
 * another amount, and nothing is sent upstream.
 */
export function moneyAction({ field, check, max, intents = {}, send }: MoneyAction) {
  return async ({ context }: { context: Context }): Promise<MoneyResponse> => {
    const posted = getForm(context)
    const form = readForm(posted, z.looseObject({}))
    if (isFromAnotherMember(posted, context)) return redisplayMoneyForm(context, form, 'other-member')
    const ofAmount = amountIntents.filter((name) => name !== 'all' || max)
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
    if (intent === 'all' && max) {
      const most = await max.fetch(context.get(upstreamContext))
      if (most === undefined) return redisplayMoneyForm(context, form, 'failed')
      if (most === null) return refuseAmount('amount.allOf.unreadable', 502)
      return most === 0 ? refuseAmount(max.none) : showAmount(formatForInput(most))
    }
    const chip = readChip(posted, intent === 'add' ? 'add' : 'set')
    if (chip === undefined) return refuseAmount('field.unreadable')
    if (intent === 'set') return showAmount(formatForInput(chip))
    const text = addChipToText(form.submitted[field] ?? '', chip)
    return showAmount(text, check?.(parseAmount(text) ?? 0))
  }
}

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
export function hrefWithSubmitted(path: string, { submitted: { balance = '', idx = '' } }: SubmittedForm): string {
  return hrefWithQuery(path, { balance, idx })
}

/**
 * The form that a GET of a money screen shows again: as it was sent when its session had ended, or as the query says that
 * `hrefWithSubmitted` wrote. Undefined where neither holds anything.
 */
export async function readFormToShow(request: Request, context: Context): Promise<FormState | undefined> {
  const search = new URL(request.url).searchParams
  const readParam = (name: string) => /^[^\p{Cc}\p{Cs}]{0,128}$/u.exec(search.get(name) ?? '')?.[0] ?? ''
  const submitted = { balance: readParam('balance'), idx: readParam('idx') }
  const hasSubmitted = submitted.balance !== '' || submitted.idx !== ''
  return (await readSavedForm(request, context)) ?? (hasSubmitted ? { submitted, fields: {} } : undefined)
}

/** The intent that moves the money in games back to the wallet, and shows the page at `path` again with what was submitted. */
export function transferToWallet(path: string) {
  return async (context: Context, form: SubmittedForm): Promise<MoneyResponse> => {
    const upstream = context.get(upstreamContext)
    const outcome = await upstream.call('transfer-out', {})
    if (outcome.kind === 'done')
      return redirectWithFlash(hrefWithSubmitted(path, form), {
        kind: 'success',
        message: 'withdraw.transferToWallet.done',
      })
    const failed = { problem: 'withdraw.transferToWallet.failed', values: { reference: upstream.reference } } as const
    return redisplayMoneyForm(context, form, outcome, {
      refused: { other: failed },
      unknown: ({ reference }) => ({ problem: 'withdraw.transferToWallet.unknown', values: { reference } }),
    })
  }
}

type FailedOutcome<Refusal extends string> = Exclude<Outcome<unknown, Refusal>, { kind: 'done' }>
type FormToRedisplay = Parameters<typeof redisplayForm>[0] & { values?: { code?: unknown } }

/** What a form says whose call was not made. Nothing was sent upstream. */
const reasons = {
  /** A field is wrong, as `readForm` says; a form without its own request code is no form of this site. */
  invalid: ({ fields = {} }) => ({ status: Object.hasOwn(fields, 'code') ? 400 : 422 }),
  /** It was rendered for another member, who has signed out since. */
  'other-member': () => ({ problem: 'form.anothers' }),
  /** Data that it needs could not be fetched. */
  failed: (_, reference) => ({ status: 503, problem: 'problem.unavailable.title', values: { reference } }),
  /** The upstream lacks what it needs. */
  unsupported: () => notOffered,
} satisfies Record<string, (form: FormToRedisplay, reference: string) => FormMessage>

type Reason = keyof typeof reasons

/** What a screen says of each outcome of its call, and what the call was to move. */
type CallOptions<Refusal extends string> = Pick<FailureMessages<Refusal>, 'refused' | 'unknown'> & {
  /** Looked up where its outcome is unknown. */
  transaction?: SentTransaction
}

/**
 * Shows a money form again because it did not succeed. The one place where that is said: by a reason above, by a message of
 * the screen, or by the outcome of its call.
 *
 * A rate-limited form keeps its request code: if claimed codes were lost, this may be the second press of a form that went
 * through, which must not move money again.
 *
 * @throws the 403 page that names the end of a break where nothing was sent; the error page or login that an outcome leads to.
 */
export async function redisplayMoneyForm(
  context: Context,
  form: FormToRedisplay,
  why: Reason | FormMessage,
): Promise<MoneyFormResponse>
export async function redisplayMoneyForm<Refusal extends string>(
  context: Context,
  form: FormToRedisplay,
  why: FailedOutcome<Refusal>,
  options: CallOptions<NoInfer<Refusal>>,
): Promise<MoneyFormResponse>
export async function redisplayMoneyForm(
  context: Context,
  form: FormToRedisplay,
  why: Reason | FormMessage | FailedOutcome<string>,
  options?: CallOptions<string>,
): Promise<MoneyFormResponse> {
  if (typeof why === 'object' && 'kind' in why) {
    const { transaction, ...messages } = options as CallOptions<string>
    if (why.kind === 'unknown' && transaction) return replaceByLookup(context, why, transaction)
    return redisplayAfterCall(context, form, why, messages)
  }
  await throwIfClosed(context)
  const message = typeof why === 'object' ? why : reasons[why](form, context.get(upstreamContext).reference)
  const { data: result, init } = redisplayForm(form, message)
  return data<MoneyResult>(why === 'other-member' ? { ...result, ...ofAnotherMember } : result, init ?? undefined)
}

/**
 * Closes a screen whose handle says so during a break or self-exclusion: where nothing was sent, or is to be sent.
 *
 * @throws the 403 page that names the end.
 */
export async function throwIfClosed(context: Context): Promise<void> {
  if (context.get(routeContext).handle.closesWhileExcluded) await throwIfExcluded(context.get(upstreamContext))
}

export type MoneyFormResponse = ReturnType<typeof data<MoneyResult>>

async function redisplayAfterCall(
  context: Context,
  form: FormToRedisplay,
  outcome: FailedOutcome<string>,
  messages: Pick<FailureMessages<string>, 'refused' | 'unknown'>,
): Promise<MoneyFormResponse> {
  const { reference } = context.get(upstreamContext)
  const code = requestCode.safeParse(form.values?.code).data
  const response = await respondToFailure(context, form, outcome, {
    ...messages,
    limited: ({ by }) => ({
      problem: by === 'site' ? 'form.limited' : 'form.notTaken',
      values: { reference },
      ...(code === undefined ? {} : { code }),
    }),
    pages: requestFailures.filter((kind) => !kind.endsWith('unavailable')),
  })
  const isOutdated = outcome.kind === 'refused' || outcome.kind === 'unknown'
  return data<MoneyResult>({ ...response.data, isOutdated }, response.init ?? undefined)
}

/**
 * Replaces a form whose upstream response was lost: it is unknown whether the money moved. The transaction is looked up
 * where the upstream has lists.
 */
async function replaceByLookup(
  context: Context,
  { reference, httpStatus }: { reference: string; httpStatus: number },
  sent: SentTransaction,
) {
  const upstream = context.get(upstreamContext)
  // A form sent again gets the outcome of its first request, with that request's reference.
  const sinceMs = sentSinceMs(sent, reference !== upstream.reference)
  const listed = await upstream.callOptional(`get-${sent.kind}-list`, { page: 1 })
  const lookup = findSent(listed.kind === 'done' ? listed.response : undefined, { amount: sent.amount, sinceMs })
  return data<MoneyResult>({ submitted: {}, fields: {}, unknown: { reference, lookup } }, { status: httpStatus })
}
