import { type ComponentProps, type ReactNode, use } from 'react'
import { Icon } from '../icon/icon'
import { Link } from '../link/link'
import { Picture, PicturesContext } from '../picture/picture'
import * as css from './game-card.css'

export interface GameCardProps {
  to: string
  src: string
  name: string
  provider?: ReactNode
  isWide?: boolean | undefined
  providerLang?: string
  isSport?: boolean | undefined
  action?: ReactNode
  anchor?: string
  eager?: boolean
}

export function GameCard(props: GameCardProps) {
  const { to, src, name, provider, isWide = false, providerLang, isSport = false, action, anchor, eager } = props
  const look = use(PicturesContext) ? isWide && css.wide : css.plain
  return (
    <li className={css.item} id={anchor}>
      <Link
        to={to}
        className={look ? `${css.card} ${look}` : css.card}
        data-play={isSport ? 'sport' : 'game'}
        viewTransition
      >
        <Picture src={src} shape={isWide ? 'provider' : 'game'} eager={eager} />
        <p className={css.name[nameSize(name)]}>{name}</p>
        {provider && (
          <p className={css.subtitle} lang={providerLang}>
            {provider}
          </p>
        )}
      </Link>
      {action}
    </li>
  )
}

export function HeartButton({ label, ...button }: { label: string } & Omit<ComponentProps<'button'>, 'className'>) {
  const theme = use(PicturesContext) ? 'dark' : undefined
  return (
    <button {...button} type="submit" className={css.heart} data-theme={theme} aria-label={label}>
      <Icon name="heart" size={16} />
    </button>
  )
}

const wideLetters = /[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uff60]/g

function nameSize(name: string): keyof typeof css.name {
  const width = name.length + (name.match(wideLetters)?.length ?? 0)
  return width <= 20 ? 'upTo20' : 'longer'
}
