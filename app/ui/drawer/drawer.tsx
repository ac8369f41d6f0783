import { type ButtonHTMLAttributes, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { IconButton } from '../button/button'
import { reserveScrollBarWidth } from '../modal/open-modals'
import * as css from './drawer.css'

const loadDialog = () => import('./drawer-dialog').then((module) => module.DrawerDialog)
type DialogComponent = Awaited<ReturnType<typeof loadDialog>>

/** If the dialog code takes longer to load, the drawer opens as a native popover. */
const loadTimeoutMs = 1_200

function loadDialogInTime(): Promise<DialogComponent> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('dialog: not loaded in time')), loadTimeoutMs)
    loadDialog().then(resolve, reject)
  })
}

interface DrawerProps {
  id: string
  side: 'start' | 'end'
  title: ReactNode
  closeLabel: string
  asideClass?: string
  children: ReactNode
}

/**
 * A drawer that is opened by a `DrawerButton`. The server renders a popover, which works without JavaScript. With
 * JavaScript, a dialog replaces the popover, so that the content is never on the page twice. Opening the drawer focuses
 * an input with `autoFocus`. Navigation closes the drawer.
 */
export function Drawer({ id, side, title, closeLabel, asideClass, children }: DrawerProps) {
  const popover = useRef<HTMLDivElement>(null)
  const opener = useRef<Element | null>(null)
  const openedAt = useRef<unknown>(undefined)
  const [dialog, setDialog] = useState<{ Component: DialogComponent } | null>(null)
  const closeDialog = useCallback(() => setDialog(null), [])

  useEffect(() => {
    const element = popover.current
    if (!element) return
    const supportsPopover = 'popover' in HTMLElement.prototype
    let isMounted = true
    let isOpeningPopover = false

    function open() {
      reserveScrollBarWidth()
      openedAt.current = window.history.state?.key
      const active = document.activeElement
      // Safari does not focus a clicked button. Falls back to the first button of this drawer.
      opener.current = active && active !== document.body ? active : document.querySelector(`[popovertarget="${id}"]`)
      const { current: pressed } = opener
      pressed?.setAttribute('data-pending', '')
      loadDialogInTime()
        .then(
          (Component) => isMounted && setDialog({ Component }),
          () => {
            if (!isMounted || !supportsPopover) return
            isOpeningPopover = true
            element?.showPopover()
            isOpeningPopover = false
          },
        )
        .finally(() => pressed?.removeAttribute('data-pending'))
    }
    function beforeToggle(event: Event) {
      if (isOpeningPopover || (event as ToggleEvent).newState !== 'open') return
      event.preventDefault()
      open()
    }
    function click(event: MouseEvent) {
      if (event.target instanceof Element && event.target.closest(`[popovertarget="${id}"]`)) open()
    }
    element.addEventListener('beforetoggle', beforeToggle)
    if (!supportsPopover) document.addEventListener('click', click)
    return () => {
      isMounted = false
      element.removeEventListener('beforetoggle', beforeToggle)
      if (!supportsPopover) document.removeEventListener('click', click)
    }
  }, [id])

  const { key } = useLocation()
  const lastKey = useRef(key)
  useEffect(() => {
    // Only navigation closes the drawer, so hydration keeps an open drawer open.
    if (lastKey.current === key) return
    lastKey.current = key
    // The URL changes before React renders the new page, so the drawer may have been opened there already.
    if (openedAt.current === key) return
    closeDialog()
    const element = popover.current
    if (element && 'popover' in HTMLElement.prototype && element.matches(':popover-open')) element.hidePopover()
  }, [key, closeDialog])

  const Popover = asideClass === undefined ? 'div' : 'aside'
  return (
    <>
      <Popover
        ref={popover}
        id={id}
        popover="auto"
        role={asideClass === undefined ? 'dialog' : undefined}
        aria-labelledby={`${id}-title`}
        className={asideClass === undefined ? css.sides[side] : `${css.sides[side]} ${asideClass}`}
      >
        {dialog === null && (
          <>
            <div className={css.head}>
              <h2 className={css.title} id={`${id}-title`}>
                {title}
              </h2>
              <IconButton icon="x" label={closeLabel} popoverTarget={id} popoverTargetAction="hide" />
            </div>
            {children}
          </>
        )}
      </Popover>
      {dialog !== null && (
        <dialog.Component
          side={side}
          title={title}
          closeLabel={closeLabel}
          onClose={closeDialog}
          onClosed={() => {
            if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus()
          }}
        >
          {children}
        </dialog.Component>
      )}
    </>
  )
}

export function DrawerButton({
  drawerId,
  ...button
}: { drawerId: string } & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'>) {
  // Loads the dialog code on hover, touch or focus, before the button is clicked.
  const preload = () => void loadDialog().catch(() => {})
  return (
    <button
      {...button}
      type="button"
      popoverTarget={drawerId}
      aria-haspopup="dialog"
      onPointerEnter={preload}
      onTouchStart={preload}
      onFocus={preload}
    />
  )
}
