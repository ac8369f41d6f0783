import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Icon, type IconName } from '../icon/icon'
import { Link, type LinkProps } from '../link/link'
import * as css from './button.css'

/** A progress indicator that is hidden from screen readers. It needs text next to it. */
export function Spinner() {
  return (
    <span className={css.spinner} aria-hidden="true">
      <span className={css.ring} />
      <span className={css.dots} />
    </span>
  )
}

export type ButtonVariant = keyof typeof css.button.classNames.variants.variant

interface ButtonStyleProps {
  /** Defaults to `quiet`. Use `primary` at most once per view, and `danger` for destructive actions. */
  variant?: ButtonVariant
  size?: 'small' | 'big' | 'square'
  wide?: boolean
  icon?: IconName
}

interface ButtonProps extends ButtonStyleProps, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  /** Shows a spinner and ignores clicks, but stays focusable. The width stays the same only if `busyText` is set. */
  busy?: boolean
  busyText?: string
}

/** A button that submits its form by default. */
export function Button(props: ButtonProps) {
  const { busy = false, busyText, variant, size, wide, icon, children, onClick, type = 'submit', ...button } = props
  const content = <ButtonContent icon={icon}>{children}</ButtonContent>
  return (
    <button
      {...button}
      type={type}
      className={css.button({ variant, size, wide })}
      aria-disabled={busy || button['aria-disabled']}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busyText === undefined ? (
        <>
          {busy && <Spinner />}
          {content}
        </>
      ) : (
        <span className={css.labels}>
          <span className={busy ? css.invisibleLabel : css.label} aria-hidden={busy || undefined}>
            {content}
          </span>
          <span className={busy ? css.label : css.invisibleLabel} aria-hidden={!busy || undefined}>
            <Spinner />
            <span>{busyText}</span>
          </span>
        </span>
      )}
    </button>
  )
}

export function ButtonLink(props: ButtonStyleProps & Omit<LinkProps, 'className'>) {
  const { variant, size, wide, icon, children, ...link } = props
  return (
    <Link {...link} className={css.button({ variant, size, wide })}>
      <ButtonContent icon={icon}>{children}</ButtonContent>
    </Link>
  )
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'children' | 'type'> {
  icon: IconName
  label: string
}

/** A 44 px square button with an icon. `label` is its accessible name. */
export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <button {...rest} type="button" className={css.button({ variant: 'ghost', size: 'square' })} aria-label={label}>
      <Icon name={icon} />
    </button>
  )
}

export const ButtonRow = ({ children }: { children: ReactNode }) => <div className={css.row}>{children}</div>

function ButtonContent({ icon, children }: { icon: IconName | undefined; children: ReactNode }) {
  return (
    <>
      {icon && <Icon name={icon} />}
      {typeof children === 'string' ? <span>{children}</span> : children}
    </>
  )
}
