import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { classNames } from '../class-names'
import { Icon } from '../icon/icon'
import { Picture } from '../picture/picture'
import * as css from './provider-card.css'

/** Two to five in a row. */
export function ProviderGrid({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <ul className={css.grid} aria-label={label}>
      {children}
    </ul>
  )
}

interface ProviderCardProps extends Omit<LinkProps, 'className' | 'to'> {
  to: LinkProps['to']
  src: string
  name: string
  /** The name in the other writing; with `closed` also until when. */
  second?: string
  /** The language of that name where it is not the page's. */
  secondLang?: string
  /** Badge of a provider that can't be opened, as 점검 중. It is then no link. */
  closed?: string
  eager?: boolean
}

/** A provider, 16:9, its names below. Renders the list item. */
export function ProviderCard({ to, src, name, second, secondLang, closed, eager, ...link }: ProviderCardProps) {
  const words = (
    <>
      <p className={classNames(css.name, closed && css.nameClosed)}>{name}</p>
      {second && (
        <p className={css.second} lang={secondLang}>
          {second}
        </p>
      )}
    </>
  )
  if (closed) {
    return (
      <li className={css.item}>
        <div className={css.picture}>
          <div className={css.dim}>
            <Picture src={src} shape="provider" eager={eager} />
          </div>
          <span className={css.closed} data-theme="dark">
            <Icon name="wrench" size={16} />
            {closed}
          </span>
        </div>
        {words}
      </li>
    )
  }
  return (
    <li className={css.item}>
      <Link {...link} to={to} className={css.card}>
        <div className={classNames(css.picture, css.ring)}>
          <Picture src={src} shape="provider" eager={eager} />
        </div>
        {words}
      </Link>
    </li>
  )
}

/** Providers as small chips with a square, as many in a row as fit. */
export function ProviderChips({
  items,
  label,
}: {
  label?: string
  /** `src` is the small square picture. */
  items: readonly { to: string; src: string; name: string; current?: boolean }[]
}) {
  return (
    <ul className={css.chips} aria-label={label}>
      {items.map(({ to, src, name, current }) => (
        <li key={to} className={css.item}>
          <Link to={to} className={css.chip} aria-current={current ? 'true' : undefined}>
            <span className={css.square}>
              <Picture src={src} shape="game" />
            </span>
            <span className={css.chipName}>{name}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
