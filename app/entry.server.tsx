import { renderToString } from 'react-dom/server'
import {
  type ActionFunctionArgs,
  type EntryContext,
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { brand } from '~/brand/brand.server'
import { config } from '~/config/config.server'
import { compressPage } from '~/http/compress.server'
import { cspFor, replaceNonceWithHashes } from '~/http/csp.server'
import { sharedRenderingContext } from '~/http/page-cache.server'
import { findInContext, type RequestInfo, requestInfoContext } from '~/http/request-info.server'
import { routeContext } from '~/http/route.server'
import { catalogueUrls } from '~/i18n/catalogue'
import { i18nFor } from '~/i18n/catalogue.server'
import { I18nProvider } from '~/i18n/i18n'
import { renderHeadTags, renderIndexTags } from '~/pages/head-tags.server'
import { boot } from '~/server/start.server'
import { sessionContext } from '~/session/session.server'
import { DocumentSettingsProvider } from '~/shell/document-settings'
import { log } from '~/telemetry/log.server'
import { loggedPath } from '~/telemetry/request-log.server'
import { routeSpans } from '~/telemetry/route-spans.server'

// bin/start.mjs calls it through the build, which contains all of the site's code.
export { serve } from '~/server/start.server'

void boot()

/** Spans of loaders and actions, only when traces are on. */
export const instrumentations = config.tracing ? [routeSpans] : []

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
  const requestInfo = context.get(requestInfoContext)
  // An error page carries its request id, so it is never cached.
  const isCacheable = context.get(sharedRenderingContext) !== null && status === 200
  const settings = {
    locale: requestInfo.locale,
    theme: requestInfo.theme,
    lite: requestInfo.lite,
    playMoney: config.money === 'play',
    https: requestInfo.https,
    brand: brand.page(requestInfo.locale),
    requestId: isCacheable ? undefined : requestInfo.requestId,
  }
  const markup = renderToString(
    <DocumentSettingsProvider value={settings}>
      <I18nProvider value={i18nFor(requestInfo.locale)}>
        <ServerRouter
          context={{ ...entry, serverHandoffStream: undefined }}
          url={request.url}
          nonce={requestInfo.nonce}
        />
      </I18nProvider>
    </DocumentSettingsProvider>,
  )
  const page = `<!DOCTYPE html>${await appendHandoffScript(addHeadTags(markup, request, status, context), entry, requestInfo)}`

  headers.set('Content-Type', 'text/html; charset=utf-8')
  let body = page
  if (isCacheable) {
    const withHashes = replaceNonceWithHashes(page, requestInfo.nonce)
    body = withHashes.html
    if (config.production)
      headers.set('Content-Security-Policy', cspFor({ hashes: withHashes.hashes, https: requestInfo.https }))
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-cache')
  } else {
    if (config.production)
      headers.set('Content-Security-Policy', cspFor({ nonce: requestInfo.nonce, https: requestInfo.https }))
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-store')
  }
  if (request.method === 'HEAD') return new Response(null, { status, headers })

  const encoded = await compressPage(body, request)
  for (const [name, value] of Object.entries(encoded.headers)) headers.set(name, value)
  return new Response(encoded.body, { status, headers })
}

/** Completes the head of a page. A member's own pages describe themselves to nobody. */
function addHeadTags(markup: string, request: Request, status: number, context: RouterContextProvider): string {
  const requestInfo = context.get(requestInfoContext)
  const isForEverybody = status === 200 && context.get(sessionContext).member === null
  const [, title = ''] = /<title>([^<]*)<\/title>/.exec(markup) ?? []
  const tags = [
    renderHeadTags(requestInfo),
    isForEverybody ? renderIndexTags({ title, request }, requestInfo, context.get(routeContext)) : '',
  ]
  return markup.replace('</head>', () => `${tags.join('')}</head>`)
}

/**
 * Reads the hand-off stream to its end and writes its script before </body>. That script also preloads the catalogue
 * and the modules: as link elements in the head, where React puts them, they would compete with the style sheet on a
 * slow connection, and a browser without script would load them for nothing. A page without scripts drops the stream.
 */
async function appendHandoffScript(
  rendered: string,
  entry: EntryContext,
  { nonce, locale }: RequestInfo,
): Promise<string> {
  const modules: string[] = []
  const markup = rendered.replace(/<link rel="modulepreload"[^>]*href="([^"]*)"[^>]*>/g, (_hint, href: string) => {
    modules.push(href)
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
  const preloads = [
    `[1,${toScriptLiteral(catalogueUrls[locale])}]`,
    ...modules.map((href) => `[0,${toScriptLiteral(href)}]`),
  ]
  const script = [
    `<script nonce="${nonce}">`,
    `for(const[words,address]of[${preloads}]){`,
    'const link=document.createElement("link");link.rel=words?"preload":"modulepreload";',
    'if(words){link.as="fetch";link.crossOrigin="anonymous"}',
    'link.href=address;document.head.append(link)}',
    `window.__reactRouterContext.streamController.enqueue(${toScriptLiteral(data)});`,
    'window.__reactRouterContext.streamController.close();</script>',
  ].join('')
  const end = markup.lastIndexOf('</body>')
  return end < 0 ? markup + script : markup.slice(0, end) + script + markup.slice(end)
}

const scriptEscapes: Record<string, string> = {
  '&': '\\u0026',
  '<': '\\u003c',
  '>': '\\u003e',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

/** Escapes a string as a JavaScript literal that can't close the script element or end the line. */
function toScriptLiteral(data: string): string {
  return JSON.stringify(data).replace(/[&<>\u2028\u2029]/g, (character) => scriptEscapes[character] ?? '')
}

/**
 * Logs unexpected errors of loaders, actions and rendering, once; they are never shown. Refusals by the framework
 * itself (a form sent to a page without an action) are no failures: the request's log line shows them.
 */
export function handleError(error: unknown, { request, context }: LoaderFunctionArgs | ActionFunctionArgs) {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  const path = loggedPath(new URL(request.url).pathname)
  log.error({ err: error, path, requestId: findInContext(context, requestInfoContext)?.requestId }, 'a page failed')
}
