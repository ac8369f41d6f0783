import { createContext, type ReactNode, useContext } from 'react'

/** What the server alone writes into a document. In the browser there is none: it takes the document over as it is. */
export type ServerDocument = {
  /** What only systems, messengers and crawlers read in the head. */
  headTags: ReactNode
  /** The loaders' data, in the router's own encoding. */
  routerData: string
  /** Allows the document's inline scripts. */
  nonce: string
}

/** Set by app/entry.server.tsx. */
export const ServerDocumentContext = createContext<ServerDocument | undefined>(undefined)

/** The tags in the head that the browser does not know: as elements of its own they would be script and data too. */
export function ServerHeadTags() {
  return useContext(ServerDocumentContext)?.headTags
}

/**
 * Gives the loaders' data to the router's stream, which <Scripts> opened: in one script where the framework, which
 * streams, writes several behind Suspense boundaries (StreamTransfer in the router's source).
 */
export function RouterDataScript() {
  const document = useContext(ServerDocumentContext)
  if (!document) return null
  const stream = 'window.__reactRouterContext.streamController'
  const script = `${stream}.enqueue(${toScriptLiteral(document.routerData)});${stream}.close();`
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React would escape the script's quotes.
  return <script nonce={document.nonce} dangerouslySetInnerHTML={{ __html: script }} />
}

/** A text as a literal of an inline script. Nothing but "<" could end the script's element or begin a comment in it. */
export function toScriptLiteral(text: string): string {
  return JSON.stringify(text).replaceAll('<', '\\u003c')
}
