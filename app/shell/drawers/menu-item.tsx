import type { ReactNode } from 'react'
import { useI18n } from '~/i18n/i18n'
import { useMenuPath } from '~/navigation/current-page'
import { Badge } from '~/ui/badge/badge'
import { Icon } from '~/ui/icon/icon'
import { Link } from '~/ui/link/link'
import { getAriaCurrent, type MenuEntry } from '../menu'
import * as css from './drawers.css'

type MenuItemProps = { entry: MenuEntry; className: string; children?: ReactNode }

export function MenuItem({ entry, className, children }: MenuItemProps) {
  const { t } = useI18n()
  const path = useMenuPath()
  return (
    <li>
      <Link to={entry.to ?? entry.path} className={className} aria-current={getAriaCurrent(entry, path)}>
        <Icon name={entry.icon} />
        {t(entry.label)}
        {children}
      </Link>
    </li>
  )
}

export function News({ count }: { count: number | undefined }) {
  const { number } = useI18n()
  if (!count) return null
  return (
    <span className={css.end}>
      <Badge kind="accent">{number(count)}</Badge>
    </span>
  )
}
