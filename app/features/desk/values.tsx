import type { ReactNode } from 'react'
import { formatSeoulMinute } from '~/values/seoul'
import type { DeskTexts } from './texts'

/** Fields with a sum in won or points. */
const sums = new Set(['won', 'fee', 'cash', 'game', 'comp', 'sum', 'staked', 'after', 'day', 'week', 'month'])
/** Objects whose values are read in a row. */
export const inOneLine = new Set(['bank', 'answerAccount', 'you'])
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/
/** Fields whose values are words of the catalogue. */
const worded = new Set([
  'state',
  'kind',
  'method',
  'account',
  'cause',
  'role',
  'place',
  'used',
  'by',
  'status',
  'document',
  'language',
])

/** The name of a field in words. */
export const fieldName = ({ word }: DeskTexts, field: string) => word(`field.${field}`, field)

/** Whether a column of this field is one of numbers. */
const isNumeric = (field: string, value: unknown) => sums.has(field) || typeof value === 'number'

/** A field of a command's result, as it is read. */
function Value({ texts, field, value }: { texts: DeskTexts; field: string; value: unknown }): ReactNode {
  const { t, number } = texts
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (field === 'member' && typeof value === 'string')
    return <a href={`/desk/member?id=${encodeURIComponent(value)}`}>{value}</a>
  if (Array.isArray(value))
    return value.map((item, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a result is not changed once it is there.
      <span key={index}>
        {index > 0 && ', '}
        <Value texts={texts} field={field.replace(/s$/, '')} value={item} />
      </span>
    ))
  if (typeof value === 'object') {
    const entries = Object.entries(value).filter(
      ([name, inner]) => inner !== null && inner !== undefined && !(name === 'status' && inner === 'success'),
    )
    if (entries.length === 0) return '–'
    if (inOneLine.has(field)) return entries.map(([, inner]) => String(inner)).join(' ')
    return <Details texts={texts} values={Object.fromEntries(entries)} />
  }
  if (typeof value === 'number') return number(value)
  const text = String(value)
  if (sums.has(field) && /^-?\d+$/.test(text)) return number(text)
  if (moment.test(text)) return <time dateTime={text}>{formatSeoulMinute(text)}</time>
  return wordOf(texts, field, text)
}

/** A value in words, where the catalogue has some. */
export function wordOf({ word }: DeskTexts, field: string, text: string): string {
  if (field === 'act') return word(`command.${text}`, text)
  return worded.has(field) ? word(`${field}.${text}`, text) : text
}

/** Names and values of a result, in two columns. */
export function Details({ texts, values }: { texts: DeskTexts; values: object }) {
  return (
    <dl>
      {Object.entries(values).map(([field, value]) => (
        <div key={field} className="pair">
          <dt>{fieldName(texts, field)}</dt>
          <dd>
            <Value texts={texts} field={field} value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Rows of a list as a table; on a phone each row is a card. */
export function Rows({
  texts,
  columns,
  rows,
  label = texts.t('list'),
  first,
  last,
}: {
  texts: DeskTexts
  /** What the list is, where a page has several. */
  label?: string
  columns: readonly string[]
  rows: readonly Readonly<Record<string, unknown>>[]
  /** What stands before and after the columns of a row. */
  first?: { title: string; cell: (row: Readonly<Record<string, unknown>>) => ReactNode }
  last?: { title: string; cell: (row: Readonly<Record<string, unknown>>) => ReactNode }
}) {
  if (rows.length === 0) return <p className="soft">{texts.t('list.none')}</p>
  const shown = columns.filter((field) => rows.some((row) => row[field] !== null && row[field] !== undefined))
  const numeric = new Set(shown.filter((field) => rows.some((row) => isNumeric(field, row[field]))))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard.
    <section className="scroll" tabIndex={0} aria-label={label}>
      <table className="cards">
        <thead>
          <tr>
            {first && <th scope="col">{first.title}</th>}
            {shown.map((field) => (
              <th key={field} scope="col" className={numeric.has(field) ? 'number' : undefined}>
                {fieldName(texts, field)}
              </th>
            ))}
            {last && <th scope="col">{last.title}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={String(row.id ?? row.idx ?? index)} data-row={String(row.id ?? row.idx ?? index)}>
              {first && <td className="pick">{first.cell(row)}</td>}
              {shown.map((field) => (
                <td
                  key={field}
                  data-title={fieldName(texts, field)}
                  data-field={field}
                  className={numeric.has(field) ? 'number' : undefined}
                >
                  <Value texts={texts} field={field} value={row[field]} />
                </td>
              ))}
              {last && <td>{last.cell(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The fields that narrow a list to a member and to days, inside of the form of its filters. */
export function MemberAndDays({ texts, url: { searchParams } }: { texts: DeskTexts; url: URL }) {
  return (['member', 'from', 'to'] as const).map((name) => (
    <label key={name}>
      {fieldName(texts, name)}
      <input name={name} type={name === 'member' ? 'text' : 'date'} defaultValue={searchParams.get(name) ?? ''} />
    </label>
  ))
}

/** The columns that an address asks for, in the order of the list; all where it names none. */
export function chosenColumns(columns: readonly string[], { searchParams }: URL): readonly string[] {
  const chosen = searchParams.getAll('column')
  const known = columns.filter((column) => chosen.includes(column))
  return known.length > 0 ? known : columns
}

/** Boxes of the columns of a list, inside of the form of its filters. */
export function ColumnChoice({ texts, columns, url }: { texts: DeskTexts; columns: readonly string[]; url: URL }) {
  const chosen = chosenColumns(columns, url)
  return (
    <details>
      <summary>{texts.t('list.columns')}</summary>
      <p className="row">
        {columns.map((column) => (
          <label key={column}>
            <input type="checkbox" name="column" value={column} defaultChecked={chosen.includes(column)} />{' '}
            {fieldName(texts, column)}
          </label>
        ))}
      </p>
    </details>
  )
}

/** Leads to the other pages of a list, and keeps it with its filters. */
export function Pages({
  texts: { t },
  url,
  page,
  pages,
  total,
}: {
  texts: DeskTexts
  url: URL
  page: number
  pages: number
  total: number
}) {
  const at = (number: number) => {
    const query = new URLSearchParams(url.searchParams)
    query.set('page', String(number))
    return `${url.pathname}?${query}`
  }
  return (
    <p className="pages">
      {page > 1 && (
        <a href={at(page - 1)} rel="prev">
          {t('list.before')}
        </a>
      )}
      <span className="soft">{t('list.page', { page, pages, total })}</span>
      <a href={`/desk/command/keep-view?${new URLSearchParams({ address: url.pathname + url.search })}`}>
        {t('views.keep')}
      </a>
      {page < pages && (
        <a href={at(page + 1)} rel="next">
          {t('list.next')}
        </a>
      )}
    </p>
  )
}
