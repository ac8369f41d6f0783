import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icon/icon'
import * as css from './alert.css'

export type AlertKind = 'success' | 'error' | 'warning' | 'info'

export const alertIcons = {
  success: 'circle-check',
  error: 'circle-alert',
  warning: 'triangle-alert',
  info: 'info',
} as const satisfies Record<AlertKind, IconName>

interface AlertProps {
  kind: AlertKind
  title?: ReactNode
  icon?: IconName
  /** Omits the live region role, for an alert that is on the page from the start. */
  silent?: boolean
  slim?: boolean
  children?: ReactNode
}

/** An inline alert, shown next to its cause. Without JavaScript, it also replaces dialogs. */
export function Alert({ kind, title, icon = alertIcons[kind], silent = false, slim = false, children }: AlertProps) {
  const isUrgent = kind === 'error' || kind === 'warning'
  return (
    <div className={css.alert({ kind, slim })} role={silent ? undefined : isUrgent ? 'alert' : 'status'}>
      <span className={css.icons[kind]}>
        <Icon name={icon} />
      </span>
      <div className={css.text}>
        {title && <p className={css.title}>{title}</p>}
        {title && typeof children === 'object' ? children : children && <div>{children}</div>}
      </div>
    </div>
  )
}
