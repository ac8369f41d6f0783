import { type ReactNode, use } from 'react'
import { Badge } from '../badge/badge'
import { card, item, plain, wide } from '../game-card/game-card.css'
import { Icon } from '../icon/icon'
import { Link } from '../link/link'
import { Picture, PicturesContext } from '../picture/picture'
import * as css from './provider-card.css'

interface ProviderCardProps {
  to: string
  src: string
  name: string
  kinds?: string
  lines?: ReactNode
  /** The kind of product that the card opens. If undefined, the card is a link to a page. */
  play?: 'game' | 'sport' | undefined
  /** The label of a provider that can't be opened, such as 점검 중. The card is then not a link. */
  closedLabel?: string | undefined
  eager?: boolean
}

export function ProviderCard({ to, src, name, kinds, lines, play, closedLabel, eager }: ProviderCardProps) {
  const hasPictures = use(PicturesContext)
  const names = (
    <>
      <p className={closedLabel ? css.closedName : css.name}>
        {name} {closedLabel && !hasPictures && <Badge kind="warn">{closedLabel}</Badge>}
      </p>
      {kinds && <p className={css.kinds}>{kinds}</p>}
      {lines}
    </>
  )
  if (closedLabel) {
    return (
      <li className={hasPictures ? css.closed : `${css.closed} ${plain}`}>
        <Picture src={src} shape="provider" eager={eager} />
        {hasPictures && (
          <span className={css.closedBadge} data-theme="dark">
            <Icon name="wrench" size={16} />
            <span>{closedLabel}</span>
          </span>
        )}
        {names}
      </li>
    )
  }
  return (
    <li className={item}>
      <Link to={to} className={`${card} ${hasPictures ? wide : plain}`} data-play={play}>
        <Picture src={src} shape="provider" eager={eager} />
        {names}
      </Link>
    </li>
  )
}

/** `src` is a small square picture. Links for several providers have none. */
type RailItem = { to: string; src?: string; name: string }

type ProviderRailProps = { items: readonly RailItem[]; many?: boolean; labelledBy?: string }

/** Provider links in a row that scrolls sideways. With `many`, they are in two rows from 960 px. */
export function ProviderRail({ items, many = false, labelledBy }: ProviderRailProps) {
  const hasPictures = use(PicturesContext)
  return (
    <ul className={css.rails[many ? 'two' : 'one']} aria-labelledby={labelledBy}>
      {items.map(({ to, src, name }) => (
        <li key={to}>
          <Link to={to} className={hasPictures && src !== undefined ? css.chip : css.chipWithoutPicture}>
            {hasPictures && src !== undefined && (
              <span className={css.square}>
                <Picture src={src} shape="game" />
              </span>
            )}
            <span>{name}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
