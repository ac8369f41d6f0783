import { renderToString } from 'react-dom/server'
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import { compressed } from '~/http/compress.server'
import { cspFor, hashesOfNoncedScripts } from '~/http/csp.server'
import { cacheableContext } from '~/http/page-cache.server'
import { type Visit, visitContext } from '~/http/visit.server'
import { catalogueAddress } from '~/i18n/catalogue'
import { serverWords } from '~/i18n/catalogue.server'
import { WordsProvider } from '~/i18n/words'
import { FactsProvider } from '~/shell/facts'
import { log } from '~/telemetry/log.server'
import { boot } from './boot.server'
import { config } from './config.server'

// bin/start.mjs calls it through the build, which contains all of the site's code.
export { serve } from './boot.server'

void boot()

/**
 * Renders a page in one piece, with the loaders' data at its end, compressed once and sent with its length. Nothing may
 * wait behind a Suspense boundary: without script it would never resolve. Why:
 * docs/decisions/001-pages-in-one-piece.md.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const visit = context.get(visitContext)
  // An error page carries its request id, so it is never cached.
  const cacheable = context.get(cacheableContext) && status === 200
  const facts = {
    locale: visit.locale,
    theme: visit.theme,
    lite: visit.lite,
    playMoney: config.money === 'play',
    https: visit.https,
    requestId: cacheable ? undefined : visit.requestId,
  }
  const markup = renderToString(
    <FactsProvider value={facts}>
      <WordsProvider value={serverWords(visit.locale)}>
        <ServerRouter context={{ ...entry, serverHandoffStream: undefined }} url={request.url} nonce={visit.nonce} />
      </WordsProvider>
    </FactsProvider>,
  )
  const page = `<!DOCTYPE html>${await withHandOff(markup, entry, visit)}`

  headers.set('Content-Type', 'text/html; charset=utf-8')
  let body = page
  if (cacheable) {
    const shared = hashesOfNoncedScripts(page, visit.nonce)
    body = shared.html
    if (config.production) headers.set('Content-Security-Policy', cspFor({ hashes: shared.hashes, https: visit.https }))
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-cache')
  } else {
    if (config.production) headers.set('Content-Security-Policy', cspFor({ nonce: visit.nonce, https: visit.https }))
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-store')
  }
  if (request.method === 'HEAD') return new Response(null, { status, headers })

  const packed = await compressed(body, request)
  for (const [name, value] of Object.entries(packed.headers)) headers.set(name, value)
  return new Response(packed.body, { status, headers })
}

/**
 * Reads the hand-off stream to its end and writes its script before </body>. That script also preloads the catalogue
 * and the modules: as link elements in the head, where React puts them, they would compete with the style sheet on a
 * slow connection, and a browser without script would load them for nothing. A page without scripts drops the stream.
 */
async function withHandOff(rendered: string, entry: EntryContext, { nonce, locale }: Visit): Promise<string> {
  const modules: string[] = []
  const markup = rendered.replace(/<link rel="modulepreload"[^>]*href="([^"]*)"[^>]*>/g, (_hint, address: string) => {
    modules.push(address)
    return ''
  })
  const stream = entry.serverHandoffStream
  if (!stream) return markup
  if (!entry.renderMeta?.didRenderScripts) {
    await stream.cancel()
    return markup
  }
  const decoder = new TextDecoder()
  let data = ''
  for await (const chunk of stream) data += decoder.decode(chunk, { stream: true })
  data += decoder.decode()
  const wanted = `for(const[words,address]of[[1,${inScript(catalogueAddress[locale])}],${modules.map((address) => `[0,${inScript(address)}]`)}]){const link=document.createElement("link");link.rel=words?"preload":"modulepreload";if(words){link.as="fetch";link.crossOrigin="anonymous"}link.href=address;document.head.append(link)}`
  const script = `<script nonce="${nonce}">${wanted}window.__reactRouterContext.streamController.enqueue(${inScript(data)});window.__reactRouterContext.streamController.close();</script>`
  const end = markup.lastIndexOf('</body>')
  return end < 0 ? markup + script : markup.slice(0, end) + script + markup.slice(end)
}

const unsafeInScript: Record<string, string> = {
  '&': '\\u0026',
  '<': '\\u003c',
  '>': '\\u003e',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

/** Escapes a string as a JavaScript literal that can't close the script element or end the line. */
function inScript(data: string): string {
  return JSON.stringify(data).replace(/[&<>\u2028\u2029]/g, (character) => unsafeInScript[character] ?? '')
}

/**
 * Logs unexpected errors of loaders, actions and rendering, once; they are never shown. Refusals by the framework
 * itself (a form sent to a page without an action) are no failures: the request's log line shows them.
 */
export function handleError(error: unknown, { request }: { request: Request }) {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  log.error({ err: error, path: new URL(request.url).pathname }, 'a page failed')
}
