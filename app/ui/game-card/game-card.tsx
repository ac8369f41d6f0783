import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { Picture } from '../picture/picture'
import * as css from './game-card.css'

/** Three to eight in a row. */
export function GameGrid({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <ul className={css.grid} aria-label={label}>
      {children}
    </ul>
  )
}

interface GameCardProps extends Omit<LinkProps, 'className'> {
  src: string
  name: string
  provider?: string
  /** The language of the provider's name where it is not the page's. */
  providerLang?: string
  /** What a press does, as 지금 열기: stands in the provider's place under a pointer. */
  open?: string
  badge?: ReactNode
  eager?: boolean
}

/** A game, 1:1, its name in two lines at most. Renders the list item. */
export function GameCard({ src, name, provider, providerLang, open, badge, eager, ...link }: GameCardProps) {
  return (
    <li className={css.item}>
      <Link {...link} className={css.card}>
        <div className={css.picture}>
          <Picture src={src} shape="game" eager={eager} />
          {badge && <span className={css.badge}>{badge}</span>}
        </div>
        <p className={css.name}>{name}</p>
        {provider && (
          <p className={css.second}>
            <span className={open ? css.provider : css.alone} lang={providerLang}>
              {provider}
            </span>
            {open && (
              <span className={css.open} aria-hidden="true">
                {open}
              </span>
            )}
          </p>
        )}
      </Link>
    </li>
  )
}
