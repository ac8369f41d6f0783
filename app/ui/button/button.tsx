import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { classNames } from '../class-names'
import { Icon, type IconName } from '../icon/icon'
import { Spinner } from '../spinner/spinner'
import * as css from './button.css'

export type ButtonLook = keyof typeof css.looks

interface Shape {
  /** `primary` at most once per view, `danger` for destructive actions. Default `quiet`. */
  look?: ButtonLook
  size?: keyof typeof css.sizes
  wide?: boolean
  icon?: IconName
  /** Puts the icon after the text. */
  iconAtEnd?: boolean
}

interface ButtonProps extends Shape, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  /** In progress: shows a spinner, ignores presses and stays focusable. Only `busyText` keeps the width. */
  busy?: boolean
  /** Text while busy, such as 보내는 중. Defaults to the normal text. */
  busyText?: string
}

/** A button that submits its form unless `type` says otherwise. */
export function Button({ busy = false, busyText, children, onClick, type = 'submit', ...rest }: ButtonProps) {
  const { shape, attributes } = take(rest)
  const words = <Words shape={shape}>{children}</Words>
  return (
    <button
      {...attributes}
      type={type}
      className={shapeClass(shape)}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busyText === undefined ? (
        <>
          {busy && <Spinner />}
          {words}
        </>
      ) : (
        <span className={css.words}>
          <span className={classNames(css.word, busy && css.unseen)} aria-hidden={busy || undefined}>
            {words}
          </span>
          <span className={classNames(css.word, !busy && css.unseen)} aria-hidden={!busy || undefined}>
            <Spinner />
            {busyText}
          </span>
        </span>
      )}
    </button>
  )
}

/** A link styled as a button, for navigation only. */
export function ButtonLink({ children, ...rest }: Shape & Omit<LinkProps, 'className'>) {
  const { shape, attributes } = take(rest)
  return (
    <Link {...attributes} className={shapeClass(shape)}>
      <Words shape={shape}>{children}</Words>
    </Link>
  )
}

/** A 44 px square button with an icon. `label` is its accessible name. */
export function IconButton({
  icon,
  label,
  look = 'ghost',
  type = 'button',
  ...rest
}: { icon: IconName; label: string; look?: ButtonLook } & Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'className' | 'children'
>) {
  return (
    <button {...rest} type={type} className={classNames(css.looks[look], css.square)} aria-label={label}>
      <Icon name={icon} />
    </button>
  )
}

/** Buttons in equal columns: the way back first, the action last. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return <div className={css.row}>{children}</div>
}

function Words({ shape, children }: { shape: Shape; children: ReactNode }) {
  return (
    <>
      {shape.icon && !shape.iconAtEnd && <Icon name={shape.icon} />}
      {children}
      {shape.icon && shape.iconAtEnd && <Icon name={shape.icon} />}
    </>
  )
}

function take<Props extends Shape>({ look, size, wide, icon, iconAtEnd, ...attributes }: Props) {
  return { shape: { look, size, wide, icon, iconAtEnd } satisfies Shape, attributes }
}

function shapeClass({ look = 'quiet', size = 'normal', wide }: Shape): string {
  return classNames(css.looks[look], css.sizes[size], wide && css.wide)
}
