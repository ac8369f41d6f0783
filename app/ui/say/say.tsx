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
  /** In bold before the words. */
  title?: ReactNode
  icon?: IconName
  /** A notice that always stood there: not announced when the page comes. */
  still?: boolean
  children?: ReactNode
}

/** A notice in the page, next to where something happened; also what a dialog says where no script runs. */
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
