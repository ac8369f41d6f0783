import type { ReactNode } from 'react'
import type { CommandResult } from '~/embedded/backoffice/commands'
import { formatSeoulMinute } from '~/values/seoul'
import { stored } from '~/values/status'
import { A, Badge, line, soft } from './parts'
import type { BackofficeTexts } from './texts'

export type Row = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Names of fields, with blanks between them. */
export const namesOf = (names: string): ReadonlySet<string> => new Set(names.split(/\s+/))

/** Fields with a sum in won. */
const sums = namesOf('won fee cash cashNow cashThen game sum staked bets.won after day week month')
/** Objects whose values are read in a row. */
const inOneLine = namesOf('bank answerAccount you')
/** Fields whose values are words of the catalogue. */
const worded =
  namesOf(`state kind method account cause role place used by status document language settledBy break exclude
  provider what address to`)
/** Moments that decide about money of a member. */
const warnings = namesOf('accountChangedAt breakUntil excludedUntil')
/** Words that stand out of a list, by their meaning. */
const badges: Readonly<Record<string, string>> = {
  ...{
    [`state.${stored.pending}`]: 'warn',
    [`state.${stored.done}`]: 'good',
    [`state.${stored.cancelled}`]: '',
    'used.y': 'good',
    'used.n': 'warn',
  },
  ...{ 'shown.true': 'good', 'live.true': 'good', 'isThis.true': 'good', 'isTheirPhone.false': 'warn' },
  ...{ 'role.owner': '', 'role.cashier': '', 'role.support': '', 'role.reader': '', 'role.machine': '' },
  ...{ 'inOrder.true': 'good', 'inOrder.false': 'bad', 'state.first': 'warn' },
  ...{ 'secondFactor.true': 'good', 'secondFactor.false': 'warn' },
}
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/
const nothing = '–'

/** The name of a field in words. */
export const fieldName = ({ word }: BackofficeTexts, field: string) =>
  word(`field.${field}`, word(`account.${field}`, field))

/** A value in words, where the catalogue has some. */
export function wordOf({ word }: BackofficeTexts, field: string, text: string): string {
  if (field === 'act') return word(`command.${text}`, text)
  if (field === 'status') return word(`status.${text}`, word('log.refused'))
  return worded.has(field) ? word(`${field}.${text}`, text) : text
}

/** A field of a command's result as a line of text. @param between its parts, where it has several */
export function textOf(texts: BackofficeTexts, field: string, value: unknown, between = ', '): string {
  const { t, word, number, time } = texts
  if (value === null || value === undefined || value === '') return nothing
  if (typeof value === 'boolean') return word(`${field}.${value}`, t(value ? 'yes' : 'no'))
  if (field === 'pending') return raisesText(texts, value as Raises)
  if (Array.isArray(value))
    return value.map((item) => textOf(texts, field.replace(/s$/, ''), item)).join(', ') || nothing
  if (isObject(value)) return partsText(texts, field, value as Row, between)
  const text = String(value)
  if (sums.has(field) && /^-?\d+$/.test(text)) return t('won', { amount: number(value as number | string) })
  if (field === 'reality') return t('waits.minutes', { minutes: text })
  if (field === 'times') return t('times', { count: text })
  if (typeof value === 'number') return number(value)
  return moment.test(text) ? time(text) : wordOf(texts, field, text)
}

function partsText(texts: BackofficeTexts, field: string, value: Row, between: string): string {
  if (field === 'firstApproval')
    return texts.t('approvals.by', { by: String(value.by), at: textOf(texts, 'at', value.at), id: String(value.id) })
  const entries = Object.entries(value).filter(([, inner]) => (inner ?? '') !== '')
  if (inOneLine.has(field)) {
    // Of a bank account the person comes last, whatever order a database has put the parts in.
    const isPerson = ([name]: [string, unknown]) => Number(name === 'owner' || name === 'holder')
    const sorted = entries.toSorted((left, right) => isPerson(left) - isPerson(right))
    return sorted.map(([, inner]) => String(inner)).join(' ')
  }
  const { count, won, ...more } = value
  if (count !== undefined && won !== undefined && Object.keys(more).length === 0)
    return texts.t('amount', { count: textOf(texts, 'count', count), won: textOf(texts, 'won', won) })
  // The parts of a limit of playing time are minutes, and of a limit without parts nothing is said.
  const kind = ({ time: 'reality', accounts: 'won' } as Row)[field]
  const parts = entries.flatMap(([name, inner]) => {
    const text = textOf(texts, String(kind ?? name), inner)
    return text === nothing ? [] : [`${texts.word(`field.${field}.${name}`, fieldName(texts, name))} ${text}`]
  })
  return parts.join(between) || nothing
}

type Raises = CommandResult<'member'>['limits']['pending']

/** Raised limits that wait, each with its kind, its period and from when on the member may confirm it. */
function raisesText(texts: BackofficeTexts, raises: Raises): string {
  const lines = raises.map(({ name, value, from }) => {
    // A limit is named by its period, before which stands its kind unless it is one of deposits.
    const [period = '', kind = 'deposit'] = name.split('_').reverse()
    const raised = value === null ? texts.t('limits.none') : textOf(texts, kind === 'time' ? 'reality' : 'won', value)
    const limit = `${fieldName(texts, kind)} ${fieldName(texts, period)}`
    return texts.t('limits.raise', { limit, raised, at: texts.time(from) })
  })
  return lines.join('\n') || nothing
}

type ValueProps = { texts: BackofficeTexts; field: string; value: unknown; between?: string }

function Value({ texts, field, value, between }: ValueProps): ReactNode {
  const text = textOf(texts, field, value, between)
  const tone = badges[`${field}.${String(value)}`]
  if (tone !== undefined) return <Badge tone={tone} text={text} />
  if (warnings.has(field) && value) return <Badge tone="warn" text={text} />
  if (field === 'member' && typeof value === 'string') return <A to={memberHref(value)} text={value} />
  if (typeof value === 'string' && moment.test(value))
    return <time {...{ dateTime: value, title: formatSeoulMinute(value) }}>{text}</time>
  if (isObject(value) && !Array.isArray(value) && Object.values(value).some(isObject))
    return <Details texts={texts} values={value} />
  return sums.has(field) ? <b>{text}</b> : text
}

/** The address of a member's screen. */
export const memberHref = (id: string) => `/backoffice/member?id=${encodeURIComponent(id)}`

/** The address of a deposit or withdrawal. @param number its own, or that of its row */
export const transactionHref = (number: unknown) =>
  `/backoffice/command/movement?number=${encodeURIComponent(String(number))}`

/** Names and values of a result, without what is nothing. @param props.before what was there: what differs is shown beside it */
export function Details({
  texts,
  values,
  before,
}: {
  texts: BackofficeTexts
  values: object
  before?: object | undefined
}) {
  const earlier: Row = { ...before }
  const pairs = Object.entries(values).flatMap(([field, value]) => {
    const [was, is] = [field in earlier ? textOf(texts, field, earlier[field]) : undefined, textOf(texts, field, value)]
    const isChanged = was !== undefined && was !== is
    if (is === nothing && !isChanged) return []
    const name = fieldName(texts, field)
    return (
      <div key={field} className="pair">
        <dt>{Array.isArray(value) ? texts.word(`group.${field}`, name) : name}</dt>
        <dd className={isChanged ? 'changed' : undefined}>
          {isChanged && <span className="soft">{was} → </span>}
          <Value texts={texts} field={field} value={value} between={'\n'} />
        </dd>
      </div>
    )
  })
  return pairs.length > 0 ? <dl>{pairs}</dl> : <p className="soft">{texts.t('list.none')}</p>
}

type Cell = (row: Row) => ReactNode

const untilOf = (texts: BackofficeTexts, field: string, at: unknown) =>
  at ? <Badge tone="warn" text={`${fieldName(texts, field)} ${textOf(texts, field, at)}`} /> : null

/** How deposits and withdrawals are shown: a warning beside what it is about, below its end what the member was told. */
export const transactionCells = (texts: BackofficeTexts) =>
  ({
    member: ({ member, nick, excludedUntil, breakUntil }) => {
      // Of a row that a press has refused no more may be known than its number.
      if (!member) return null
      const until = untilOf(texts, excludedUntil ? 'excludedUntil' : 'breakUntil', excludedUntil ?? breakUntil)
      const name = <span className="soft">{String(nick ?? '')}</span>
      return line(<A to={memberHref(String(member))} text={String(member)} />, ' ', name, ' ', until)
    },
    bank: ({ bank, accountChangedAt }) =>
      line(textOf(texts, 'bank', bank), ' ', untilOf(texts, 'accountChangedAt', accountChangedAt)),
    number: ({ number }) => <A to={transactionHref(number)} text={String(number)} />,
    state: ({ state, told, settledAt }) => {
      const at = settledAt ? <Value texts={texts} field="settledAt" value={settledAt} /> : null
      return line(<Value texts={texts} field="state" value={state} />, ' ', at, soft(told))
    },
  }) satisfies Readonly<Record<string, Cell>>

/** What is shown of a list, and what beside the fields of its rows. */
export type Shown = {
  /** Other contents than the field's own, by column. */
  cells?: Readonly<Record<string, Cell>> | undefined
  /** A column before all others. */
  pick?: { title: ReactNode; cell: Cell } | undefined
  /** What unfolds below a row, as wide as the list. */
  below?: Cell | undefined
}
type RowsProps = Shown & { texts: BackofficeTexts; columns: readonly string[]; rows: readonly Row[] } & {
  /** What the list is, where a page has several, and what is said where it is empty. */
  label?: string
  none?: string
  /** What can be done with a row. */
  tools?: Cell | undefined
}

/** How many columns a list may have where there is no more than usual room for it as a table. */
const fewColumns = 5
const places = ['lead', 'aside', 'line', 'second']

const hasValue = (row: Row, field: string) => String(row[field] ?? '') !== '' && !(field === 'fee' && row.fee === 0)

/** Rows as a table. Without room each is a card: its first column and sum, below them the two that follow; the rest is folded. */
export function Rows({ texts, columns, rows, label, none, cells = {}, pick: given, tools, below }: RowsProps) {
  if (rows.length === 0) return <p className="none">{none ?? texts.t('list.none')}</p>
  const pick = given && rows.some((row) => given.cell(row)) ? given : undefined
  const shown = columns.filter((field) => field in cells || rows.some((row) => hasValue(row, field)))
  const isNumber = (field: string) => rows.some((row) => sums.has(field) || typeof row[field] === 'number')
  const isShort = (field: string) =>
    !(field in cells) && rows.every((row) => field in row && textOf(texts, field, row[field]).length < 17)
  const [lead, ...further] = shown
  const aside = further.find(isNumber) ?? further[0]
  const inPlaces = [lead, aside, ...further.filter((field) => field !== aside)]
  const classOf = (field: string) =>
    `${places[inPlaces.indexOf(field)] ?? 'rest'}${isNumber(field) ? ' number' : isShort(field) ? ' short' : ''}`
  const isFolded = shown.length > places.length
  const last = tools ? 'tools' : isFolded ? 'tools phone' : undefined
  const more = texts.t('list.more')
  const nameOf = (field: string) => fieldName(texts, field)
  const head = (className: string, text: ReactNode) => (
    <th key={String(text)} {...{ scope: 'col', className, children: text }} />
  )
  return (
    <section
      className={shown.length > fewColumns ? 'scroll many' : 'scroll'}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard.
      tabIndex={0}
      aria-label={label ?? texts.t('list')}
    >
      <table className="cards">
        <thead>
          <tr>
            {pick && head('pick', pick.title)}
            {shown.map((field) => head(isNumber(field) ? 'number' : '', nameOf(field)))}
            {last && head(last, <span className="hidden">{more}</span>)}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const id = String(row.key ?? row.id ?? row.idx ?? index)
            return [
              <tr key={id} data-row={id}>
                {pick && <td className="pick">{pick.cell(row)}</td>}
                {shown.map((field) => (
                  <td key={field} className={classOf(field)} data-title={field === 'at' ? undefined : nameOf(field)}>
                    {cells[field]?.(row) ??
                      (hasValue(row, field) && <Value texts={texts} field={field} value={row[field]} />)}
                  </td>
                ))}
                {last && (
                  <td className={last}>
                    {tools?.(row)}
                    {isFolded && (
                      <details className="phone">
                        <summary>{more}</summary>
                      </details>
                    )}
                  </td>
                )}
              </tr>,
              below && (
                <tr key={`${id}-below`} className="below">
                  <td colSpan={shown.length + Number(!!pick) + Number(!!last)}>{below(row)}</td>
                </tr>
              ),
            ]
          })}
        </tbody>
      </table>
    </section>
  )
}
