import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { CountBubble } from '../badge/badge'
import { Icon, type IconName } from '../icon/icon'
import * as css from './tile.css'

/** Tiles side by side; `look` is that of the tiles in it. */
export function TileGrid({
  look = 'stack',
  label,
  children,
}: {
  look?: keyof typeof css.grids
  label?: string
  children: ReactNode
}) {
  return (
    <ul className={css.grids[look]} aria-label={label}>
      {children}
    </ul>
  )
}

interface TileProps extends Omit<LinkProps, 'className' | 'children'> {
  icon: IconName
  text: string
  /** `stack`: icon over words, in a panel. `row`: icon before words, in the footer. */
  look?: keyof typeof css.tiles
  /** A bubble in the corner, which `aria-label` must say in words. */
  count?: number
}

/** A shortcut. Renders the list item. */
export function Tile({ icon, text, look = 'stack', count = 0, ...link }: TileProps) {
  return (
    <li>
      <Link {...link} className={css.tiles[look]}>
        <span className={css.icons[look]}>
          <Icon name={icon} />
        </span>
        {text}
        {count > 0 && (
          <span className={css.bubble}>
            <CountBubble count={count} />
          </span>
        )}
      </Link>
    </li>
  )
}
