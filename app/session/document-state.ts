import { createContext, useContext, useEffect } from 'react'
import { createContext as createRouterContext } from 'react-router'

const waiting = new Set<string>()

/** Registers that this page is waiting for support's answer and will show it, so that no toast announces it. */
export function useAwaitReply(isAwaited: boolean): void {
  useEffect(() => {
    if (!isAwaited) return
    const path = location.pathname
    waiting.add(path)
    // This waits for the effects of the render that shows the answer, because one of them may show the toast.
    return () => queueMicrotask(() => waiting.delete(path))
  }, [isAwaited])
}

export function isReplyAwaitedHere(): boolean {
  return waiting.has(location.pathname)
}

/** A money form that was sent, until a page has shown its response. */
export type SentMoneyForm = {
  pathname: string
  fields: FormData
  /** The time of the first submission. The site may have received it. */
  sentAt: DeviceTime
  /** Whether the form's effect is unknown, because a response was lost or will never come. */
  isLost: boolean
  /** The redirect target, until that page has loaded. The form must not be sent again meanwhile. */
  nextPath?: string
}

/** The time in ms on a device's two clocks. `tickMs` may stop while the device sleeps. `clockMs` may be adjusted. */
export type DeviceTime = { tickMs: number; clockMs: number }

export const readDeviceTime = (): DeviceTime => ({ tickMs: performance.now(), clockMs: Date.now() })

/** State that pages and the router's functions share in one document. Only app/entry.client.tsx creates it. */
export class DocumentState {
  /** Whether the current page stays open if the reload that is starting fails. */
  keepsPage = false
  #sentForm: SentMoneyForm | undefined
  readonly #listeners = new Set<() => void>()

  readonly readSentMoneyForm = (): SentMoneyForm | undefined => this.#sentForm

  /** @param form undefined once a page shows the outcome */
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

/** All requests of a server share the default value. That is safe, because only events and effects write to it. */
export const DocumentStateContext = createContext(new DocumentState())

export function useDocumentState(): DocumentState {
  return useContext(DocumentStateContext)
}
