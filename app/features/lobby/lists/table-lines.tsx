import type { TableCardData } from './kinds.server'
import * as css from './table-lines.css'

/** Shows a table's latest results as beads. @param max the number of beads that fit */
export function Marks({ table, max = 99 }: { table: TableCardData; max?: number }) {
  if (table.marks.length === 0) return null
  const shown = table.marks.slice(table.isRoad ? -max : 0).slice(0, max)
  return (
    <p className={css.marks} role="img" aria-label={table.marksLabel}>
      {shown.map(({ text, tone }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: results never change order.
        <span key={index} className={`${css.mark} ${css.tones[tone]}`}>
          {text}
        </span>
      ))}
    </p>
  )
}
