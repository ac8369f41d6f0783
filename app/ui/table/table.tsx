import { Fragment, type ReactNode } from 'react'
import { visuallyHidden } from '../base.css'
import { FigureText } from '../figure/figure'
import { Link } from '../link/link'
import * as css from './table.css'

interface Column<Key extends string> {
  key: Key
  head: string
  /** Defaults to `text`. `number` and `badge` columns are aligned to the end. The `strong` column names the row. */
  kind?: keyof typeof css.bodyCell.classNames.variants.kind
  /** The place below 768 px: a corner of a two-line row. `AndLine` adds a line for a second element. `wide`: hidden. */
  place: keyof typeof css.bodyCell.classNames.variants.place
}

interface TableProps<Key extends string> {
  /** The caption for screen readers. A visible heading is above the table. */
  caption: string
  columns: readonly Column<Key>[]
  rows: readonly TableRow<Key>[]
}

interface TableRow<Key extends string> {
  id: string
  cells: Record<Key, ReactNode>
  details?: ReactNode
  groupHead?: ReactNode
  /** The link target of the row. The `strong` cell contains the link, and `label` names the row. */
  link?: { to: string; label: string } | undefined
}

/** The roles are explicit, because changing `display` removes the native ones. */
export function Table<Key extends string>({ caption, columns, rows }: TableProps<Key>) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: the changed display removes the native roles.
    <table className={css.table} role="table">
      <caption className={visuallyHidden}>{caption}</caption>
      <thead className={css.head} role="rowgroup">
        <tr className={css.headRow} role="row">
          {columns.map(({ key, head, kind = 'text' }) => (
            <th key={key} scope="col" role="columnheader" className={css.headCells[kind]}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={css.body} role="rowgroup">
        {rows.map(({ id, cells, details, groupHead, link }) => (
          <Fragment key={id}>
            {groupHead && (
              <tr className={css.groupRow} role="row">
                <td role="cell" colSpan={columns.length} className={css.groupHead}>
                  {groupHead}
                </td>
              </tr>
            )}
            <tr className={css.row} role="row">
              {columns.map(({ key, kind = 'text', place }) => (
                <td key={key} role="cell" className={css.bodyCell({ place, kind })}>
                  {link && kind === 'strong' ? (
                    <Link to={link.to} className={css.rowLink} aria-label={link.label}>
                      {cells[key]}
                    </Link>
                  ) : (
                    cells[key]
                  )}
                </td>
              ))}
            </tr>
            {details && (
              <tr className={css.detailsRow} role="row">
                <td role="cell" colSpan={columns.length} className={css.details}>
                  {details}
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above.
  )
}

export function Amount({ direction, children }: { direction: keyof typeof css.money; children: ReactNode }) {
  return (
    <span className={css.money[direction]}>
      <FigureText>{children}</FigureText>
    </span>
  )
}
