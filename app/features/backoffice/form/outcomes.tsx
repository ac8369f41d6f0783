import { signs } from '~/embedded/backoffice/commands/results'
import type { CommandName } from '~/embedded/backoffice/commands/table'
import { Alert } from '~/ui/alert/alert'
import { Badge } from '~/ui/badge/badge'
import type { CommandOutcome, Refusal } from '../command-client.server'
import { CreditFigures, factsText, isPendingRow, isSentBefore, marksCell, RequestDetails } from '../marks'
import { line, note, soft } from '../parts'
import type { Row } from '../screen'
import { Rows, type Shown } from '../table'
import type { BackofficeTexts, TextKey } from '../texts'
import { fieldName, isObject, sharedParts, textOf, transactionCells, Value, withName } from '../values'
import { RefusalNote, refusalText } from './form'
import type { ShownOutcome } from './stored-forms.server'

export type CommandForm = {
  operator: string
  command: CommandName
  sent: URLSearchParams
  title: string
  back: string
  requestId: string
  payload: object
  keys: readonly string[]
  payloads: readonly object[]
}

export type Outcome = { payload: object; outcome: CommandOutcome<CommandName> }

const unread = new Set(
  `status dryRun digest needsSecondPerson first changed replace unpaid transfer id idx kind
  method paymentIdx dueAt settledAt settledBy creditedWon language readAt earlier later pendingApproval
  deposited corrected hasDeposited sharedCount accountRequest used onlyClaimed inquiries closed`.split(/\s+/),
)

const ofAnswer = ['id', 'member', 'nick', 'title', 'answer', 'answerAccount']

export function shownOf(payload: object, result: object): Row {
  const parts = Object.entries(result).flatMap(([field, value]) => {
    if (field === 'request' && value) return Object.entries(value).filter(([name]) => ofAnswer.includes(name))
    return field === 'movement' && value ? Object.entries(value) : [[field, value]]
  })
  const came: Record<string, unknown> = Object.fromEntries(parts)
  const { act, kind, member, accountChangedAt } = came
  const found = 'deposited' in came ? came : came.signs
  if (isObject(found)) {
    const facts = Object.keys(signs).map((name) => [name, (found as Row)[name]])
    came.signs = { kind, member, accountChangedAt, ...Object.fromEntries(facts) }
    if ('deposited' in came) Object.assign(came, { turnover: null, sharedWith: null })
  }
  if (isSentBefore(came)) Object.assign(came, { accountSentBefore: came.accountSentAt, accountSentAt: null })
  if (act && kind) came.act = `${act}.${kind}.one`
  const { credited, won: requested, ...ended } = came
  const { tell, account: _, ...sent } = payload as Row
  // A dry run's change gets another number when it is made.
  if (came.dryRun && !('id' in payload)) delete came.number
  if (came.dryRun && came.answerAccount) delete came.accountSentAt
  const said = {
    ...(came.needsSecondPerson ? { state: 'first' } : {}),
    ...(tell !== undefined && !came.told && { tell }),
  }
  // The amount and the account come first, because they are compared with the bank's.
  const first = { won: null, credited: null, requested: null, bank: null, answerAccount: null }
  const all: Record<string, unknown> = { ...first, ...came, ...sent, ...came, ...said }
  if (isObject(credited)) {
    const { won, cash, state } = credited as Row
    Object.assign(all, { ...ended, requested, credited: won, cash, state })
    delete all.won
  }
  const before = came.before as Row | undefined
  // The preview of a notice shows its text as members see it.
  if ('startsAt' in came) {
    Object.assign(all, { startsAt: came.startsAt, until: null })
    for (const name of ['title', 'contents'])
      if (came.dryRun && (before?.[name] ?? all[name]) === all[name]) delete all[name]
  }
  if (came.answer) delete all.contents
  if (all.answer === Object.values(all.answerAccount ?? {}).join(' ')) delete all.answer
  // An empty time of a notice means at once, or until somebody ends it.
  const isOpen = came.dryRun && before?.shown !== true && 'startsAt' in came
  const emptyOf = (field: string) => (isOpen && ['startsAt', 'endsAt'].includes(field) ? '' : null)
  const isShown = ([field, value]: [string, unknown]) =>
    !unread.has(field) && (value ?? before?.[field] ?? emptyOf(field)) !== null && !(field === 'fee' && value === 0)
  return Object.fromEntries(Object.entries(all).filter(isShown))
}

export function shownOutcome({ payload, outcome }: Outcome): ShownOutcome {
  if ('refusal' in outcome) return { refusal: outcome.refusal }
  const result = 'result' in outcome ? outcome.result : {}
  const isUnchanged = ('changed' in result && result.changed === false) || 'extended' in result
  const { settledBy, settledAt, creditedWon } = (isUnchanged && 'movement' in result ? result.movement : {}) as Row
  return { result: { ...shownOf(payload, result), settledBy, settledAt, creditedWon }, isUnchanged }
}

export const changedOf = (outcomes: readonly ShownOutcome[]): Row[] =>
  outcomes.flatMap((outcome) => ('result' in outcome && !outcome.isUnchanged ? [outcome.result] : []))

export function recordedBy(name: string, outcomes: readonly ShownOutcome[]): Row | undefined {
  const [outcome] = outcomes
  if (outcomes.length !== 1 || !outcome || !('refusal' in outcome)) return undefined
  const { status, by, file } = outcome.refusal
  return status === 'second_person' && by === name && !file ? outcome.refusal : undefined
}

const sumKey = 'rehearsal.several'

export const sumOf = ({ t, number }: BackofficeTexts, changed: readonly Row[], key: TextKey = sumKey) => {
  const won = changed.reduce((sum, row) => sum + BigInt(String(row.won ?? 0)), 0n)
  return t(key, { count: changed.length, won: number(String(won)) })
}

function sumParts(texts: BackofficeTexts, rows: readonly Row[]) {
  const first = rows.filter(({ state }) => state === 'first')
  const now = rows.filter(({ state }) => state !== 'first')
  const part = (name: string, key: TextKey, rows: readonly Row[]) => (
    <span data-part={name} data-text={texts.t(key, { count: '{count}', won: '{won}' })}>
      {sumOf(texts, rows, key)}
    </span>
  )
  if (first.length === 0) return part('now', sumKey, now)
  return line(part('now', 'rehearsal.now', now), ' · ', part('first', 'rehearsal.first', first))
}

type OutcomesProps = { texts: BackofficeTexts; outcomes: readonly ShownOutcome[] } & {
  before?: readonly (Row | undefined)[]
  keys?: readonly string[]
  pick?: Shown['pick']
  secret?: string | undefined
  isCopied?: boolean | undefined
}

export function Outcomes({ texts, outcomes, before, secret = '', isCopied, ...rows }: OutcomesProps) {
  const [outcome, ...further] = outcomes
  if (!outcome) return null
  if (further.length > 0) return <Several {...{ texts, outcomes, before, isCopied, ...rows }} />
  if ('refusal' in outcome)
    return line(
      <RefusalNote texts={texts} refusal={outcome.refusal} />,
      before?.[0] && <RequestDetails texts={texts} values={before[0]} />,
    )
  const { result, isUnchanged } = outcome
  const { [secret]: given, before: was, sharedWith = [], ...all } = withName(texts, result)
  const { after, ...details } = all
  const values = was ? details : all
  const [from, to] = after && was ? [was, after].map((side) => (side as { bank: { owner: string } }).bank.owner) : []
  const { note: latestNote, answerAccount } = before?.[0] ?? {}
  const facts = { answerAccount: values.answerAccount ?? answerAccount, note: latestNote, ...factsOf(before?.[0]) }
  const alike = sharedWith as unknown[]
  // A first approval moves no money, so the balance is still the earlier one.
  const unchanged = values.state === 'first' && before?.[0] ? { cash: before[0].cash } : {}
  const { credited, requested, state, ...others } = values
  // A preview's title and button already say how the request ends.
  const isSaid = before?.[0] && state !== 'first'
  const shown = { ...others, ...(credited === undefined && { requested }), ...(!isSaid && { state }) }
  return (
    <>
      {(isUnchanged || (secret !== '' && given === undefined)) &&
        note(texts.t(isUnchanged ? 'done.unchanged' : 'done.shown'), 'info')}
      {from && to && from !== to && note(texts.t('change.holder', { from, to }))}
      {alike.length > 0 && (
        <Alert kind="warning" silent>
          {line(...sharedParts(texts, { ...result, sharedCount: alike.length }))}
        </Alert>
      )}
      {given !== undefined && (
        <Alert kind="info" silent title={`${fieldName(texts, secret)} – ${texts.t('done.once')}`}>
          <code className="secret" data-copy={given}>
            {String(given)}
          </code>
        </Alert>
      )}
      {credited !== undefined && <CreditFigures {...{ texts, requested, credited }} />}
      {Object.keys(values).length > 0 && (
        <RequestDetails
          texts={texts}
          values={{ ...shown, ...facts, ...unchanged }}
          before={(was as Row | undefined) ?? before?.[0]}
          isCopied={isCopied}
        />
      )}
    </>
  )
}

function Several({ texts, outcomes, before, keys, pick, isCopied }: OutcomesProps) {
  const { t } = texts
  const changed = changedOf(outcomes)
  // Nobody sends money for a first approval, so its account is not copied.
  const kindOf = ({ state }: Row) => (isCopied && state !== 'first' ? 'withdrawal' : undefined)
  const rows = outcomeRows(texts, outcomes, before)
    .map((row, index): Row => ({ ...row, key: keys?.[index] ?? index, kind: kindOf(row) }))
    .toSorted((left, right) => Number(!left.refusal) - Number(!right.refusal))
  const isOfMoney = rows.some((row) => row.won !== undefined)
  const isOfAccount = rows.some((row) => row.answerAccount && !row.refusal)
  const { member, won, bank, state, number: numberCell } = transactionCells(texts)
  const earlier = (text: string) => <span className="soft">{`${text} → `}</span>
  const cells = {
    won,
    bank,
    number: numberCell,
    marks: (row: Row) =>
      line(
        row.refusal && !row.isAsked ? <p className="error">{String(row.refusal)}</p> : null,
        row.claimedBy && !row.refusal ? <Badge kind="good">{t('claim.own')}</Badge> : null,
        marksCell(texts).marks(row),
      ),
    member: (row: Row) =>
      line(
        member(row),
        ' ',
        row.firstApproval ? (
          <Badge kind="warn">{`${fieldName(texts, 'firstApproval')} ${row.firstApproval}`}</Badge>
        ) : null,
      ),
    state: (row: Row) =>
      before && !row.refusal && !isPendingRow(row)
        ? line(earlier(t('state.wait')), <Value texts={texts} field="state" value={row.state} isPlanned />)
        : state(row),
    // backoffice.js recomputes the balances when rows are unticked.
    cash: ({ cash = null, cashBefore: was = cash, member }: Row) =>
      cash !== null && (
        <span
          {...{ 'data-balance': member, 'data-cash': was, 'data-text': t('won', { amount: '{won}' }) }}
          data-change={String(BigInt(String(cash)) - BigInt(String(was)))}
        >
          {was !== cash && earlier(textOf(texts, 'cash', was))}
          {textOf(texts, 'cash', cash)}
        </span>
      ),
  }
  const ends = before && rows.every(({ state }) => state !== 'first') ? [] : ['state']
  const ofBank = isCopied ? ['bank', ...ends, 'cash', 'number'] : [...ends, 'cash', 'bank', 'number']
  const ofMoney = isOfAccount ? ['answerAccount', 'number'] : ofBank
  const columns = [...(isOfMoney ? ['member', 'won', ...ofMoney] : ['member', 'tags']), 'marks']
  // A preview lists the refused rows elsewhere.
  const listed = rows.filter(({ refusal }) => !pick || !refusal)
  const sum = isOfMoney ? sumParts(texts, changed) : t('rehearsal.count', { count: changed.length })
  return listed.length === 0 ? null : (
    <>
      {changed.length > 0 && <p className="sum">{sum}</p>}
      {listed.some(({ isAsked }) => isAsked) && soft(t('done.asked.text'))}
      <Rows {...{ texts, cells, columns, pick }} rows={listed} />
    </>
  )
}

export function outcomeRows(
  texts: BackofficeTexts,
  outcomes: readonly ShownOutcome[],
  before: OutcomesProps['before'],
) {
  const balances = new Map<unknown, bigint>()
  return outcomes.map((outcome, index): Row => {
    if ('refusal' in outcome) {
      const { movement, status, by } = outcome.refusal
      return {
        ...before?.[index],
        ...(movement as Row | undefined),
        refusal: isAsked(outcome) ? texts.t('done.asked.own') : reasonOf(texts, outcome.refusal),
        ...(status === 'claimed' && { reason: texts.t('claim.by', { by: String(by) }) }),
        ...settledReason(texts, movement as Row | undefined),
        ...(isAsked(outcome) && { isAsked: true, state: 'first' }),
      }
    }
    const { result, isUnchanged } = outcome
    if (isUnchanged)
      return {
        ...before?.[index],
        ...result,
        refusal: settledText(texts, result) ?? texts.t(result.extended ? 'claim.extended' : 'done.unchanged'),
        ...settledReason(texts, result),
      }
    const was = before?.[index]?.cash
    if (was === undefined) return { ...before?.[index], ...result }
    const cashBefore = balances.get(result.member) ?? BigInt(String(was))
    const change = result.state === 'first' ? 0n : BigInt(String(result.cash)) - BigInt(String(was))
    const cash = cashBefore + change
    balances.set(result.member, cash)
    const { accountChangedAt } = before?.[index] ?? {}
    const facts = { ...factsOf(before?.[index]), accountChangedAt }
    return { ...result, ...facts, cash: String(cash), cashBefore: String(cashBefore) }
  })
}

/** Returns facts about a pending transaction that its settlement ends, but that matter for the decision. */
const factsOf = ({ signs, similar, sameWon, isUnsent, bankBefore, bankChangedAt }: Row = {}) => ({
  ...{ signs, similar, sameWon, isUnsent, bankBefore, bankChangedAt },
})

/** Returns why something was not done. If another person has settled the transaction, says who, when and how. */
export const reasonOf = (texts: BackofficeTexts, refusal: Refusal): string =>
  settledText(texts, refusal.movement as Row | undefined) ?? refusalText(texts, refusal)

/** Why a preview leaves out a settled transaction, without details, so that it can group such rows. */
const settledReason = (texts: BackofficeTexts, row: Row | undefined) =>
  row?.settledAt ? { reason: texts.t('settled.title'), how: factsText(texts, row) } : {}

export const settledText = (texts: BackofficeTexts, row: Row | undefined) =>
  row?.settledAt ? `${texts.t('settled.title')} (${factsText(texts, row)})` : undefined

const isAsked = (outcome: ShownOutcome) => 'refusal' in outcome && outcome.refusal.status === 'second_person'
