import { type ButtonHTMLAttributes, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { IconButton } from '../button/button'
import { keepPlaceOfScrollBar } from '../scroll-bar'
import * as css from './drawer.css'

type DialogComponent = typeof import('./drawer-dialog').DrawerDialog

let loaded: Promise<DialogComponent> | null = null

function loadDialog(): Promise<DialogComponent> {
  loaded ??= import('./drawer-dialog').then(
    (module) => module.DrawerDialog,
    (cause) => {
      loaded = null
      throw cause
    },
  )
  return loaded
}

/** Nobody waits longer than this for a nicer drawer: past it the browser's own popover opens. */
const patienceMs = 1_200

function inTime(): Promise<DialogComponent> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('the dialog came too late')), patienceMs)
    loadDialog().then(resolve, reject)
  })
}

const openEvent = 'drawer:open'

/** Opens the drawer of that id from a script, as for a warning that asks to log in. Nothing happens without one. */
export function openDrawer(id: string): void {
  document.getElementById(id)?.dispatchEvent(new Event(openEvent))
}

interface DrawerProps {
  id: string
  /** The menu comes from the start, the member's things from the end. */
  side: 'start' | 'end'
  title: ReactNode
  /** Name of the button that closes it. */
  close: string
  children: ReactNode
}

/**
 * A drawer that opens with or without script, by a `DrawerButton`.
 *
 * The server sends it as a popover, which the browser opens and closes alone. Where scripts run, the popover's own
 * opening is stopped and the same content moves into a dialog: it is never on the page twice. An input with
 * `autoFocus` inside it takes the focus on opening. It closes when the page changes.
 */
export function Drawer({ id, side, title, close, children }: DrawerProps) {
  const popover = useRef<HTMLDivElement>(null)
  const opener = useRef<Element | null>(null)
  const [dialog, setDialog] = useState<{ Component: DialogComponent } | null>(null)
  const shut = useCallback(() => setDialog(null), [])

  useEffect(() => {
    const element = popover.current
    if (!element) return
    const supported = 'popover' in HTMLElement.prototype
    let wanted = true
    let plainly = false

    function open() {
      keepPlaceOfScrollBar()
      const active = document.activeElement
      // Safari does not focus a button that is pressed: then the first button of this drawer is taken.
      opener.current = active && active !== document.body ? active : document.querySelector(`[popovertarget="${id}"]`)
      inTime().then(
        (Component) => wanted && setDialog({ Component }),
        () => {
          if (!wanted || !supported) return
          plainly = true
          element?.showPopover()
          plainly = false
        },
      )
    }
    function beforeToggle(event: Event) {
      if (plainly || (event as ToggleEvent).newState !== 'open') return
      event.preventDefault()
      open()
    }
    function click(event: MouseEvent) {
      if (event.target instanceof Element && event.target.closest(`[popovertarget="${id}"]`)) open()
    }
    element.addEventListener('beforetoggle', beforeToggle)
    element.addEventListener(openEvent, open)
    if (!supported) document.addEventListener('click', click)
    return () => {
      wanted = false
      element.removeEventListener('beforetoggle', beforeToggle)
      element.removeEventListener(openEvent, open)
      if (!supported) document.removeEventListener('click', click)
    }
  }, [id])

  const { key } = useLocation()
  const seen = useRef(key)
  useEffect(() => {
    // Not on hydration: a drawer may be open already.
    if (seen.current === key) return
    seen.current = key
    shut()
    const element = popover.current
    if (element && 'popover' in HTMLElement.prototype && element.matches(':popover-open')) element.hidePopover()
  }, [key, shut])

  return (
    <>
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="dialog"
        aria-labelledby={`${id}-title`}
        className={css.sides[side]}
      >
        {dialog === null && (
          <>
            <div className={css.head}>
              <h2 className={css.title} id={`${id}-title`}>
                {title}
              </h2>
              <IconButton icon="x" label={close} popoverTarget={id} popoverTargetAction="hide" />
            </div>
            <div className={css.body}>{children}</div>
          </>
        )}
      </div>
      {dialog !== null && (
        <dialog.Component
          side={side}
          title={title}
          close={close}
          onClose={shut}
          onGone={() => {
            if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus()
          }}
        >
          {children}
        </dialog.Component>
      )}
    </>
  )
}

/** Opens a drawer. Bare of style: the bar it stands in gives it one. */
export function DrawerButton({
  drawer,
  ...button
}: { drawer: string } & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'>) {
  // The dialog comes while the finger is still on its way down.
  const prepare = () => void loadDialog().catch(() => {})
  return (
    <button
      {...button}
      type="button"
      popoverTarget={drawer}
      aria-haspopup="dialog"
      onPointerEnter={prepare}
      onTouchStart={prepare}
      onFocus={prepare}
    />
  )
}
