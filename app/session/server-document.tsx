import { createContext, type ReactNode, useContext } from 'react'

/** The parts of a document that only the server renders; hydration leaves them as they are. */
export type ServerDocument = {
  /** Tags for systems, messengers and crawlers only. */
  headTags: ReactNode
  routerData: string
  /** Allows the document's inline scripts. */
  nonce: string
}

export const ServerDocumentContext = createContext<ServerDocument | undefined>(undefined)

/** Tags that only the server renders in the head: as elements in the browser they would be script and data too. */
export function ServerHeadTags() {
  return useContext(ServerDocumentContext)?.headTags
}

/** Gives the loaders' data to the router's stream in one script, as StreamTransfer in the router's source does. */
export function RouterDataScript() {
  const document = useContext(ServerDocumentContext)
  if (!document) return null
  const stream = 'window.__reactRouterContext.streamController'
  const script = `${stream}.enqueue(${toScriptLiteral(document.routerData)});${stream}.close();`
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React would escape the script's quotes.
  return <script nonce={document.nonce} dangerouslySetInnerHTML={{ __html: script }} />
}

/** A text as a literal of an inline script. Only "<" could end the script's element or begin a comment. */
export function toScriptLiteral(text: string): string {
  return JSON.stringify(text).replaceAll('<', '\\u003c')
}
