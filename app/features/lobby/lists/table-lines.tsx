import { use } from 'react'
import { Badge } from '~/ui/badge/badge'
import { item } from '~/ui/game-card/game-card.css'
import { Picture, PicturesContext } from '~/ui/picture/picture'
import { closedName } from '~/ui/provider-card/provider-card.css'
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

/** Lists the sport providers that a search finds, above their matches. */
export function SportProviderList({ providers }: { providers: readonly ProviderCardData[] }) {
  const closedLabelOf = useClosedLabel()
  const hasPictures = use(PicturesContext)
  return (
    <ul className={tablesStyle} aria-labelledby="providers">
      {providers.map((entry) => {
        const { code, name, src, kinds } = entry
        const closedLabel = closedLabelOf(entry)
        return closedLabel === undefined ? (
          <CardRow key={code || name} to={launchHref(code, code)} src={src} name={name} provider={kinds} isSport />
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
  )
}
