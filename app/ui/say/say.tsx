import type { ReactNode } from 'react'
import { classNames } from '../class-names'
import { Icon, type IconName } from '../icon/icon'
import * as css from './say.css'

export type SayKind = 'success' | 'error' | 'warning' | 'info'

export const sayIcons = {
  success: 'circle-check',
  error: 'circle-alert',
  warning: 'triangle-alert',
  info: 'info',
} as const satisfies Record<SayKind, IconName>

interface SayProps {
  kind: SayKind
  /** Bold text before the content. */
  title?: ReactNode
  icon?: IconName
  /** Part of the page from the start, so not announced as an alert. */
  still?: boolean
  children?: ReactNode
}

/** An inline alert next to where something happened. Without script it also replaces dialogs. */
export function Say({ kind, title, icon = sayIcons[kind], still = false, children }: SayProps) {
  const urgent = kind === 'error' || kind === 'warning'
  return (
    <div className={classNames(css.say, css.kinds[kind])} role={still ? undefined : urgent ? 'alert' : 'status'}>
      <span className={classNames(css.icon, css.icons[kind])}>
        <Icon name={icon} />
      </span>
      <div className={css.words}>
        {typeof children === 'object' && title ? (
          <>
            <p className={css.title}>{title}</p>
            {children}
          </>
        ) : (
          <p>
            {title && <strong className={css.title}>{title}</strong>} {children}
          </p>
        )}
      </div>
    </div>
  )
}
