import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { renderToString } from 'react-dom/server'
import {
  type ActionFunctionArgs,
  type EntryContext,
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  type RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router'
import { z } from 'zod'
import { brand } from '~/brand/brand.server'
import { messageUrls } from '~/i18n/catalogue'
import { i18nFor, setSiteName } from '~/i18n/catalogue.server'
import { I18nProvider } from '~/i18n/i18n'
import { loadMemberParts } from '~/navigation/member-part'
import { config } from '~/platform/settings/config.server'
import { log } from '~/platform/telemetry/log.server'
import { loggedPath } from '~/platform/telemetry/request-log.server'
import { routeSpans } from '~/platform/telemetry/trace.server'
import { flashContext } from '~/server/cookies/flash.server'
import { cspFor, replaceNonceWithHashes } from '~/server/html-head/csp.server'
import { HeadTags, IndexTags } from '~/server/html-head/head-tags.server'
import { awaitTurn } from '~/server/middleware/admission.server'
import { sharedRenderingContext } from '~/server/middleware/page-cache.server'
import { routeContext, serverBuild } from '~/server/middleware/route.server'
import { findInContext, type RequestInfo, requestInfoContext } from '~/server/request-info/request-info.server'
import { compressedResponse } from '~/server/responses/compress.server'
import { sessionContext } from '~/server/session/session.server'
import { boot, type RunningSite, serve as serveSite } from '~/server/start.server'
import { missingPages } from '~/server/upstream/missing-pages.server'
import { type PageSettings, PageSettingsProvider } from '~/session/page-settings'
import { type ServerHtml, ServerHtmlContext, toScriptLiteral } from '~/session/server-html'
import { referenceOf } from '~/values/request'
import { middleware } from './middleware.server'

const memberModule = /\/member-[^/]+\.tsx?$/

const manifestSchema = z.record(z.string(), z.object({ file: z.string(), imports: z.array(z.string()).default([]) }))

let scripts: Promise<readonly string[]> | undefined

/** Returns the scripts to preload on members' pages. The list is empty with the development server. */
function memberScripts(): Promise<readonly string[]> {
  scripts ??= config.production ? readScripts() : Promise.resolve([])
  return scripts
}

async function readScripts(): Promise<string[]> {
  const { assetsBuildDirectory, publicPath } = serverBuild()
  const text = readFileSync(join(assetsBuildDirectory, '.vite', 'manifest.json'), 'utf8')
  const manifest = manifestSchema.parse(JSON.parse(text))
  const names = new Set(Object.keys(manifest).filter((name) => memberModule.test(name)))
  // Iterating over a Set also visits the names added during the loop.
  for (const name of names) for (const imported of manifest[name]?.imports ?? []) names.add(imported)
  return [...names].flatMap((name) => manifest[name]?.file ?? []).map((file) => publicPath + file)
}

setSiteName(brand.name)
void boot()

/** Serves the site. Called by bin/start.mjs. */
export const serve = (build: ServerBuild): Promise<RunningSite> => serveSite(build, middleware)

export const instrumentations = config.tracing ? [routeSpans] : []

/**
 * Renders a page as a whole, with the loaders' data at the end. The page can then be compressed once, has a known
 * length, and is complete without JavaScript. Source: docs/decisions/001-pages-in-one-piece.md.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const requestInfo = context.get(requestInfoContext)
  const { locale, theme, lite, https, nonce } = requestInfo
  // An error page contains its request id, so it is never cached.
  const isShared = context.get(sharedRenderingContext) !== null && status === 200
  // If middleware rejected the request before it read the session, there is no session.
  const isMember = Boolean(findInContext(context, sessionContext)?.member)
  const { hasFewMessages = false } = context.get(routeContext).handle
  const settings: PageSettings = {
    locale,
    theme,
    lite,
    playMoney: config.money === 'play',
    https,
    brand: brand.page(locale),
    missingPages: missingPages(),
    reference: isShared ? undefined : referenceOf(requestInfo.requestId),
    gameWindow: isMember ? config.gameWindow : '',
    isMember,
    // A flash message can have any key, so a page that shows one needs all messages.
    hasPageMessages: isMember || !hasFewMessages || context.get(flashContext) !== null,
  }
  // Search engines only see what visitors see, so members' pages and error pages have no tags for search engines.
  const isForEverybody = status === 200 && !isMember
  const serverDocument: ServerHtml = {
    headTags: (
      <>
        <HeadTags locale={locale} />
        {isForEverybody && <IndexTags request={request} requestInfo={requestInfo} route={context.get(routeContext)} />}
      </>
    ),
    routerData: entry.serverHandoffStream ? await text(entry.serverHandoffStream) : '',
    nonce,
  }
  await loadMemberParts()
  await awaitTurn(context)
  const markup = renderToString(
    <ServerHtmlContext value={serverDocument}>
      <PageSettingsProvider value={settings}>
        <I18nProvider value={i18nFor(locale)}>
          <ServerRouter context={{ ...entry, serverHandoffStream: undefined }} url={request.url} nonce={nonce} />
        </I18nProvider>
      </PageSettingsProvider>
    </ServerHtmlContext>,
  )
  const page = `<!DOCTYPE html>${movePreloads(markup, requestInfo, settings, isMember ? await memberScripts() : [])}`
  // Shared pages can't have a nonce, and pages without scripts need none.
  const hasNonce = !isShared && page.includes('<script')
  const { html, ...scripts } = hasNonce ? { html: page, nonce } : replaceNonceWithHashes(page, nonce)

  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (config.production) headers.set('Content-Security-Policy', cspFor({ ...scripts, https }))
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', isShared ? 'private, no-cache' : 'private, no-store')
  headers.set('Vary', 'Cookie, Save-Data, Accept-Encoding')
  return request.method === 'HEAD'
    ? new Response(null, { status, headers })
    : compressedResponse(Buffer.from(html), { status, headers }, request)
}

/** Moves React's module preloads to the end of the page. In the head, they delay home's LCP by 0.9 s on phones. */
function movePreloads(
  markup: string,
  { nonce }: RequestInfo,
  { locale, hasPageMessages }: PageSettings,
  scripts: readonly string[],
): string {
  const links = messageUrls(locale, hasPageMessages).map(
    (url) => `<link rel="preload" as="fetch" crossorigin href="${url}">`,
  )
  const headLength = markup.indexOf('</head>')
  const head = markup.slice(0, headLength)
  const rest = head.replace(/<link rel="modulepreload"[^>]*>/g, (link) => {
    links.push(link.replace(` nonce="${nonce}"`, ''))
    return ''
  })
  if (rest === head) return markup
  const named = links.join('')
  const further = scripts.filter((url) => !named.includes(`"${url}"`))
  const all = named + further.map((url) => `<link rel="modulepreload" href="${url}"/>`).join('')
  const script = `<script nonce="${nonce}">document.head.insertAdjacentHTML("beforeend",${toScriptLiteral(all)})</script>`
  const bodyEnd = markup.lastIndexOf('</body>')
  return rest + markup.slice(headLength, bodyEnd) + script + markup.slice(bodyEnd)
}

/** Logs an unexpected error from a loader, an action or rendering. Ignores requests that the framework rejects. */
export function handleError(error: unknown, { request, context }: LoaderFunctionArgs | ActionFunctionArgs) {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  const path = loggedPath(new URL(request.url).pathname)
  log.error({ err: error, path, requestId: findInContext(context, requestInfoContext)?.requestId }, 'page failed')
}
