import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import type { IconName } from '../icon/icon'
import { keepPlaceOfScrollBar } from '../scroll-bar'

export type DialogKind = 'loading' | 'success' | 'error' | 'info' | 'warning' | 'question'

/** `closed`: left by Escape, by a press beside the dialog or by going back. Never take it for a yes. */
export type Answer = 'yes' | 'no' | 'closed'

interface Said {
  title: string
  text?: ReactNode
  /** Under the text: a list of facts. */
  body?: ReactNode
  /** Instead of the icon of the kind. */
  icon?: IconName
}

export interface Question extends Said {
  kind?: Exclude<DialogKind, 'loading'>
  buttons: { yes: string; no?: string }
  /** The yes can't be undone: red instead of the accent. */
  destroy?: boolean
  /** Takes the question back, as when it is too late for an answer. */
  signal?: AbortSignal
}

export interface Message extends Said {
  kind: Exclude<DialogKind, 'loading' | 'question'>
  button: string
}

export interface Waiting extends Said {
  /** The way out of waiting, as 직접 열기 or 그만두기. */
  wayOut?: { text: string; onChoose: () => void }
}

/** What the view draws. */
export interface Shown extends Said {
  kind: DialogKind
  buttons?: { yes: string; no?: string }
  destroy?: boolean
}

export interface Asking {
  /** Asks, and waits for the answer. Questions stand in line; one is seen at a time. */
  ask: (question: Question) => Promise<Answer>
  /** Says, and waits until it was closed. */
  tell: (message: Message) => Promise<void>
  /** Says that something is under way, until the function it returns is called or the way out is taken. */
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

/** Fetches the dialog before it is needed, as while a pointer is over what will open it. Safe to call often. */
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

/** The browser's own box, for when the dialog could not be fetched: a question must not be lost. */
function answerPlainly({ title, text, kind, buttons }: Shown): Answer {
  if (kind === 'loading') return 'closed'
  const words = typeof text === 'string' ? `${title}\n\n${text}` : title
  if (buttons?.no) return window.confirm(words) ? 'yes' : 'no'
  window.alert(words)
  return 'yes'
}

/** Stands once around the page. Nothing of a dialog is in the first bundle; it comes with the first question. */
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

  // What asks for an answer stands before what only says that it is under way.
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

/** `ask`, `tell` and `loading`, the same functions for the life of the page. */
export function useAsk(): Asking {
  const asking = useContext(AskContext)
  if (!asking) throw new Error('useAsk stands outside of AskProvider')
  return asking
}

/** To where the focus was before the dialog; to the page, where that is gone or was nowhere. */
function giveFocusBack(opener: Element | null): void {
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
  if (document.activeElement && document.activeElement !== document.body) return
  document.querySelector('main')?.focus({ preventScroll: true })
}

/** An open popover lies over everything, a dialog too. */
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
