import type { CommandName } from '~/embedded/desk/commands'
import type { CommandOutcome, Refusal } from '../door.server'
import { Note } from '../parts'
import type { DeskTexts } from '../texts'
import { Details, fieldName, movementCells, type Row, Rows } from '../values'
import { RefusalNote, refusalText } from './refusal'

/** What a press asks for, and what came of it or would. */
export type Outcome = { payload: object; outcome: CommandOutcome<CommandName> }
/** The same as it is shown. */
export type ShownOutcome = { refusal: Refusal } | { result: Row; isUnchanged: boolean }

/** Fields that are no part of what an operator reads: those of the machinery, and what a deposit or withdrawal has beside. */
const unread: ReadonlySet<string> = new Set([
  ...['status', 'dryRun', 'digest', 'needsSecondPerson', 'first', 'changed', 'firstApproval', 'replace', 'unpaid'],
  ...['transfer', 'id', 'idx', 'kind', 'method', 'paymentIdx', 'appliedAt', 'dueAt', 'settledAt', 'settledBy'],
  ...['language', 'readAt', 'lastAccount'],
])

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
  return Object.fromEntries(
    Object.entries(all).filter(
      ([field, value]) => !unread.has(field) && value !== null && !(field === 'fee' && value === 0),
    ),
  )
}

/** What is shown of a press, done or not: of several without what was sent, which is the same. */
export function shownOutcome({ payload, outcome }: Outcome): ShownOutcome {
  if ('refusal' in outcome) return { refusal: outcome.refusal }
  const result = 'result' in outcome ? outcome.result : {}
  return { result: shownOf(payload, result), isUnchanged: isUnchanged(result) }
}

/** Whether it was so already. */
export const isUnchanged = (result: object) => 'changed' in result && result.changed === false

/** What several deposits or withdrawals add up to, in won. */
const sumOf = (results: readonly Row[]) => results.reduce((sum, { won }) => sum + BigInt(String(won ?? 0)), 0n)

/** How many of several are done or would be, and their sum. */
export const SeveralSum = ({ texts: { t, number }, outcomes }: Pick<OutcomesProps, 'texts' | 'outcomes'>) => (
  <p className="sum">
    {t('rehearsal.several', { count: changedOf(outcomes).length, won: number(String(sumOf(changedOf(outcomes)))) })}
  </p>
)

/** The results that changed something, or would. */
export const changedOf = (outcomes: readonly ShownOutcome[]): Row[] =>
  outcomes.flatMap((outcome) => ('result' in outcome && !outcome.isUnchanged ? [outcome.result] : []))

/** What is shown of each of several, without the balances: each would be as if it were alone. */
const severalColumns = ['member', 'won', 'state', 'bank', 'number', 'provider', 'used', 'refusal']

type OutcomesProps = { texts: DeskTexts; outcomes: readonly ShownOutcome[] } & {
  before?: object | undefined
  isPreview?: boolean
  secret?: string | undefined
}

/**
 * What came of a press, or would: of one, beside what is there before; several in a table, what was refused first.
 *
 * @param props.isPreview whether nothing is done yet: what is changed waits now.
 * @param props.secret the field of what is given once.
 */
export function Outcomes({ texts, outcomes, before, isPreview, secret = '' }: OutcomesProps) {
  const [outcome, ...further] = outcomes
  if (!outcome) return null
  if (further.length > 0) {
    const sorted = outcomes.toSorted((left, right) => Number('result' in left) - Number('result' in right))
    const rows = sorted.map(rowOf(texts))
    const { member: ofMember, bank, state: ofState } = movementCells(texts)
    const state = (row: Row) => (
      <>
        {isPreview && !row.refusal && row.state !== 'wait' && <span className="soft">{texts.t('state.wait')} → </span>}
        {ofState(row)}
      </>
    )
    // On a phone the first column alone is sure to be seen, so why a row was refused stands there.
    const member = (row: Row) => (
      <>
        {row.nick ? ofMember(row) : null}
        {row.refusal ? <p className="error">{String(row.refusal)}</p> : null}
      </>
    )
    const isOfMembers = rows.some(({ nick }) => nick)
    const columns = severalColumns.filter((column) => !isOfMembers || column !== 'refusal')
    return <Rows {...{ texts, columns, rows, cells: isOfMembers ? { member, bank, state } : undefined }} />
  }
  if ('refusal' in outcome) return <RefusalNote texts={texts} refusal={outcome.refusal} />
  const { result, isUnchanged } = outcome
  const { [secret]: given, ...values } = result
  const isGone = secret !== '' && given === undefined && !isUnchanged
  return (
    <>
      {isUnchanged && <Note text={texts.t('done.unchanged')} />}
      {given !== undefined && (
        <p className="note warn">
          {fieldName(texts, secret)} – {texts.t('done.once')} <code className="secret">{String(given)}</code>
        </p>
      )}
      {isGone && <Note text={texts.t('done.shown')} />}
      <Details texts={texts} values={values} before={before} />
    </>
  )
}

const rowOf =
  (texts: DeskTexts) =>
  (outcome: ShownOutcome): Row =>
    'result' in outcome
      ? outcome.result
      : { ...(outcome.refusal.movement as object | undefined), refusal: refusalText(texts, outcome.refusal) }
