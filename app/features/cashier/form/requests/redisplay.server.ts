import { data, type RouterContextProvider } from 'react-router'
import {
  type FailureMessages,
  type FormMessage,
  notOffered,
  redisplayForm,
  requestFailures,
  respondToFailure,
} from '~/forms/form-responses.server'
import { upstreamContext } from '~/server/upstream/for-pages.server'
import { requestCode } from '~/upstream/contract/fields/values'
import type { Outcome } from '~/upstream/outcome'
import type { SentTransaction } from '~/values/transaction'
import type { MoneyResult } from '../sending'
import { throwIfClosed } from './closed.server'
import { lookUpSent } from './look-up.server'

type Context = Readonly<RouterContextProvider>

type FailedOutcome<Refusal extends string> = Exclude<Outcome<unknown, Refusal>, { kind: 'done' }>
type FormToRedisplay = Parameters<typeof redisplayForm>[0] & { values?: { code?: unknown } }

/** What a form says whose call was not made. Nothing was sent upstream. */
const reasons = {
  /** A field is wrong, as `readForm` says; a form without its own request code is no form of this site. */
  invalid: ({ fields = {} }) => ({ status: Object.hasOwn(fields, 'code') ? 400 : 422 }),
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
    if (why.kind === 'unknown' && transaction)
      return data<MoneyResult>(await lookUpSent(context, why, transaction), { status: why.httpStatus })
    return redisplayAfterCall(context, form, why, messages)
  }
  await throwIfClosed(context)
  const message = typeof why === 'object' ? why : reasons[why](form, context.get(upstreamContext).reference)
  return redisplayForm(form, message)
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
