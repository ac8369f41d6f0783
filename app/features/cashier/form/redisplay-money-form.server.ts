import { data, type RouterContextProvider } from 'react-router'
import { throwIfExcluded } from '~/features/play-limits/play-limits.server'
import {
  type FailureMessages,
  type FormMessage,
  notOffered,
  redisplayForm,
  requestFailures,
  respondToFailure,
} from '~/forms/form-responses.server'
import { isFormPost } from '~/server/middleware/body.server'
import { routeContext } from '~/server/middleware/route.server'
import { upstreamContext } from '~/server/upstream/page-upstream.server'
import { loadNewest, toPendingTransactions } from '~/transactions/newest-transactions.server'
import { loadSettlementNews } from '~/transactions/settlement-news.server'
import { requestCode } from '~/upstream/contract/fields/values'
import type { Outcome } from '~/upstream/outcome'
import { type SentTransaction, sentSinceMs } from '~/values/transaction'
import { matchSent, toListedRows } from './find-sent-transaction'
import type { MoneyResult } from './money-form'

type Context = Readonly<RouterContextProvider>

type FormToRedisplay = Parameters<typeof redisplayForm>[0] & { values?: { code?: unknown } }

const reasons = {
  /** A form without a valid request code was not rendered by this site. */
  invalid: ({ fields = {} }) => ({ status: Object.hasOwn(fields, 'code') ? 400 : 422 }),
  failed: (_, reference) => ({ status: 503, problem: 'problem.unavailable.title', values: { reference } }),
  unsupported: () => notOffered,
} satisfies Record<string, (form: FormToRedisplay, reference: string) => FormMessage>

export type MoneyFormResponse = ReturnType<typeof data<MoneyResult>>

/**
 * Redisplays a money form if its call was not made. A valid form keeps its request code: it may be a resubmission of an
 * accepted form, which must not move money again.
 * @throws the 403 page, which says when the break ends
 */
export async function redisplayMoneyForm(
  context: Context,
  form: FormToRedisplay,
  why: keyof typeof reasons | FormMessage,
): Promise<MoneyFormResponse> {
  await throwIfClosed(context)
  const message = typeof why === 'object' ? why : reasons[why](form, context.get(upstreamContext).reference)
  return redisplayForm(form, { code: codeOf(form), ...message })
}

const codeOf = ({ values }: FormToRedisplay): string | undefined => requestCode.safeParse(values?.code).data

/** Failures after which a form keeps its request code, as in `redisplayMoneyForm`. */
const withoutEffect: readonly string[] = ['limited', 'unavailable', 'site-store-unavailable', 'unsupported']

/**
 * Redisplays a money form if a call failed, or the known facts if the outcome is unknown.
 * @param transaction the transaction that the form sent, or undefined if the call was another button's
 * @throws the error page or the redirect to the login
 */
export async function redisplayAfterCall<Refusal extends string>(
  context: Context,
  form: FormToRedisplay,
  outcome: Exclude<Outcome<unknown, Refusal>, { kind: 'done' }>,
  {
    transaction,
    ...messages
  }: Pick<FailureMessages<NoInfer<Refusal>>, 'refused' | 'unknown'> & { transaction?: SentTransaction },
): Promise<MoneyFormResponse> {
  if (outcome.kind === 'unknown' && transaction)
    return data<MoneyResult>(await lookUpSent(context, outcome, transaction), { status: outcome.httpStatus })
  const { reference } = context.get(upstreamContext)
  const response = await respondToFailure(context, form, outcome, {
    ...messages,
    limited: ({ by }) => ({ problem: by === 'site' ? 'form.limited' : 'form.notTaken', values: { reference } }),
    pages: requestFailures.filter((kind) => !kind.endsWith('unavailable')),
  })
  const isOutdated = outcome.kind === 'refused' || outcome.kind === 'unknown'
  const code = (!transaction || withoutEffect.includes(outcome.kind)) && codeOf(form)
  return data<MoneyResult>({ ...response.data, ...(code && { code }), isOutdated }, response.init ?? undefined)
}

/**
 * Replaces a form if the upstream's response was lost and nobody knows whether the money moved. If the upstream has
 * lists, the transaction is looked up. @param outcome.reference the id of the request that moved the money, if one did
 */
async function lookUpSent(context: Context, { reference }: { reference: string }, sent: SentTransaction) {
  const upstream = context.get(upstreamContext)
  // A repeated form gets the outcome and reference of its first submission, so a different reference means a repeat.
  const sinceMs = sentSinceMs(sent, reference !== upstream.reference)
  const listed = await upstream.callOptional(`get-${sent.kind}-list`, { page: 1 })
  const rows = listed.kind === 'done' ? toListedRows(sent.kind, listed.response) : undefined
  const lookup = matchSent(rows, { amount: sent.amount, sinceMs })
  return { submitted: {}, fields: {}, unknown: { reference, lookup }, isOutdated: true }
}

/** Closes a screen during a break or self-exclusion, if its handle says so. @throws the 403 page with the end date */
export async function throwIfClosed(context: Context): Promise<void> {
  const { closedWhileExcluded, NewsWhileExcluded } = context.get(routeContext).handle
  if (!closedWhileExcluded) return
  const loadNews = async () => {
    const list = await loadNewest('deposit', context)
    return { news: await loadSettlementNews(context, [list]), pending: toPendingTransactions('deposit', list) }
  }
  await throwIfExcluded(context.get(upstreamContext), NewsWhileExcluded && loadNews)
}

/** Closes a money screen like `throwIfClosed`, except when it redisplays a form, whose response must not be lost. */
export async function throwIfClosedOnOpening(context: Context): Promise<void> {
  if (!isFormPost(context)) await throwIfClosed(context)
}
