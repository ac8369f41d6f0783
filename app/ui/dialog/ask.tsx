import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import type { IconName } from '../icon/icon'
import { keepPlaceOfScrollBar } from '../scroll-bar'

export type DialogKind = 'loading' | 'success' | 'error' | 'info' | 'warning' | 'question'

/** `closed`: dismissed by Escape, a press outside, going back or an abort. Never treat it as a yes. */
export type Answer = 'yes' | 'no' | 'closed'

interface Said {
  title: string
  text?: ReactNode
  /** Content under the text, such as a description list. */
  body?: ReactNode
  /** Replaces the icon of the kind. */
  icon?: IconName
}

export interface Question extends Said {
  kind?: Exclude<DialogKind, 'loading'>
  buttons: { yes: string; no?: string }
  /** The yes cannot be undone: its button is red. */
  destroy?: boolean
  /** Closes the question with `closed`, for example when it is too late to answer. */
  signal?: AbortSignal
}

export interface Message extends Said {
  kind: Exclude<DialogKind, 'loading' | 'question'>
  button: string
}

export interface Waiting extends Said {
  /** Button that ends the waiting, such as 직접 열기 or 그만두기. */
  wayOut?: { text: string; onChoose: () => void }
}

/** What the dialog view renders. */
export interface Shown extends Said {
  kind: DialogKind
  buttons?: { yes: string; no?: string }
  destroy?: boolean
}

export interface Asking {
  /** Shows a question and resolves with the answer. Dialogs queue, one is shown at a time. */
  ask: (question: Question) => Promise<Answer>
  /** Shows a message and resolves when it is closed. */
  tell: (message: Message) => Promise<void>
  /** Shows a loading dialog until the returned function is called or the dialog is answered or dismissed. */
  loading: (waiting: Waiting) => () => void
}

interface Entry {
  id: number
  shown: Shown
  settle: (answer: Answer) => void
}

type View = typeof import('./dialog').DialogView

const AskContext = createContext<Asking | null>(null)

let loaded: Promise<View> | null = null

/** Loads the dialog code ahead of use, for example on pointer enter. Safe to call often; rejects on failure. */
export function prepareDialogs(): Promise<View> {
  loaded ??= import('./dialog').then(
    (module) => module.DialogView,
    (cause) => {
      loaded = null
      throw cause
    },
  )
  return loaded
}

/** Asks with the browser's own confirm or alert when the dialog code could not be loaded. */
function answerPlainly({ title, text, kind, buttons }: Shown): Answer {
  if (kind === 'loading') return 'closed'
  const words = typeof text === 'string' ? `${title}\n\n${text}` : title
  if (buttons?.no) return window.confirm(words) ? 'yes' : 'no'
  window.alert(words)
  return 'yes'
}

/** Wraps the page once. The dialog code is not in the first bundle: it loads with the first dialog. */
export function AskProvider({ children }: { children: ReactNode }) {
  const [entries, setEntries] = useState<readonly Entry[]>([])
  const [view, setView] = useState<{ Dialog: View } | null>(null)
  const lastId = useRef(0)
  const opener = useRef<Element | null>(null)

  const settle = useCallback((entry: Entry, answer: Answer) => {
    setEntries((all) => all.filter(({ id }) => id !== entry.id))
    entry.settle(answer)
  }, [])

  const asking = useMemo<Asking>(() => {
    function open(shown: Shown, settleEntry: (answer: Answer) => void): Entry {
      lastId.current += 1
      const entry: Entry = { id: lastId.current, shown, settle: settleEntry }
      if (!document.querySelector('[role=dialog][data-state=open]')) opener.current = document.activeElement
      keepPlaceOfScrollBar()
      closePopovers()
      setEntries((all) => [...all, entry])
      prepareDialogs().then(
        (Dialog) => setView({ Dialog }),
        () => settle(entry, answerPlainly(shown)),
      )
      return entry
    }
    return {
      ask: ({ kind = 'question', signal, ...rest }) =>
        new Promise((resolve) => {
          const entry = open({ kind, ...rest }, resolve)
          signal?.addEventListener('abort', () => settle(entry, 'closed'), { once: true })
        }),
      tell: ({ button, ...rest }) =>
        new Promise((resolve) => open({ ...rest, buttons: { yes: button } }, () => resolve())),
      loading: ({ wayOut, ...rest }) => {
        const shown: Shown = { ...rest, kind: 'loading', buttons: wayOut && { yes: wayOut.text } }
        const entry = open(shown, (answer) => answer === 'yes' && wayOut?.onChoose())
        return () => setEntries((all) => all.filter(({ id }) => id !== entry.id))
      },
    }
  }, [settle])

  useCloseOnBack(() => {
    for (const entry of entries) settle(entry, 'closed')
  })

  // Questions and messages take precedence over loading dialogs.
  const current = entries.find(({ shown }) => shown.kind !== 'loading') ?? entries[0]
  return (
    <AskContext value={asking}>
      {children}
      {view && current && (
        <view.Dialog
          key={current.id}
          shown={current.shown}
          onAnswer={(answer) => settle(current, answer)}
          onGone={() => giveFocusBack(opener.current)}
        />
      )}
    </AskContext>
  )
}

/**
 * Functions that open dialogs. They stay the same for the life of the page.
 *
 * @throws Error outside of the provider.
 */
export function useAsk(): Asking {
  const asking = useContext(AskContext)
  if (!asking) throw new Error('useAsk stands outside of AskProvider')
  return asking
}

/** Restores the focus to the opener, or to <main> when the opener is gone or nothing had the focus. */
function giveFocusBack(opener: Element | null): void {
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
  if (document.activeElement && document.activeElement !== document.body) return
  document.querySelector('main')?.focus({ preventScroll: true })
}

/** Popovers are in the top layer and would cover a dialog. */
function closePopovers(): void {
  if (!('popover' in HTMLElement.prototype)) return
  for (const open of document.querySelectorAll<HTMLElement>(':popover-open')) open.hidePopover()
}

function useCloseOnBack(close: () => void): void {
  const { key } = useLocation()
  const type = useNavigationType()
  const seen = useRef(key)
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    if (seen.current === key) return
    seen.current = key
    if (type === 'POP') latest.current()
  }, [key, type])
}
