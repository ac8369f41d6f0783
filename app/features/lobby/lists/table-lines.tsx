import { type ReactNode, use } from 'react'
import { Badge } from '~/ui/badge/badge'
import type { GameCardProps } from '~/ui/game-card/game-card'
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

/** A list item that opens a game or provider: its picture, name and details in a row. */
export function CardRow({
  to,
  src,
  name,
  provider,
  isSport,
  eager,
  children,
}: GameCardProps & { children?: ReactNode }) {
  return (
    <li className={item}>
      <Link to={to} className={`${card} ${css.table}`} data-play={isSport ? 'sport' : 'game'} viewTransition>
        {use(PicturesContext) && <Picture src={src} shape="game" eager={eager} />}
        <div>
          <p className={nameStyle}>{name}</p>
          {provider && <p className={subtitle}>{provider}</p>}
        </div>
        {children}
        <Icon name="chevron-right" size={16} />
      </Link>
    </li>
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
      <ul className={css.tables} aria-labelledby="providers">
        {tables.map((entry) => {
          const { code, name, src, kinds, table } = entry
          const closedLabel = closedLabelOf(entry)
          const to = launchHref(code, table?.code ?? code)
          return closedLabel === undefined ? (
            <CardRow key={code || name} {...{ to, src, name, isSport }} provider={table ? table.stakes : kinds}>
              {table && <Marks table={table} max={6} />}
            </CardRow>
          ) : (
            <li key={code || name} className={`${item} ${css.table}`}>
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
