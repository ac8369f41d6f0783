import { createContext, type RouterContextProvider } from 'react-router'

export type Context = Readonly<RouterContextProvider>

export type Incoming = {
  requestId: string
  startedAt: Date
  /** The remote IP of the socket: the client's or the nearest proxy's. */
  socketIp: string
  /** Normally `1.1`. Old clients and nginx (by default) send `1.0`. */
  httpVersion: string
  /** False for connections over the limit. They serve only probes. */
  hasSlot: boolean
  /** True if the URL of the request line can't be parsed or decoded. The request is then treated as one for `/`. */
  isMalformed: boolean
  /** Renders a page without running the middleware of app/middleware.server.ts. */
  render: (request: Request, context: RouterContextProvider) => Promise<Response>
}

/** Null if another server runs the site, as in development. Not sent as a header, because clients could forge it. */
export const incomingContext = createContext<Incoming | null>(null)
