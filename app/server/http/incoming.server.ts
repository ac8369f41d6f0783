import { createContext, type RouterContextProvider } from 'react-router'

/** Values that the middleware, loaders and actions share for one request. */
export type Context = Readonly<RouterContextProvider>

export type Incoming = {
  requestId: string
  startedAt: Date
  /** The socket's remote IP, which is that of the client or of the nearest proxy. */
  socketIp: string
  /** Normally `1.1`. Old clients send `1.0`, and so does nginx with its default settings. */
  httpVersion: string
  /** False for connections beyond the limit, which serve probes only. */
  hasSlot: boolean
  /** Whether the request line's URL does not parse or decode. Such a request is treated as one for `/`. */
  isMalformed: boolean
  /** Renders a page without running the middleware in app/middleware.server.ts. */
  render: (request: Request, context: RouterContextProvider) => Promise<Response>
}

/** Set by the site's own HTTP server, null behind another server. Not read from a header: clients can forge those. */
export const incomingContext = createContext<Incoming | null>(null)
