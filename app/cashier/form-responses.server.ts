import { createContext, data, type RouterContextProvider } from 'react-router'
import { type ReadFormResult, readForm } from '~/forms/read-form'
import { redisplayForm } from '~/forms/redisplay.server'
import { answerOrThrow } from '~/http/outcome-pages.server'
import { type Attempt, type PageUpstream, upstreamContext } from '~/http/page-upstream.server'
import { type Problem, problemStatus } from '~/http/problem'
import { requestInfoContext } from '~/http/request-info.server'
import { sendHeader } from '~/http/response-headers.server'
import { i18nFor } from '~/i18n/catalogue.server'
import { formatRetryWait } from '~/i18n/retry-wait'
import { minutes } from '~/time/durations'
import type { Segment } from '~/upstream/contract'
import { requestCode } from '~/upstream/contract/values'
import type { Outcome } from '~/upstream/outcome'
import { addChipToText } from './amounts'
import { anyFieldsForm, invalidFormStatus, readChip } from './forms.server'
import type { MoneyAnswer, UnknownMovement } from './money-answer'

type Context = Readonly<RouterContextProvider>
type TypedForm = Pick<ReadFormResult<unknown>, 'typed'>
/** A form that was sent to the upstream. */
type SentForm = TypedForm & { values?: { code?: unknown } }
type FieldErrors = Record<string, string[]>
type MessageValues = Record<string, string | number>
type UnsuccessfulOutcome<Refusal extends string> = Exclude<Outcome<unknown, Refusal>, { kind: 'done' }>
type LimitedOutcome = Extract<UnsuccessfulOutcome<string>, { kind: 'limited' }>
type RefusedOutcome<Refusal extends string> = Extract<UnsuccessfulOutcome<Refusal>, { kind: 'refused' }>

/** The message of a refusal: for the whole form (409) or by field (422). */
export type FormMessage = { problem: string; values?: MessageValues } | { fields: FieldErrors }

/** Whether this request shows a form again: then a missing part must not replace the page by an error page. */
const formShownAgainContext = createContext(false)

/** Answers with the same form again: what was typed and a new request code; see `redisplayForm`. */
export function showFormAgain(
  context: Context,
  form: TypedForm & { fields?: FieldErrors },
  status: number,
  problem?: string | FieldErrors,
  values?: MessageValues,
) {
  context.set(formShownAgainContext, true)
  const answer = redisplayForm(form, status, problem, values)
  return data<MoneyAnswer>(answer.data, answer.init ?? undefined)
}

/** Answers a form that was rendered for another member, who has signed out since. Nothing is sent upstream. */
export function showFormOfAnotherMemberAgain(context: Context, posted: FormData) {
  const { typed } = readForm(posted, anyFieldsForm)
  return showFormAgain(context, { typed }, 409, 'form.anothers')
}

/** Answers with the form again and one of the site's problems: on an error page what was typed would be lost. */
export function showProblemAgain(context: Context, form: TypedForm, problem: Problem, reference: string) {
  return showFormAgain(context, form, problemStatus[problem], `problem.${problem}.title`, { reference })
}

/**
 * Answers a rate-limited form. It keeps its request code: if claimed codes were lost, this may be the second press of a
 * form that went through, which must not move money again.
 */
function showLimitedFormAgain(
  context: Context,
  form: SentForm,
  { by, retryAfterSeconds }: Omit<LimitedOutcome, 'kind'>,
) {
  const { reference } = context.get(upstreamContext)
  const wait = formatRetryWait(i18nFor(context.get(requestInfoContext).locale), retryAfterSeconds)
  const answer = showFormAgain(context, form, 429, by === 'site' ? 'form.limited' : 'form.notTaken', {
    wait,
    reference,
  })
  const code = requestCode.safeParse(form.values?.code)
  return code.success ? { ...answer, data: { ...answer.data, code: code.data } } : answer
}

/** Answers a chip or the clear button (지우기) without script: the form with another amount. Nothing is sent upstream. */
export function showFormWithNewAmount(context: Context, posted: FormData) {
  const form = readForm(posted, anyFieldsForm)
  if (form.kind === 'invalid') return showFormAgain(context, form, 422)
  const shouldClear = !posted.has('add') && posted.get('intent') === 'clear'
  if (shouldClear) return showFormAgain(context, { typed: { ...form.typed, balance: '' } }, 200)
  const chip = readChip(posted)
  if (chip === undefined) return showFormAgain(context, form, 422, { balance: ['field.unreadable'] })
  return showFormAgain(
    context,
    { typed: { ...form.typed, balance: addChipToText(form.typed.balance ?? '', chip) } },
    200,
  )
}

/**
 * Answers a money form whose call did not succeed: the form again with the reason, or, when the upstream's answer was
 * lost, what is known of the movement.
 *
 * @param means.refused the message for each refusal of this call.
 * @param means.lost how to look the movement up; left out for calls that move no money.
 * @throws the redirect or page of an ended session, the page of an unusable answer (broken) or an unsupported call
 * (404).
 */
export async function respondUnsuccessful<Refusal extends string>(
  context: Context,
  upstream: PageUpstream,
  form: SentForm,
  outcome: UnsuccessfulOutcome<Refusal>,
  handlers: {
    refused: (refusal: RefusedOutcome<Refusal>) => FormMessage
    lostMovement?: {
      won: number
      startedAtMs: number
      fetchRows: (upstream: PageUpstream) => Promise<readonly LookupRow[] | undefined>
    }
  },
) {
  switch (outcome.kind) {
    case 'refused': {
      const message = handlers.refused(outcome)
      return 'fields' in message
        ? showFormAgain(context, form, 422, message.fields)
        : showFormAgain(context, form, 409, message.problem, message.values)
    }
    case 'invalid':
      return showFormAgain(context, form, invalidFormStatus(outcome.fields), outcome.fields)
    case 'code-reused':
      return showFormAgain(context, form, 409, 'code.reused')
    case 'unknown':
      return handlers.lostMovement
        ? respondUnknownOutcome(context, upstream, outcome, handlers.lostMovement)
        : showFormAgain(context, form, outcome.httpStatus, 'outcome.noAnswer', { reference: outcome.reference })
    case 'unavailable':
      return showProblemAgain(context, form, outcome.httpStatus === 504 ? 'timeout' : 'unavailable', outcome.reference)
    case 'unguarded':
      return showProblemAgain(context, form, 'unguarded', outcome.reference)
    case 'limited':
      sendHeader(context, 'Retry-After', String(outcome.retryAfterSeconds))
      return showLimitedFormAgain(context, form, outcome)
    case 'signed-out':
      return upstream.throwSignedOut()
    case 'broken':
      throw data({ problem: 'broken', reference: outcome.reference }, { status: problemStatus.broken })
    case 'unsupported':
      throw data({ problem: 'not-found' }, { status: problemStatus['not-found'] })
    default:
      return outcome satisfies never
  }
}

/** How far the upstream's clock may be behind the site's when a movement is looked up. */
const clockSkewMs = 5_000
/** How far back a movement is looked up when the same form was sent before. */
const replayLookbackMs = minutes(10)

type LookupRow = { won: number | undefined; at: string; status?: string | undefined }

/**
 * Answers a form whose upstream answer was lost: it is unknown whether the money moved. The page shows no form, and the
 * movement is looked up where the upstream has lists.
 */
async function respondUnknownOutcome(
  context: Context,
  upstream: PageUpstream,
  { reference, httpStatus }: { reference: string; httpStatus: number },
  movement: {
    won: number
    startedAtMs: number
    fetchRows: (upstream: PageUpstream) => Promise<readonly LookupRow[] | undefined>
  },
) {
  context.set(formShownAgainContext, true)
  // A form sent again gets the outcome of its first request, with that request's reference.
  const sinceMs = movement.startedAtMs - (reference === upstream.reference ? clockSkewMs : replayLookbackMs)
  const list = await movement.fetchRows(upstream)
  const found = list?.find(({ won, at }) => Math.abs(won ?? 0) === movement.won && Date.parse(at) >= sinceMs)
  const unknown: UnknownMovement = {
    reference,
    lookup: list === undefined ? 'no-list' : found ? 'found' : 'missing',
    ...(found ? { movement: { won: movement.won, at: found.at, status: found.status } } : {}),
  }
  return data<MoneyAnswer>({ typed: {}, fields: {}, unknown }, { status: httpStatus })
}

/** Fetches the latest deposits, to look up a lost one; undefined when the list is unsupported or could not be read. */
export async function fetchDepositRows(upstream: PageUpstream): Promise<readonly LookupRow[] | undefined> {
  return toLookupRows(await upstream.attempt('get-deposit-list', { page: 1 }))
}

/** Fetches the latest withdrawals; see `fetchDepositRows`. */
export async function fetchWithdrawalRows(upstream: PageUpstream): Promise<readonly LookupRow[] | undefined> {
  return toLookupRows(await upstream.attempt('get-withdraw-list', { page: 1 }))
}

/** Fetches the latest comp movements, `won` being points; see `fetchDepositRows`. */
export async function fetchCompRows(upstream: PageUpstream): Promise<readonly LookupRow[] | undefined> {
  const list = await upstream.attempt('get-comp-list', { page: 1 })
  return list.kind === 'done'
    ? list.answer.points.map(({ points, regdate }) => ({ won: points, at: regdate }))
    : undefined
}

function toLookupRows(list: Attempt<'get-deposit-list' | 'get-withdraw-list'>): readonly LookupRow[] | undefined {
  if (list.kind !== 'done') return undefined
  return list.answer.balances.map(({ balance, regdate, status }) => ({ won: balance, at: regdate, status }))
}

/**
 * Throws the error page of the main call when all other parts of the page failed too. It does nothing when a form is
 * shown again, so that what was typed is not lost.
 *
 * @param main the call whose error page is thrown, and its outcome.
 * @param others the other parts of the page.
 * @throws the redirect or page of an ended session, or the page of the main call's failure.
 */
export function throwIfNothingLoaded(
  context: Context,
  upstream: PageUpstream,
  main: { segment: Segment; outcome: Outcome<unknown, string> },
  others: readonly Attempt<Segment>[],
): void {
  if (context.get(formShownAgainContext) || main.outcome.kind === 'done') return
  if (main.outcome.kind === 'signed-out') upstream.throwSignedOut()
  if (others.every(({ kind }) => kind === 'failed')) answerOrThrow(main.segment, main.outcome as never, upstream)
}
