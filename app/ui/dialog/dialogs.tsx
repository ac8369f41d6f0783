import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { reserveScrollBarWidth } from '../modal/open-modals'
import type { DialogButtons, DialogChoice, DialogContent, DialogKind, DialogModel } from './dialog'

export interface QuestionDialog extends Omit<DialogModel, 'kind'> {
  kind?: Exclude<DialogKind, 'loading'>
  buttons: DialogButtons
  signal?: AbortSignal
}

interface MessageDialog extends DialogContent {
  kind: Exclude<DialogKind, 'loading' | 'question'>
  button: string
}

interface LoadingDialog extends DialogContent {
  action?: { text: string; onChoose: () => void }
}

interface Dialogs {
  ask: (question: QuestionDialog) => Promise<DialogChoice>
  showMessage: (message: MessageDialog) => Promise<void>
  showLoading: (dialog: LoadingDialog) => () => void
}

type QueuedDialog = { id: number; model: DialogModel; settle: (choice: DialogChoice) => void }

const DialogsContext = createContext<Dialogs | null>(null)

const loadDialogs = () => import('./dialog').then((module) => module.DialogView)

/** Falls back to the browser's own confirm or alert if the dialog code could not be loaded. */
function askWithBrowserDialog({ title, text, kind, buttons }: DialogModel): DialogChoice {
  if (kind === 'loading') return 'closed'
  const message = typeof text === 'string' ? `${title}\n\n${text}` : title
  if (buttons?.no) return window.confirm(message) ? 'yes' : 'no'
  window.alert(message)
  return 'yes'
}

/** Provides dialogs to the whole page. Loads the dialog code when the first dialog opens. */
export function DialogsProvider({ children }: { children: ReactNode }) {
  const [entries, setEntries] = useState<readonly QueuedDialog[]>([])
  const [view, setView] = useState<{ Dialog: Awaited<ReturnType<typeof loadDialogs>> } | null>(null)
  const lastId = useRef(0)
  const opener = useRef<Element | null>(null)

  const settle = useCallback((entry: QueuedDialog, choice: DialogChoice) => {
    setEntries((all) => all.filter(({ id }) => id !== entry.id))
    entry.settle(choice)
  }, [])

  const dialogs = useMemo<Dialogs>(() => {
    function open(model: DialogModel, settleEntry: (choice: DialogChoice) => void): QueuedDialog {
      lastId.current += 1
      const entry: QueuedDialog = { id: lastId.current, model, settle: settleEntry }
      if (!document.querySelector('[role=dialog][data-state=open]')) opener.current = document.activeElement
      reserveScrollBarWidth()
      closePopovers()
      setEntries((all) => [...all, entry])
      loadDialogs().then(
        (Dialog) => setView({ Dialog }),
        () => settle(entry, askWithBrowserDialog(model)),
      )
      return entry
    }
    return {
      ask: ({ kind = 'question', signal, ...rest }) =>
        new Promise((resolve) => {
          const entry = open({ kind, ...rest }, resolve)
          signal?.addEventListener('abort', () => settle(entry, 'closed'), { once: true })
        }),
      showMessage: ({ button, ...rest }) =>
        new Promise((resolve) => {
          open({ ...rest, buttons: { yes: button } }, () => resolve())
        }),
      showLoading: ({ action: wayOut, ...rest }) => {
        const model: DialogModel = { ...rest, kind: 'loading', buttons: wayOut && { yes: wayOut.text } }
        const entry = open(model, (choice) => choice === 'yes' && wayOut?.onChoose())
        return () => setEntries((all) => all.filter(({ id }) => id !== entry.id))
      },
    }
  }, [settle])

  useCloseOnNavigationBack(() => {
    for (const entry of entries) settle(entry, 'closed')
  })

  // Questions and messages take precedence over loading dialogs.
  const current = entries.find(({ model }) => model.kind !== 'loading') ?? entries[0]
  return (
    <DialogsContext value={dialogs}>
      {children}
      {view && current && (
        <view.Dialog
          key={current.id}
          model={current.model}
          onChoice={(choice) => settle(current, choice)}
          onClosed={() => restoreFocus(opener.current)}
        />
      )}
    </DialogsContext>
  )
}

/** Returns stable functions that open dialogs. @throws Error outside the provider */
export function useDialogs(): Dialogs {
  const dialogs = useContext(DialogsContext)
  if (!dialogs) throw new Error('useDialogs needs DialogsProvider above it')
  return dialogs
}

/** Returns the focus to the opener, or to <main> if the opener is gone or nothing had the focus. */
function restoreFocus(opener: Element | null): void {
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
  if (document.activeElement && document.activeElement !== document.body) return
  document.querySelector('main')?.focus({ preventScroll: true })
}

/** Closes popovers, which are in the top layer and would cover a dialog. */
function closePopovers(): void {
  if (!('popover' in HTMLElement.prototype)) return
  for (const open of document.querySelectorAll<HTMLElement>(':popover-open')) open.hidePopover()
}

function useCloseOnNavigationBack(close: () => void): void {
  const { key } = useLocation()
  const type = useNavigationType()
  const lastKey = useRef(key)
  const closeLatest = useEffectEvent(close)
  useEffect(() => {
    if (lastKey.current === key) return
    lastKey.current = key
    if (type === 'POP') closeLatest()
  }, [key, type])
}
