import type { ReactNode } from 'react'
import { visuallyHidden } from '~/ui/base.css'
import { warningFields } from './marks'
import { soft } from './parts'
import type { Row } from './screen'
import type { BackofficeTexts } from './texts'
import { type Cell, fieldName, sums, sumText, textOf, Value } from './values'

export type Shown = {
  cells?: Readonly<Record<string, Cell>> | undefined
  pick?: { title: ReactNode; cell: Cell } | undefined
  totals?: Row | undefined
  sort?: ((field: string) => { to: string; now: 'ascending' | 'descending' | undefined } | undefined) | undefined
}
type RowsProps = Shown & { texts: BackofficeTexts; columns: readonly string[]; rows: readonly Row[] } & {
  label?: string
  none?: string
  tools?: Cell | undefined
  /** True for a table with few, short columns, which stays a table on narrow screens. */
  isSheet?: boolean
}

const fewColumns = 5
const places = ['lead', 'aside', 'line', 'second', 'end']

const hasValue = (row: Row, field: string) => String(row[field] ?? '') !== '' && !(field === 'fee' && row.fee === 0)

export const shownColumns = (columns: readonly string[], rows: readonly Row[], { cells = {} }: Shown) =>
  columns.filter((field) => field in cells || rows.some((row) => hasValue(row, field)))

/** Shows rows as a table or, if there is no room, as cards: first column and sum, two fields, and the rest folded. */
export function Rows(props: RowsProps) {
  const { texts, columns, rows, label, none, cells = {}, pick: ticks, tools, totals, sort, isSheet } = props
  if (rows.length === 0) return soft(none ?? texts.t('list.none'))
  const pick = ticks && rows.some((row) => ticks.cell(row)) ? ticks : undefined
  const shown = shownColumns(columns, rows, props)
  const isNumber = (field: string) =>
    rows.some((row) => typeof row[field] === 'number' || (sums.has(field) && /^-?\d+$/.test(String(row[field]))))
  const isShort = (field: string) =>
    !(field in cells) && rows.every((row) => field in row && textOf(texts, field, row[field]).length < 17)
  const [lead, ...further] = shown
  const aside = further.find(isNumber) ?? further[0]
  const inPlaces = [lead, aside, ...further.filter((field) => field !== aside && field !== 'marks')]
  const placeOf = (field: string) =>
    isSheet ? '' : field === 'marks' ? 'note ' : `${places[inPlaces.indexOf(field)] ?? 'rest'} `
  const classOf = (field: string) => `${placeOf(field)}${isNumber(field) ? 'number' : isShort(field) ? 'short' : ''}`
  const isNamed = (field: string) =>
    !isSheet &&
    !['at', 'marks'].includes(field) &&
    (inPlaces.indexOf(field) > 2 || (isNumber(field) && field !== 'won' && field !== lead))
  const isFolded = !isSheet && inPlaces.length >= places.length
  const last = tools ? 'tools' : isFolded ? 'tools phone' : undefined
  const more = texts.t('list.more')
  const nameOf = (field: string) => fieldName(texts, field)
  const head = (className: string, text: ReactNode, sorted?: ReturnType<NonNullable<Shown['sort']>>) => (
    <th key={String(text)} {...{ scope: 'col', className }} aria-sort={sorted?.now}>
      {sorted ? <a href={sorted.to}>{text}</a> : text}
    </th>
  )
  const cellOf = (field: string, content: ReactNode) => (
    <td key={field} className={classOf(field)} data-title={isNamed(field) ? nameOf(field) : undefined}>
      {content}
    </td>
  )
  return (
    <section
      className={shown.length + Number(!!tools) > fewColumns ? 'scroll many' : 'scroll'}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard.
      tabIndex={0}
      aria-label={label ?? texts.t('list')}
    >
      <table className={isSheet ? 'sheet' : 'cards'}>
        <thead>
          <tr>
            {pick && head('pick', pick.title)}
            {shown.map((field) => head(isNumber(field) ? 'number' : '', nameOf(field), sort?.(field)))}
            {last && head(last, <span className={visuallyHidden}>{more}</span>)}
          </tr>
        </thead>
        {rows.map((row, index) => {
          const id = String(row.key ?? row.id ?? row.idx ?? index)
          const links = tools?.(row)
          return (
            <tbody key={id}>
              <tr
                data-row={id}
                className={row.isGone ? 'gone' : warningFields.some((field) => row[field]) ? 'flagged' : undefined}
              >
                {pick && <td className="pick">{pick.cell(row)}</td>}
                {shown.map((field) => {
                  const { [field]: value } = row
                  const isPlain = totals && (isNumber(field) || sums.has(field))
                  const text = isPlain ? sumText(texts, field, value) : <Value {...{ texts, field, value }} />
                  return cellOf(field, cells[field]?.(row) ?? (hasValue(row, field) && text))
                })}
                {last && (
                  <td className={last}>
                    {links}
                    {(isFolded || links) && (
                      <details className="phone">
                        <summary>{more}</summary>
                      </details>
                    )}
                  </td>
                )}
              </tr>
            </tbody>
          )
        })}
        {totals && (
          <tfoot>
            <tr>
              {shown.map((field) => {
                const sum = hasValue(totals, field) && sumText(texts, field, totals[field])
                return cellOf(field, <b>{field === lead ? texts.t('list.sum') : sum}</b>)
              })}
              {last && <td className={last} />}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  )
}
