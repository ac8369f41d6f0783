import { wrapRow } from '~/ui/layout/layout.css'
import { faintText } from '~/ui/text.css'
import type { TableCardData } from './kinds.server'
import * as css from './table-lines.css'

/** Shows any latest results of a table as beads. On a card, those that do not fit into one line are hidden. */
export function Marks({ table }: { table: TableCardData }) {
  if (table.marks.length === 0) return null
  return (
    <div className={`${css.results} ${wrapRow}`}>
      <span className={faintText}>{table.marksTitle}</span>
      <p className={table.isRoad ? css.road : css.marks} role="img" aria-label={table.marksLabel}>
        {table.marks.map(({ text, tone }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: results never change order.
          <span key={index} className={`${css.mark} ${css.tones[tone]}`}>
            {text}
          </span>
        ))}
      </p>
    </div>
  )
}
