import { data, type RouterContextProvider } from 'react-router'
import { throwIfExcluded } from '~/features/safer-play/play-limits.server'
import {
  type FailureMessages,
  type FormMessage,
  notOffered,
  redisplayForm,
  requestFailures,
  respondToFailure,
} from '~/forms/form-responses.server'
import { type ReadFormResult, readForm } from '~/forms/read-form.server'
import { ofAnotherMember } from '~/frame/another-member'
import type { MessageKey } from '~/i18n/i18n'
import { type PageUpstream, upstreamContext } from '~/server/page-upstream.server'
import { requestCode } from '~/upstream/contract/values'
import type { Outcome } from '~/upstream/outcome'
import { formatForInput, parseAmount, type Won } from '~/values/amount'
import type { ReadWon } from '~/values/balance'
import { minutes } from '~/values/durations'
import { clockSkewMs, listedRows, matchTransaction, type TransactionList } from '../tracking/find-transaction'
import { addChipToText } from './amounts'
import { anyFieldsForm, readChip } from './fields.server'
import type { MoneyResult, UnknownTransaction } from './result'

type Context = Readonly<RouterContextProvider>
type SubmittedForm = Pick<ReadFormResult<unknown>, 'submitted'>

/** Answers a form that was rendered for another member, who has signed out since. Nothing is sent upstream. */
export function redisplayFormOfAnotherMember(posted: FormData) {
  const { submitted } = readForm(posted, anyFieldsForm)
  const { data: result, init } = redisplayForm({ submitted }, { problem: 'form.anothers' })
  return data({ ...result, ...ofAnotherMember }, init ?? undefined)
}

/**
 * Shows the form again when nothing was sent upstream, because a field is wrong. During a break or self-exclusion the
 * screen is closed instead, as on opening it.
 *
 * @throws the 403 page that names the end.
 */
export async function redisplayUnlessExcluded(
  context: Context,
  form: Parameters<typeof redisplayForm>[0],
  message: FormMessage,
) {
  await throwIfExcluded(context.get(upstreamContext))
  return redisplayForm(form, message)
}

/** Answers with the form again because data that it needs could not be fetched, or are not there. */
export function redisplayUnavailable(context: Context, form: SubmittedForm, kind: 'failed' | 'unsupported' = 'failed') {
  if (kind === 'unsupported') return redisplayForm(form, notOffered)
  const { reference } = context.get(upstreamContext)
  return redisplayForm(form, { status: 503, problem: 'problem.unavailable.title', values: { reference } })
}

/**
 * Answers a chip or the clear button (지우기) without script: the form with another amount. Nothing is sent upstream.
 *
 * @param check what is wrong with an amount by a rule of its own: a chip does not mend it.
 */
export function redisplayWithNewAmount(
  posted: FormData,
  by: 'add' | 'set' | 'clear',
  { field = 'balance', check }: { field?: 'balance' | 'points'; check?: (won: Won) => MessageKey | undefined } = {},
) {
  const form = readForm(posted, anyFieldsForm)
  if (form.kind === 'invalid') return redisplayForm(form)
  const chip = by === 'clear' ? 0 : readChip(posted, by)
  if (chip === undefined) return redisplayForm(form, { fields: { [field]: ['field.unreadable'] } })
  const texts = {
    add: () => addChipToText(form.submitted[field] ?? '', chip),
    set: () => formatForInput(chip),
    clear: () => '',
  }
  const text = texts[by]()
  const error = by === 'add' ? check?.(parseAmount(text) ?? 0) : undefined
  return redisplayForm(
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
export async function redisplayWithMaxAmount(
  context: Context,
  posted: FormData,
  field: 'balance' | 'points',
  fetchMax: (upstream: PageUpstream) => Promise<ReadWon>,
  noneMessage: MessageKey,
) {
  const form = readForm(posted, anyFieldsForm)
  if (form.kind === 'invalid') return redisplayForm(form)
  const max = await fetchMax(context.get(upstreamContext))
  if (max === undefined) return redisplayUnavailable(context, form)
  if (max === null) return redisplayForm(form, { status: 502, fields: { [field]: ['amount.allOf.unreadable'] } })
  if (max === 0) return redisplayForm(form, { fields: { [field]: [noneMessage] } })
  return redisplayForm({ submitted: { ...form.submitted, [field]: formatForInput(max) } }, { status: 200 })
}

/** A transaction that was sent: where the upstream lists it, its sum in won or points, and when. */
type SentTransaction = { list: TransactionList; won: number; startedAtMs: number }

/**
 * Answers a money form whose call did not succeed; see `respondToFailure`. A transaction of unknown outcome is looked up. A rate-limited
 * form keeps its request code: if claimed codes were lost, this may be the second press of a form that went through,
 * which must not move money again.
 */
export async function respondToMoneyFailure<Refusal extends string>(
  context: Context,
  form: SubmittedForm & { values?: { code?: unknown } },
  outcome: Exclude<Outcome<unknown, Refusal>, { kind: 'done' }>,
  messages: Pick<FailureMessages<NoInfer<Refusal>>, 'refused' | 'unknown'>,
  transaction?: SentTransaction,
) {
  if (outcome.kind === 'unknown' && transaction) return respondToUnknownOutcome(context, outcome, transaction)
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
  return data<MoneyResult>({ ...response.data, isOutdated: outcome.kind === 'refused' }, response.init ?? undefined)
}

/** How far back a transaction is looked up when the same form was sent before. */
export const replayLookbackMs = minutes(10)

/**
 * Answers a form whose upstream response was lost: it is unknown whether the money moved. The page shows no form, and the
 * transaction is looked up where the upstream has lists.
 */
async function respondToUnknownOutcome(
  context: Context,
  { reference, httpStatus }: { reference: string; httpStatus: number },
  { list, won, startedAtMs }: SentTransaction,
) {
  const upstream = context.get(upstreamContext)
  // A form sent again gets the outcome of its first request, with that request's reference.
  const sinceMs = startedAtMs - (reference === upstream.reference ? clockSkewMs : replayLookbackMs)
  const listed = await upstream.callOptional(`get-${list}-list`, { page: 1 })
  const match = matchTransaction(listed.kind === 'done' ? listedRows(listed.response) : undefined, { won, sinceMs })
  const unknown: UnknownTransaction = {
    reference,
    lookup: match.kind,
    ...(match.kind === 'found' ? { transaction: match.transaction } : {}),
  }
  return data<MoneyResult>({ submitted: {}, fields: {}, unknown }, { status: httpStatus })
}
