import type { CommandName } from '~/embedded/backoffice/commands'
import { stored } from '~/values/status'
import type { CommandOutcome } from '../door.server'
import { A, Badge, Commands, line, Note, titledPage } from '../parts'
import { followed } from '../rows.server'
import { type BackofficeRequest, backText, type Page, placeOf } from '../screen'
import type { BackofficeTexts } from '../texts'
import {
  Details,
  fieldName,
  memberHref,
  namesOf,
  type Row,
  Rows,
  type Shown,
  textOf,
  transactionCells,
} from '../values'
import type { ShownOutcome } from './kept.server'
import { RefusalNote, refusalText } from './refusal'

/** What a press asks for, and what came of it or would. */
export type Outcome = { payload: object; outcome: CommandOutcome<CommandName> }

/** Fields that are no part of what an operator reads: those of the machinery, and what a deposit or withdrawal has beside. */
const unread = namesOf(`status dryRun digest needsSecondPerson first changed replace unpaid transfer id idx kind
  method paymentIdx appliedAt dueAt settledAt settledBy language readAt lastAccount pendingApproval`)

/** The fields of a payload and result that are shown, those of its one large part beside the others. */
export function shownOf(payload: object, result: object): Row {
  const parts = Object.entries(result).flatMap(([field, value]) =>
    (field === 'movement' || field === 'request') && value ? Object.entries(value) : [[field, value]],
  )
  const came = Object.fromEntries(parts)
  // What the member is told stands once, and what was sent below what came of it.
  const { tell, account: _, ...sent } = payload as Row
  const said = { ...(came.needsSecondPerson && { state: 'first' }), ...(tell !== undefined && !came.told && { tell }) }
  const all: Record<string, unknown> = { ...came, ...sent, ...came, ...said }
  // An answer without a text is the account in one line.
  if (all.answer === Object.values(all.answerAccount ?? {}).join(' ')) delete all.answer
  const isShown = ([field, value]: [string, unknown]) =>
    !unread.has(field) && value !== null && !(field === 'fee' && value === 0)
  return Object.fromEntries(Object.entries(all).filter(isShown))
}

/** What is shown of a press, done or not. */
export function shownOutcome({ payload, outcome }: Outcome): ShownOutcome {
  if ('refusal' in outcome) return { refusal: outcome.refusal }
  const result = 'result' in outcome ? outcome.result : {}
  const isUnchanged = 'changed' in result && result.changed === false
  // Whoever finds it done already sees by whom and when.
  const { settledBy, settledAt } = (isUnchanged && 'movement' in result ? result.movement : {}) as Row
  return { result: { ...shownOf(payload, result), ...(settledAt ? { settledBy, settledAt } : {}) }, isUnchanged }
}

/** The results that changed something, or would. */
export const changedOf = (outcomes: readonly ShownOutcome[]): Row[] =>
  outcomes.flatMap((outcome) => ('result' in outcome && !outcome.isUnchanged ? [outcome.result] : []))

type OutcomesProps = { texts: BackofficeTexts; outcomes: readonly ShownOutcome[] } & {
  /** What is there before each, where nothing is done yet. */
  before?: readonly (Row | undefined)[]
  /** What each of several is of, and the column that ticks it. */
  keys?: readonly string[]
  pick?: Shown['pick']
  /** The field of what is given once. */
  secret?: string | undefined
}

/** What came of a press, or would: of one, beside what is there before; of several their count, sum and a table. */
export function Outcomes({ texts, outcomes, before, secret = '', ...rows }: OutcomesProps) {
  const [outcome, ...further] = outcomes
  if (!outcome) return null
  if (further.length > 0) return <Several {...{ texts, outcomes, before, ...rows }} />
  if ('refusal' in outcome)
    return line(
      <RefusalNote texts={texts} refusal={outcome.refusal} />,
      before?.[0] && <Details texts={texts} values={before[0]} />,
    )
  const { result, isUnchanged } = outcome
  const { [secret]: given, ...values } = result
  return (
    <>
      {isUnchanged && <Note text={texts.t('done.unchanged')} />}
      {given !== undefined && (
        <p className="note warn">
          {fieldName(texts, secret)} – {texts.t('done.once')} <code className="secret">{String(given)}</code>
        </p>
      )}
      {secret !== '' && given === undefined && !isUnchanged && <Note text={texts.t('done.shown')} />}
      <Details texts={texts} values={values} before={before?.[0]} />
    </>
  )
}

function Several({ texts, outcomes, before, keys, pick }: OutcomesProps) {
  const { t, number } = texts
  const changed = changedOf(outcomes)
  const won = number(String(changed.reduce((sum, row) => sum + BigInt(String(row.won ?? 0)), 0n)))
  const rows = rowsOf(texts, outcomes, before)
    .map((row, index): Row => ({ ...row, key: keys?.[index] ?? index }))
    .toSorted((left, right) => Number(!left.refusal) - Number(!right.refusal))
  const { member, bank, state } = transactionCells(texts)
  const earlier = (text: string) => <span className="soft">{`${text} → `}</span>
  const cells = {
    bank,
    // On a phone the first column alone is sure to be seen, so why a row was refused stands there.
    member: (row: Row) =>
      line(
        member(row),
        row.firstApproval ? (
          <Badge tone="warn" text={`${fieldName(texts, 'firstApproval')} ${row.firstApproval}`} />
        ) : null,
        row.refusal ? <p className="error">{String(row.refusal)}</p> : null,
      ),
    state: (row: Row) =>
      line(before && !row.refusal && row.state !== stored.pending && earlier(t('state.wait')), state(row)),
    cash: ({ cash, cashBefore: was = cash }: Row) =>
      line(was !== cash && earlier(textOf(texts, 'cash', was)), textOf(texts, 'cash', cash)),
  }
  return line(
    <p className="sum">{t(before ? 'rehearsal.several' : 'done.several', { count: changed.length, won })}</p>,
    <Rows {...{ texts, rows, cells, pick, columns: ['member', 'won', 'state', 'cash', 'bank', 'number'] }} />,
  )
}

/** Each as a row, with the balance of its member before and after, one after the other: each was tried as if it were alone. */
function rowsOf(texts: BackofficeTexts, outcomes: readonly ShownOutcome[], before: OutcomesProps['before']): Row[] {
  const balances = new Map<unknown, bigint>()
  return outcomes.map((outcome, index) => {
    if ('refusal' in outcome)
      return {
        ...before?.[index],
        ...(outcome.refusal.movement as Row | undefined),
        refusal: refusalText(texts, outcome.refusal),
      }
    const { result } = outcome
    const was = before?.[index]?.cash
    if (was === undefined) return result
    const cashBefore = balances.get(result.member) ?? BigInt(String(was))
    const cash = cashBefore + BigInt(String(result.cash)) - BigInt(String(was))
    balances.set(result.member, cash)
    return { ...result, cash: String(cash), cashBefore: String(cashBefore) }
  })
}

type Done = { title: string; command: CommandName; back: string } & {
  payloads: readonly object[]
  outcomes: readonly ShownOutcome[]
  secret: string | undefined
}

/** The page that says what was done. @param done.secret the field of what is given once */
export function donePage(backoffice: BackofficeRequest, form: Done): Page {
  const { t } = backoffice
  const { title: command, command: act, back, outcomes, secret } = form
  const [done, count] = [changedOf(outcomes).length, outcomes.length]
  const refusals = outcomes.flatMap((outcome) => ('refusal' in outcome ? [outcome.refusal.status] : []))
  const asked = refusals.filter((status) => status === 'second_person').length
  const refused = refusals.length - asked
  const title = [
    t(asked === count ? 'done.first' : done === count ? 'done.title' : done === 0 ? 'done.not' : 'done.some', {
      ...{ command, done, count },
    }),
    ...(refused > 0 ? [t('done.refused', { count: refused })] : []),
    ...(asked > 0 && count > 1 ? [t('done.asked', { count: asked })] : []),
  ].join(', ')
  const [first] = outcomes
  const member = count === 1 && first && 'result' in first ? first.result.member : undefined
  const isOfMember = placeOf(back) === 'member'
  const { member: of = null, ...request } = (form.payloads[0] ?? {}) as Row
  const about = { act, member: of === null ? null : String(of), openedBy: null, request }
  // Another person turns out to have approved first.
  const leads =
    count === 1 && first && 'refusal' in first && asked > 0
      ? followed(backoffice, { ...about, id: String(first.refusal.id), by: String(first.refusal.by) })
      : []
  const ofMember = typeof member === 'string' && t('done.member', { member })
  return titledPage(
    title,
    { from: back, box: count > 1 ? 'wide' : 'narrow', isDone: done === count },
    <Outcomes {...{ texts: backoffice, outcomes, secret }} />,
    <p className="row acts">
      <Commands backoffice={backoffice} leads={leads} className="button primary" />
      {asked > 0 && (
        <A className="button" to="/backoffice/people#first-approvals" text={backoffice.word('title.first-approvals')} />
      )}
      <A
        className={leads.length > 0 ? 'button' : 'button primary'}
        to={back}
        text={(isOfMember && ofMember) || backText(backoffice, back)}
      />
      {ofMember && !isOfMember && <A className="button" to={memberHref(String(member))} text={ofMember} />}
    </p>,
  )
}
