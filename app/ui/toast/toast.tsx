import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { IconButton } from '../button/button'
import { Icon, type IconName } from '../icon/icon'
import { useModalIsOpen } from '../modal'
import { type SayKind, sayIcons } from '../say/say'
import * as css from './toast.css'

export interface ToastWords {
  kind: SayKind
  text: string
  icon?: IconName
  action?: { to: string; text: string }
}

/** How long a toast stays unless it is closed, hovered or focused. */
export const toastStaysMs = 8_000

type Show = (toast: ToastWords) => void

const ToastContext = createContext<Show | null>(null)

/** Wraps the page once. A new toast replaces the current one. `close` is the accessible name of its button. */
export function ToastProvider({ close, children }: { close: string; children: ReactNode }) {
  const [toast, setToast] = useState<{ id: number; words: ToastWords } | null>(null)
  const show = useCallback<Show>((words) => setToast((last) => ({ id: (last?.id ?? 0) + 1, words })), [])
  // Dismisses this toast only: a newer one may have replaced it just before the timer fired.
  const id = toast?.id
  const leave = useCallback(() => setToast((last) => (last?.id === id ? null : last)), [id])
  // Waits while a modal is open, where it could not be read out or pressed and would cover the modal.
  const covered = useModalIsOpen()
  return (
    <ToastContext value={show}>
      {children}
      <div role="status" className={css.place}>
        {toast && !covered && <Toast key={toast.id} {...toast.words} close={close} onClose={leave} />}
      </div>
    </ToastContext>
  )
}

/**
 * The function that shows a toast, which never takes the focus. It stays the same for the life of the page.
 *
 * @throws Error outside of the provider.
 */
export function useToast(): Show {
  const show = useContext(ToastContext)
  if (!show) throw new Error('useToast stands outside of ToastProvider')
  return show
}

function Toast({
  kind,
  text,
  icon = sayIcons[kind],
  action,
  close,
  onClose,
}: ToastWords & { close: string; onClose: () => void }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(onClose, toastStaysMs)
    return () => clearTimeout(timer)
  }, [held, onClose])
  const hold = () => setHeld(true)
  const release = () => setHeld(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing is done here, the timer only pauses.
    <div className={css.toast} onPointerEnter={hold} onPointerLeave={release} onFocus={hold} onBlur={release}>
      <span className={css.icons[kind]}>
        <Icon name={icon} />
      </span>
      <p className={css.words}>{text}</p>
      {action && (
        <Link to={action.to} className={css.action} onClick={onClose}>
          {action.text}
        </Link>
      )}
      <IconButton icon="x" label={close} onClick={onClose} />
    </div>
  )
}
