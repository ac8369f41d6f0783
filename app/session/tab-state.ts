import { createContext, useContext, useEffect } from 'react'
import { createContext as createRouterContext } from 'react-router'

const waiting = new Set<string>()

/** Registers that this page will show support's answer, so that no toast is needed. */
export function useAwaitReply(isAwaited: boolean): void {
  useEffect(() => {
    if (!isAwaited) return
    const path = location.pathname
    waiting.add(path)
    // Deferred until the effects of the current render have run, because one of them may show the toast.
    return () => queueMicrotask(() => waiting.delete(path))
  }, [isAwaited])
}

export const isReplyAwaitedHere = (): boolean => waiting.has(location.pathname)

/** A submitted money form whose response no page has shown yet. */
export type SentMoneyForm = {
  pathname: string
  fields: FormData
  /** The time of the first submission, which the site may have received. */
  sentAt: DeviceTime
  /** True if the response was lost, so it is unknown whether the form took effect. */
  isLost: boolean
  /** The redirect target while it is loading. Until then, the form must not be sent again. */
  nextPath?: string
}

/** The time in ms on a device's two clocks. `tickMs` may stop while the device sleeps. `clockMs` may be adjusted. */
export type DeviceTime = { tickMs: number; clockMs: number }

export const readDeviceTime = (): DeviceTime => ({ tickMs: performance.now(), clockMs: Date.now() })

/** State of a tab until the next full load, shared by pages and the router's functions. Created only in app/entry.client.tsx. */
export class TabState {
  /** If true, the current page stays open when the reload that is starting fails. */
  keepsPage = false
  #sentForm: SentMoneyForm | undefined
  readonly #listeners = new Set<() => void>()

  readonly readSentMoneyForm = (): SentMoneyForm | undefined => this.#sentForm

  /** @param form undefined when a page shows the outcome */
  setSentMoneyForm(form: SentMoneyForm | undefined): void {
    this.#sentForm = form
    for (const listener of this.#listeners) listener()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

export const tabStateContext = createRouterContext<TabState>()

/** All requests on the server share the default value. That is safe: only events and effects write to it. */
export const TabStateContext = createContext(new TabState())

export const useTabState = (): TabState => useContext(TabStateContext)
