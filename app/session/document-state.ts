import { createContext, useContext } from 'react'
import { createContext as createRouterContext } from 'react-router'

/** A money form that was sent and has no response that a page shows. */
export type SentForm = {
  /** The page that it belongs to. */
  pathname: string
  fields: FormData
  /** When it was sent first, of performance.now(): then it may have been received. */
  sentAtMs: number
  /** Whether it is unknown what it did: a response to it was lost, or will never come. */
  isLost: boolean
  /** Where the site's answer leads, until a page has arrived: the form must not be sent again. */
  nextPath?: string
}

/** What pages and the router's functions in the browser share in one document: made by app/entry.client.tsx, once. */
export class DocumentState {
  /** Whether the next request of the router brings the shown page up to date, which nobody has asked for. */
  isReloadUnasked = false
  #sentForm: SentForm | undefined
  readonly #listeners = new Set<() => void>()

  /** The form that waits for its response, of any page. */
  readonly readSentForm = (): SentForm | undefined => this.#sentForm

  /** @param form undefined: a page shows what became of it. */
  setSentForm(form: SentForm | undefined): void {
    this.#sentForm = form
    for (const listener of this.#listeners) listener()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

/** For the router's middleware and actions. */
export const documentStateContext = createRouterContext<DocumentState>()

/** For components. On the server nothing writes to it: only events and effects do. */
export const DocumentStateContext = createContext(new DocumentState())

/** The state of this document. */
export function useDocumentState(): DocumentState {
  return useContext(DocumentStateContext)
}
