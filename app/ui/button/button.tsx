import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { classNames } from '../class-names'
import { Icon, type IconName } from '../icon/icon'
import { Spinner } from '../spinner/spinner'
import * as css from './button.css'

export type ButtonVariant = keyof typeof css.variants

interface ButtonStyleProps {
  /** `primary` at most once per view, `danger` for destructive actions. Default `quiet`. */
  variant?: ButtonVariant
  size?: keyof typeof css.sizes
  wide?: boolean
  icon?: IconName
  /** Puts the icon after the text. */
  iconAtEnd?: boolean
}

interface ButtonProps extends ButtonStyleProps, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  /** In progress: shows a spinner, ignores presses and stays focusable. Only `busyText` keeps the width. */
  busy?: boolean
  /** Text while busy, such as 보내는 중. Defaults to the normal text. */
  busyText?: string
}

/** A button that submits its form unless `type` says otherwise. */
export function Button({ busy = false, busyText, children, onClick, type = 'submit', ...rest }: ButtonProps) {
  const { shape, attributes } = splitStyleProps(rest)
  const content = <ButtonContent shape={shape}>{children}</ButtonContent>
  return (
    <button
      {...attributes}
      type={type}
      className={buttonClassName(shape)}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busyText === undefined ? (
        <>
          {busy && <Spinner />}
          {content}
        </>
      ) : (
        <span className={css.labels}>
          <span className={classNames(css.label, busy && css.invisible)} aria-hidden={busy || undefined}>
            {content}
          </span>
          <span className={classNames(css.label, !busy && css.invisible)} aria-hidden={!busy || undefined}>
            <Spinner />
            {busyText}
          </span>
        </span>
      )}
    </button>
  )
}

/** A link styled as a button, for navigation only. */
export function ButtonLink({ children, ...rest }: ButtonStyleProps & Omit<LinkProps, 'className'>) {
  const { shape, attributes } = splitStyleProps(rest)
  return (
    <Link {...attributes} className={buttonClassName(shape)}>
      <ButtonContent shape={shape}>{children}</ButtonContent>
    </Link>
  )
}

/** A 44 px square button with an icon. `label` is its accessible name. */
export function IconButton({
  icon,
  label,
  variant = 'ghost',
  type = 'button',
  ...rest
}: { icon: IconName; label: string; variant?: ButtonVariant } & Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'className' | 'children'
>) {
  return (
    <button {...rest} type={type} className={classNames(css.variants[variant], css.square)} aria-label={label}>
      <Icon name={icon} />
    </button>
  )
}

/** Buttons in equal columns: the way back first, the action last. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return <div className={css.row}>{children}</div>
}

function ButtonContent({ shape: styleProps, children }: { shape: ButtonStyleProps; children: ReactNode }) {
  return (
    <>
      {styleProps.icon && !styleProps.iconAtEnd && <Icon name={styleProps.icon} />}
      {children}
      {styleProps.icon && styleProps.iconAtEnd && <Icon name={styleProps.icon} />}
    </>
  )
}

function splitStyleProps<Props extends ButtonStyleProps>({
  variant,
  size,
  wide,
  icon,
  iconAtEnd,
  ...attributes
}: Props) {
  return { shape: { variant, size, wide, icon, iconAtEnd } satisfies ButtonStyleProps, attributes }
}

function buttonClassName({ variant = 'quiet', size = 'normal', wide }: ButtonStyleProps): string {
  return classNames(css.variants[variant], css.sizes[size], wide && css.wide)
}
