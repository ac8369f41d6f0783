import * as css from './table-lines.css'
import type { TableCardData } from './tables.server'

/** What is said of a table before it is entered: what stands in for it, its stakes, and its last results. */
export function TableLines({ table: { stakes, latest, latestLabel, standsIn } }: { table: TableCardData }) {
  return (
    <span className={css.lines}>
      {standsIn && <span className={css.line}>{standsIn}</span>}
      {stakes && <span className={css.line}>{stakes}</span>}
      {latest.length > 0 && (
        <span className={css.marks} role="img" aria-label={latestLabel}>
          {latest.map((mark, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: results never change order.
            <span key={index} className={css.mark}>
              {mark}
            </span>
          ))}
        </span>
      )}
    </span>
  )
}
