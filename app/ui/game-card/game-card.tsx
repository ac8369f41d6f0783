import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { Picture } from '../picture/picture'
import * as css from './game-card.css'

/** A list of game cards, three to eight per row. */
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
  /** Language of the provider's name where it differs from the page's. */
  providerLang?: string
  /** Action text, such as 열기. Replaces the provider on hover and focus. */
  openLabel?: string
  badge?: ReactNode
  eager?: boolean
}

/** A game with a square picture and a name of at most two lines. Renders a list item. */
export function GameCard({ src, name, provider, providerLang, openLabel, badge, eager, ...link }: GameCardProps) {
  return (
    <li className={css.item}>
      <Link {...link} className={css.card}>
        <div className={css.picture}>
          <Picture src={src} shape="game" eager={eager} />
          {badge && <span className={css.badge}>{badge}</span>}
        </div>
        <p className={css.name}>{name}</p>
        {provider && (
          <p className={css.subtitle}>
            <span className={openLabel ? css.provider : css.providerAlone} lang={providerLang}>
              {provider}
            </span>
            {openLabel && (
              <span className={css.openLabel} aria-hidden="true">
                {openLabel}
              </span>
            )}
          </p>
        )}
      </Link>
    </li>
  )
}
