import { use } from 'react'
import { Badge } from '~/ui/badge/badge'
import { item } from '~/ui/game-card/game-card.css'
import { Picture, PicturesContext } from '~/ui/picture/picture'
import { closedName, subtitle } from '~/ui/provider-card/provider-card.css'
import { launchHref } from '../launch/href'
import { CardRow } from '../rails/rail'
import { table as tableStyle, tables as tablesStyle } from '../rails/rail.css'
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
export function TableList({ tables, isSport }: { tables: readonly ProviderCardData[]; isSport: boolean }) {
  const closedLabelOf = useClosedLabel()
  const hasPictures = use(PicturesContext)
  const legend = tables.find(({ table }) => table?.marksTitle)?.table?.marksTitle
  return (
    <>
      {legend && <p className={subtitle}>{legend}</p>}
      <ul className={tablesStyle} aria-labelledby="providers">
        {tables.map((entry) => {
          const { code, name, src, kinds, table } = entry
          const closedLabel = closedLabelOf(entry)
          const to = launchHref(code, table?.code ?? code)
          return closedLabel === undefined ? (
            <CardRow key={code || name} {...{ to, src, name, isSport }} provider={table ? table.stakes : kinds}>
              {table && <Marks table={table} max={6} />}
            </CardRow>
          ) : (
            <li key={code || name} className={`${item} ${tableStyle}`}>
              {hasPictures && (
                <div className={dim}>
                  <Picture src={src} shape="game" />
                </div>
              )}
              <div>
                <p className={closedName}>{name}</p>
                <Badge>{closedLabel}</Badge>
              </div>
            </li>
          )
        })}
      </ul>
    </>
  )
}
