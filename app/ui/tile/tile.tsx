import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icon/icon'
import { Link } from '../link/link'
import * as css from './tile.css'

type TileVariant = 'stack' | 'row'

export function TileGrid({ variant = 'stack', children }: { variant?: TileVariant; children: ReactNode }) {
  return <ul className={css.grids[variant]}>{children}</ul>
}

type TileProps = { to: string; icon: IconName; text: string; variant?: TileVariant }

export function Tile({ to, icon, text, variant = 'stack' }: TileProps) {
  return (
    <li>
      <Link to={to} className={css.tiles[variant]}>
        <Icon name={icon} />
        <span>{text}</span>
      </Link>
    </li>
  )
}
