import { createContext, useContext, useEffect } from 'react'
import { createContext as createRouterContext } from 'react-router'

const waiting = new Set<string>()

/** Registers that this page is waiting for the operator's answer and will show it, so that no toast announces it. */
export function useAwaitReply(isAwaited: boolean): void {
  useEffect(() => {
    if (!isAwaited) return
    const path = location.pathname
    waiting.add(path)
    // Deferred until the effects of the render that shows the answer have run, because one of them may show the toast.
    return () => queueMicrotask(() => waiting.delete(path))
  }, [isAwaited])
}

export function isReplyAwaitedHere(): boolean {
  return waiting.has(location.pathname)
}

/** A sent money form whose response has not been shown on any page yet. */
export type SentMoneyForm = {
  pathname: string
  fields: FormData
  /** The time of the first submission, which the site may have received. */
  sentAt: DeviceTime
  /** Whether its effect is unknown, because a response was lost or will never come. */
  isLost: boolean
  /** The response's redirect target, until that page has loaded. The form must not be sent again meanwhile. */
  nextPath?: string
}

/** Milliseconds on a device's two clocks: `tickMs` may stop while it sleeps, and `clockMs` may be adjusted. */
export type DeviceTime = { tickMs: number; clockMs: number }

export const readDeviceTime = (): DeviceTime => ({ tickMs: performance.now(), clockMs: Date.now() })

/** State shared by pages and the router's functions in one document, created once by app/entry.client.tsx. */
export class DocumentState {
  /** Whether the current page stays if the reload that is starting fails. */
  keepsPage = false
  #sentForm: SentMoneyForm | undefined
  readonly #listeners = new Set<() => void>()

  readonly readSentMoneyForm = (): SentMoneyForm | undefined => this.#sentForm

  /** @param form undefined once a page shows its outcome */
  setSentMoneyForm(form: SentMoneyForm | undefined): void {
    this.#sentForm = form
    for (const listener of this.#listeners) listener()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

export const documentStateContext = createRouterContext<DocumentState>()

/** All of a server's requests share the default value, which is safe because only events and effects write to it. */
export const DocumentStateContext = createContext(new DocumentState())

export function useDocumentState(): DocumentState {
  return useContext(DocumentStateContext)
}
