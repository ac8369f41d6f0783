import { createContext, type ReactNode, useContext } from 'react'

/** The parts of a document that only the server renders. Hydration leaves them unchanged. */
export type ServerHtml = { headTags: ReactNode; routerData: string; nonce: string }

export const ServerHtmlContext = createContext<ServerHtml | undefined>(undefined)

/** Renders head tags on the server only, because rendering them in browsers would need more script and data. */
export const ServerHeadTags = () => useContext(ServerHtmlContext)?.headTags

/** Passes the loaders' data to the router's stream in one script, like StreamTransfer in the router's source. */
export function RouterDataScript() {
  const document = useContext(ServerHtmlContext)
  if (!document) return null
  const stream = 'window.__reactRouterContext.streamController'
  const script = `${stream}.enqueue(${toScriptLiteral(document.routerData)});${stream}.close();`
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React would escape the script's quotes.
  return <script nonce={document.nonce} dangerouslySetInnerHTML={{ __html: script }} />
}

/** Formats text as a literal for an inline script. Escapes "<", which could end the script or start a comment. */
export const toScriptLiteral = (text: string): string => JSON.stringify(text).replaceAll('<', '\\u003c')
