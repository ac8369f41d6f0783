import type { ReactNode } from 'react'
import { hidden } from '../base.css'
import { classNames } from '../class-names'
import * as css from './table.css'

export interface Column<Key extends string> {
  key: Key
  head: string
  /** `number` and `badge` stand at the end; `strong` is what the row is. Default `text`. */
  kind?: keyof typeof css.kinds
  /**
   * Where the cell stands below 768 px: the four corners of a row of two lines, a `line` of its own with its head
   * before it, or `wide`: only from 768 px.
   */
  place: keyof typeof css.places
}

interface TableProps<Key extends string> {
  /** Heard, not seen: a heading stands above the table. */
  caption: string
  columns: readonly Column<Key>[]
  rows: readonly { id: string; cells: Record<Key, ReactNode> }[]
}

/**
 * A table that becomes rows of two lines below 768 px. Roles are written out, because a changed `display` takes a
 * table's meaning away.
 */
export function Table<Key extends string>({ caption, columns, rows }: TableProps<Key>) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: the changed display takes the native roles away.
    <table className={css.table} role="table">
      <caption className={hidden}>{caption}</caption>
      <thead className={css.head} role="rowgroup">
        <tr className={css.headRow} role="row">
          {columns.map(({ key, head, kind = 'text' }) => (
            <th
              key={key}
              scope="col"
              role="columnheader"
              className={classNames(css.headCell, (kind === 'number' || kind === 'badge') && css.numberHead)}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={css.body} role="rowgroup">
        {rows.map(({ id, cells }) => (
          <tr key={id} className={css.row} role="row">
            {columns.map(({ key, head, kind = 'text', place }) => (
              <td key={key} role="cell" className={classNames(css.places[place], css.kinds[kind])}>
                {place === 'line' && (
                  <span className={css.lineHead} aria-hidden="true">
                    {head}
                  </span>
                )}
                {cells[key]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above.
  )
}

/** An amount with its sign: money in, money out, cancelled, or without a way. The text arrives formatted. */
export function Amount({ way, children }: { way: keyof typeof css.ways; children: ReactNode }) {
  return <span className={css.ways[way]}>{children}</span>
}
