import { createContext } from 'react-router'
import type { ReadBody } from './read-body.server'

/** Turned away before any work: it came too often, or the site has too much to do. */
export type EdgeRefusal = { problem: 'limited' | 'busy'; retryAfterSeconds: number }

/** What only the server that took a request knows of it. */
export type Incoming = {
  /** Ours; in X-Request-Id of the answer and in the log. */
  requestId: string
  /** The other end of the connection, as the socket names it: the visitor, or the nearest proxy. */
  peerAddress: string
  /** Why it gets no page of its own: 400, its address can't be read; 405, no page takes its method; or it is turned away. */
  refused: 400 | 405 | EdgeRefusal | undefined
  /** The body, read before the request was let in: who sends slowly takes no place from others. Undefined: not read. */
  body: ReadBody | undefined
}

/**
 * Set by the front door (app/server). Null behind another server (`react-router dev`, `react-router-serve`), which knows
 * none of this. Never read from a header: a client could write it.
 */
export const incomingContext = createContext<Incoming | null>(null)
