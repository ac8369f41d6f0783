import type { CommandName } from '~/embedded/desk/commands'
import type { CommandOutcome, Refusal } from '../door.server'
import { Note } from '../parts'
import type { DeskTexts } from '../texts'
import { Details, fieldName, type Row, Rows } from '../values'
import { RefusalNote, refusalText } from './refusal'

/** What a press asks for, and what came of it or would. */
export type Outcome = { payload: object; outcome: CommandOutcome<CommandName> }
/** The same as it is shown. */
export type ShownOutcome = { refusal: Refusal } | { result: Row; isUnchanged: boolean }

/** Fields that are no part of what an operator reads: those of the machinery, and what a deposit or withdrawal has beside. */
const unread: ReadonlySet<string> = new Set([
  ...['status', 'dryRun', 'digest', 'needsSecondPerson', 'first', 'changed', 'firstApproval', 'replace', 'unpaid'],
  ...['transfer', 'id', 'idx', 'kind', 'method', 'paymentIdx', 'appliedAt', 'dueAt', 'settledAt', 'settledBy'],
  ...['language', 'readAt'],
])

/** The fields of a payload and result that are shown, those of its one large part beside the others. @param read by what */
export function shownOf(payload: object, result: object, read?: CommandName): Row {
  const hidden = read === 'movement' ? new Set(['status', 'id', 'paymentIdx']) : unread
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
      ([field, value]) => !hidden.has(field) && value !== null && !(field === 'fee' && value === 0),
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
export const sumOf = (outcomes: readonly Outcome[]) =>
  outcomes.reduce((sum, { outcome }) => {
    const { movement } = ('result' in outcome ? outcome.result : {}) as { movement?: { won: number | string } }
    return sum + BigInt(movement?.won ?? 0)
  }, 0n)

/** What is shown of each of several, without the balances: each would be as if it were alone. */
const severalColumns = [
  ...['member', 'won', 'bank', 'number', 'accountChangedAt', 'breakUntil', 'excludedUntil', 'state', 'told'],
  ...['provider', 'used', 'refusal'],
]

type OutcomesProps = { texts: DeskTexts; outcomes: readonly ShownOutcome[] } & {
  before?: object | undefined
  secret?: string | undefined
}

/**
 * What came of a press, or would: of one, beside what is there before; several in a table.
 *
 * @param props.secret the field of what is given once.
 */
export function Outcomes({ texts, outcomes, before, secret = '' }: OutcomesProps) {
  const [outcome, ...further] = outcomes
  if (!outcome) return null
  if (further.length > 0)
    return <Rows texts={texts} columns={severalColumns} rows={[outcome, ...further].map(rowOf(texts))} />
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
