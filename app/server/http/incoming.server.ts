import { createContext, type RouterContextProvider } from 'react-router'

/** What middleware, loaders and actions of one request share. */
export type Context = Readonly<RouterContextProvider>

export type Incoming = {
  requestId: string
  startedAt: Date
  /** The socket's remote IP: the client, or the nearest proxy. */
  socketIp: string
  /** `1.1`, or `1.0` as old clients and nginx's defaults send it. */
  httpVersion: string
  /** A connection without a place serves probes only. */
  hasSlot: boolean
  /** The request line's URL does not parse or decode; the request then counts as one for `/`. */
  isMalformed: boolean
  /** Renders a page without the steps of app/middleware.server.ts. */
  render: (request: Request, context: RouterContextProvider) => Promise<Response>
}

/** Set by the front door; null behind another server. Never read from a header, which a client could forge. */
export const incomingContext = createContext<Incoming | null>(null)
