import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { type AlertKind, alertIcons } from '../alert/alert'
import { IconButton } from '../button/button'
import { Icon, type IconName } from '../icon/icon'
import { Link } from '../link/link'
import { useIsModalOpen } from '../modal/open-modals'
import * as css from './toast.css'

interface ToastContent {
  kind: AlertKind
  text: string
  icon?: IconName
  action?: { to: string; text: string } | { onPress: () => void; text: string }
}

type ShowToast = (toast: ToastContent) => () => void

const ToastContext = createContext<ShowToast | null>(null)

/** Provides toasts to the page. A new toast replaces the current one. `closeLabel` names its close button. */
export function ToastProvider({ closeLabel, children }: { closeLabel: string; children: ReactNode }) {
  const [toast, setToast] = useState<{ id: number; content: ToastContent; dismiss: () => void } | null>(null)
  const lastId = useRef(0)
  const show = useCallback<ShowToast>((content) => {
    lastId.current += 1
    const id = lastId.current
    // A newer toast may have replaced this one, and must stay.
    const dismiss = () => setToast((shown) => (shown?.id === id ? null : shown))
    setToast({ id, content, dismiss })
    return dismiss
  }, [])
  // The toast waits while a modal is open, because nobody could hear or click it, and it would cover the modal.
  const isCovered = useIsModalOpen()
  return (
    <ToastContext value={show}>
      {children}
      <div role="status" className={css.container}>
        {toast && !isCovered && (
          <Toast key={toast.id} {...toast.content} closeLabel={closeLabel} onClose={toast.dismiss} />
        )}
      </div>
    </ToastContext>
  )
}

/** Returns the stable function that shows a toast. @throws Error outside the provider */
export function useToast(): ShowToast {
  const show = useContext(ToastContext)
  if (!show) throw new Error('useToast needs ToastProvider above it')
  return show
}

function Toast(props: ToastContent & { closeLabel: string; onClose: () => void }) {
  const { kind, text, icon = alertIcons[kind], action, closeLabel, onClose } = props
  const [isPaused, setIsPaused] = useState(false)
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(onClose, css.toastDurationMs)
    return () => clearTimeout(timer)
  }, [isPaused, onClose])
  // The result of the member's next form replaces it. Capturing skips the form that showed it.
  useEffect(() => {
    document.addEventListener('submit', onClose, true)
    return () => document.removeEventListener('submit', onClose, true)
  }, [onClose])
  const pause = () => setIsPaused(true)
  const resume = () => setIsPaused(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing is done here, the timer only pauses.
    <div className={css.toast} onPointerEnter={pause} onPointerLeave={resume} onFocus={pause} onBlur={resume}>
      <span className={css.icons[kind]}>
        <Icon name={icon} />
      </span>
      <p className={css.text}>{text}</p>
      {action && 'to' in action && (
        <Link to={action.to} className={css.action} onClick={onClose}>
          {action.text}
        </Link>
      )}
      {action && 'onPress' in action && (
        <button
          type="button"
          className={css.action}
          onClick={() => {
            onClose()
            action.onPress()
          }}
        >
          {action.text}
        </button>
      )}
      <IconButton icon="x" label={closeLabel} onClick={onClose} />
    </div>
  )
}
