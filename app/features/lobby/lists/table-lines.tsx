import { use } from 'react'
import { Badge } from '~/ui/badge/badge'
import { card, item } from '~/ui/game-card/game-card.css'
import { Icon } from '~/ui/icon/icon'
import { Link } from '~/ui/link/link'
import { Picture, PicturesContext } from '~/ui/picture/picture'
import { closedName, name as nameStyle, subtitle } from '~/ui/provider-card/provider-card.css'
import { launchHref } from '../launch/href'
import type { ProviderCardData } from './cards.server'
import type { TableCardData } from './kinds.server'
import { useClosedLabel } from './lists'
import { dim } from './lists.css'
import * as css from './table-lines.css'

/** Shows a table's latest results as beads, newest last. @param max the number of beads that fit */
export function Marks({ table, max = 99 }: { table: TableCardData; max?: number }) {
  if (table.marks.length === 0) return null
  return (
    <p className={css.marks} role="img" aria-label={table.marksLabel}>
      {table.marks.slice(-max).map(({ text, tone }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: results never change order.
        <span key={index} className={`${css.mark} ${css.tones[tone]}`}>
          {text}
        </span>
      ))}
    </p>
  )
}

/** Lists the tables of one kind, or providers. A provider that lists no tables gets a link to its lobby. */
export function TableList({ tables, play }: { tables: readonly ProviderCardData[]; play: 'game' | 'sport' }) {
  const closedLabelOf = useClosedLabel()
  const hasPictures = use(PicturesContext)
  const legend = tables.find(({ table }) => table?.marksTitle)?.table?.marksTitle
  return (
    <>
      {legend && <p className={subtitle}>{legend}</p>}
      <ul className={css.tables} aria-labelledby="providers">
        {tables.map((entry) => {
          const { code, name, src, kinds, table } = entry
          const details = table ? table.stakes : kinds
          const closedLabel = closedLabelOf(entry)
          const content = (
            <>
              {hasPictures && (
                <div className={closedLabel && dim}>
                  <Picture src={src} shape="game" />
                </div>
              )}
              <div>
                <p className={closedLabel ? closedName : nameStyle}>{name}</p>
                {closedLabel ? <Badge>{closedLabel}</Badge> : details && <p className={subtitle}>{details}</p>}
              </div>
              {!closedLabel && table && <Marks table={table} max={6} />}
            </>
          )
          return (
            <li key={code || name} className={item}>
              {closedLabel === undefined ? (
                <Link to={launchHref(code, table?.code ?? code)} className={`${card} ${css.table}`} data-play={play}>
                  {content}
                  <Icon name="chevron-right" size={16} />
                </Link>
              ) : (
                <div className={css.table}>{content}</div>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}
