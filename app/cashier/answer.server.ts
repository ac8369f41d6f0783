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
/** A form whose call was made. */
type SentForm = Typed & { values?: { code?: unknown } }
type Messages = Record<string, string[]>
type Values = Record<string, string | number>
type NotDone<Refusal extends string> = Exclude<Outcome<unknown, Refusal>, { kind: 'done' }>
type Limited = Extract<NotDone<string>, { kind: 'limited' }>
type Refused<Refusal extends string> = Extract<NotDone<Refusal>, { kind: 'refused' }>

/** What a refusal says: a message for the whole form (409), or messages by field (422). */
export type Said = { problem: string; values?: Values } | { fields: Messages }

/** Whether this request's page says what became of a form: then no part of it that is missing may take the page away. */
const shownAgainContext = createContext(false)

/** The same page again with what was typed and a new request code; see `redisplay`. */
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

/** The same page again for a form that was drawn for another member, who signed out since; nothing was sent. */
export function anothersFormAgain(context: Context, posted: FormData) {
  const { typed } = readForm(posted, typedForm)
  return formAgain(context, { typed }, 409, 'form.anothers')
}

/** The same page again with one of the site's own problems, where what was typed would be lost on the problem's page. */
export function problemAgain(context: Context, form: Typed, problem: Problem, reference: string) {
  return formAgain(context, form, problemStatus[problem], `problem.${problem}.title`, { reference })
}

/**
 * The same page again for a form that came too often. It keeps its request code: where claims were lost it may be the
 * second press of a form that went through, which must not move money once more.
 */
function limitedAgain(context: Context, form: SentForm, { by, retryAfterSeconds }: Omit<Limited, 'kind'>) {
  const { reference } = context.get(upstreamContext)
  const wait = limitedWait(serverWords(context.get(visitContext).locale), retryAfterSeconds)
  const answer = formAgain(context, form, 429, by === 'site' ? 'form.limited' : 'form.notTaken', { wait, reference })
  const code = requestCode.safeParse(form.values?.code)
  return code.success ? { ...answer, data: { ...answer.data, code: code.data } } : answer
}

/** A chip or 지우기 without script: the form again with another amount; nothing is sent. */
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
 * What a money form answers when its call did not go through: the form again with a new code and the reason, or, when
 * the answer was lost, what can be told of the movement.
 *
 * @param means.refused the words for each refusal of this call.
 * @param means.lost looks the movement up; left out where a call moves nothing, which then says that its answer was lost.
 * @throws the page of a dead session, and of an answer that can't be used.
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

/** How far the upstream's clock may be behind ours when a movement is looked up. */
const clockSkewMs = 5_000
/** How far back a movement is looked for when the same form was sent before. */
const replayedMs = 10 * 60_000

type Row = { won: number | undefined; at: string; status?: string | undefined }

/**
 * The page of a lost answer: nobody can tell whether the money moved, so the form is gone, and the movement is looked
 * up where the upstream has lists.
 */
async function cantTell(
  context: Context,
  upstream: Upstream,
  { reference, httpStatus }: { reference: string; httpStatus: number },
  asked: { won: number; startedAt: number; rows: (upstream: Upstream) => Promise<readonly Row[] | undefined> },
) {
  context.set(shownAgainContext, true)
  // The same form sent again gets the first outcome, with the first request's number.
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

/**
 * The latest deposits, for a deposit whose answer was lost; undefined when there is no list to look into, or nobody may
 * look any more.
 */
export async function depositRows(upstream: Upstream): Promise<readonly Row[] | undefined> {
  return rowsOf(await upstream.attempt('get-deposit-list', { page: 1 }))
}

/** The same of withdrawals. */
export async function withdrawalRows(upstream: Upstream): Promise<readonly Row[] | undefined> {
  return rowsOf(await upstream.attempt('get-withdraw-list', { page: 1 }))
}

/** The same of exchanges of comp money, in points. */
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
 * Holds a page that could show nothing of the upstream to the page of its failure. A form that is shown again stands
 * whatever its parts say: what was typed must not be lost.
 *
 * @param main the call whose page is thrown, and what came of it.
 * @param others the other parts of the page.
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
