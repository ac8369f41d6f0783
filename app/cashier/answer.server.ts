import { createContext, data, type RouterContextProvider } from 'react-router'
import { type ReadForm, readForm } from '~/forms/read'
import { redisplay } from '~/forms/redisplay.server'
import { sendHeader } from '~/http/answer.server'
import { visitContext } from '~/http/visit.server'
import { serverWords } from '~/i18n/catalogue.server'
import { limitedWait } from '~/shell/limited-wait'
import { type Attempt, answerOrPage, type Upstream, upstreamContext } from '~/upstream/client.server'
import type { Segment } from '~/upstream/contract'
import { requestCode } from '~/upstream/contract/values'
import type { Outcome } from '~/upstream/outcome'
import { type Problem, problemStatus } from '~/upstream/problem'
import type { MoneyAnswer, Unknown } from './answer'
import { chipOf, statusOf, typedForm } from './forms.server'
import { withChip } from './sums'

type Context = Readonly<RouterContextProvider>
type Typed = Pick<ReadForm<unknown>, 'typed'>
/** A form that was sent to the upstream. */
type SentForm = Typed & { values?: { code?: unknown } }
type Messages = Record<string, string[]>
type Values = Record<string, string | number>
type NotDone<Refusal extends string> = Exclude<Outcome<unknown, Refusal>, { kind: 'done' }>
type Limited = Extract<NotDone<string>, { kind: 'limited' }>
type Refused<Refusal extends string> = Extract<NotDone<Refusal>, { kind: 'refused' }>

/** The message of a refusal: for the whole form (409) or by field (422). */
export type Said = { problem: string; values?: Values } | { fields: Messages }

/** Whether this request shows a form again: then a missing part must not replace the page by an error page. */
const shownAgainContext = createContext(false)

/** Answers with the same form again: what was typed and a new request code; see `redisplay`. */
export function formAgain(
  context: Context,
  form: Typed & { fields?: Messages },
  status: number,
  problem?: string | Messages,
  values?: Values,
) {
  context.set(shownAgainContext, true)
  const answer = redisplay(form, status, problem, values)
  return data<MoneyAnswer>(answer.data, answer.init ?? undefined)
}

/** Answers a form that was rendered for another member, who has signed out since. Nothing is sent upstream. */
export function anothersFormAgain(context: Context, posted: FormData) {
  const { typed } = readForm(posted, typedForm)
  return formAgain(context, { typed }, 409, 'form.anothers')
}

/** Answers with the form again and one of the site's problems: on an error page what was typed would be lost. */
export function problemAgain(context: Context, form: Typed, problem: Problem, reference: string) {
  return formAgain(context, form, problemStatus[problem], `problem.${problem}.title`, { reference })
}

/**
 * Answers a rate-limited form. It keeps its request code: if claimed codes were lost, this may be the second press of a
 * form that went through, which must not move money again.
 */
function limitedAgain(context: Context, form: SentForm, { by, retryAfterSeconds }: Omit<Limited, 'kind'>) {
  const { reference } = context.get(upstreamContext)
  const wait = limitedWait(serverWords(context.get(visitContext).locale), retryAfterSeconds)
  const answer = formAgain(context, form, 429, by === 'site' ? 'form.limited' : 'form.notTaken', { wait, reference })
  const code = requestCode.safeParse(form.values?.code)
  return code.success ? { ...answer, data: { ...answer.data, code: code.data } } : answer
}

/** Answers a chip or the clear button (지우기) without script: the form with another amount. Nothing is sent upstream. */
export function anotherAmount(context: Context, posted: FormData) {
  const form = readForm(posted, typedForm)
  if (form.kind === 'invalid') return formAgain(context, form, 422)
  const clears = !posted.has('add') && posted.get('intent') === 'clear'
  if (clears) return formAgain(context, { typed: { ...form.typed, balance: '' } }, 200)
  const chip = chipOf(posted)
  if (chip === undefined) return formAgain(context, form, 422, { balance: ['field.unreadable'] })
  return formAgain(context, { typed: { ...form.typed, balance: withChip(form.typed.balance ?? '', chip) } }, 200)
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
export async function notDone<Refusal extends string>(
  context: Context,
  upstream: Upstream,
  form: SentForm,
  outcome: NotDone<Refusal>,
  means: {
    refused: (refusal: Refused<Refusal>) => Said
    lost?: { won: number; startedAt: number; rows: (upstream: Upstream) => Promise<readonly Row[] | undefined> }
  },
) {
  switch (outcome.kind) {
    case 'refused': {
      const said = means.refused(outcome)
      return 'fields' in said
        ? formAgain(context, form, 422, said.fields)
        : formAgain(context, form, 409, said.problem, said.values)
    }
    case 'invalid':
      return formAgain(context, form, statusOf(outcome.fields), outcome.fields)
    case 'code-reused':
      return formAgain(context, form, 409, 'code.reused')
    case 'unknown':
      return means.lost
        ? cantTell(context, upstream, outcome, means.lost)
        : formAgain(context, form, outcome.httpStatus, 'outcome.noAnswer', { reference: outcome.reference })
    case 'unavailable':
      return problemAgain(context, form, outcome.httpStatus === 504 ? 'timeout' : 'unavailable', outcome.reference)
    case 'unguarded':
      return problemAgain(context, form, 'unguarded', outcome.reference)
    case 'limited':
      sendHeader(context, 'Retry-After', String(outcome.retryAfterSeconds))
      return limitedAgain(context, form, outcome)
    case 'signed-out':
      return upstream.signedOut()
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
const replayedMs = 10 * 60_000

type Row = { won: number | undefined; at: string; status?: string | undefined }

/**
 * Answers a form whose upstream answer was lost: it is unknown whether the money moved. The page shows no form, and the
 * movement is looked up where the upstream has lists.
 */
async function cantTell(
  context: Context,
  upstream: Upstream,
  { reference, httpStatus }: { reference: string; httpStatus: number },
  asked: { won: number; startedAt: number; rows: (upstream: Upstream) => Promise<readonly Row[] | undefined> },
) {
  context.set(shownAgainContext, true)
  // A form sent again gets the outcome of its first request, with that request's reference.
  const since = asked.startedAt - (reference === upstream.reference ? clockSkewMs : replayedMs)
  const list = await asked.rows(upstream)
  const found = list?.find(({ won, at }) => Math.abs(won ?? 0) === asked.won && Date.parse(at) >= since)
  const unknown: Unknown = {
    reference,
    looked: list === undefined ? 'nowhere' : found ? 'found' : 'missing',
    ...(found ? { movement: { won: asked.won, at: found.at, status: found.status } } : {}),
  }
  return data<MoneyAnswer>({ typed: {}, fields: {}, unknown }, { status: httpStatus })
}

/** Fetches the latest deposits, to look up a lost one; undefined when the list is unsupported or could not be read. */
export async function depositRows(upstream: Upstream): Promise<readonly Row[] | undefined> {
  return rowsOf(await upstream.attempt('get-deposit-list', { page: 1 }))
}

/** Fetches the latest withdrawals; see `depositRows`. */
export async function withdrawalRows(upstream: Upstream): Promise<readonly Row[] | undefined> {
  return rowsOf(await upstream.attempt('get-withdraw-list', { page: 1 }))
}

/** Fetches the latest comp movements, `won` being points; see `depositRows`. */
export async function compRows(upstream: Upstream): Promise<readonly Row[] | undefined> {
  const list = await upstream.attempt('get-comp-list', { page: 1 })
  return list.kind === 'done'
    ? list.answer.points.map(({ points, regdate }) => ({ won: points, at: regdate }))
    : undefined
}

function rowsOf(list: Attempt<'get-deposit-list' | 'get-withdraw-list'>): readonly Row[] | undefined {
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
export function pageOfNothing(
  context: Context,
  upstream: Upstream,
  main: { segment: Segment; outcome: Outcome<unknown, string> },
  others: readonly Attempt<Segment>[],
): void {
  if (context.get(shownAgainContext) || main.outcome.kind === 'done') return
  if (main.outcome.kind === 'signed-out') upstream.signedOut()
  if (others.every(({ kind }) => kind === 'failed')) answerOrPage(main.segment, main.outcome as never, upstream)
}
