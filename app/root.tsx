import type { ReactNode } from 'react'
import { Links, Outlet, Scripts, ScrollRestoration, useMatches, useRouteLoaderData } from 'react-router'
import { sessionTimeLeft } from '~/api/session-time-left'
import { askAboutDocuments } from '~/http/accepted-documents.server'
import { requestBody } from '~/http/body.server'
import { isCountryServed } from '~/http/country.server'
import { flashContext } from '~/http/flash.server'
import { getHealthCheck } from '~/http/health-check.server'
import { incomingContext } from '~/http/incoming.server'
import { logMember } from '~/http/log-member.server'
import { hostAndOrigin } from '~/http/origin.server'
import { pageCache } from '~/http/page-cache.server'
import { connectionContext, upstreamContext } from '~/http/page-upstream.server'
import { loadPlayLimitsSummary } from '~/http/play-limits.server'
import { overallRateLimit } from '~/http/rate-limits.server'
import { readAcceptedMovement } from '~/http/receipt-flash.server'
import { requestInfo } from '~/http/request-info.server'
import {
  createRouteMatcher,
  type MatchedRoute,
  onlyForKinds,
  pageDataOnly,
  type RouteHandle,
  routeContext,
} from '~/http/route.server'
import { upstreamClient } from '~/http/upstream-middleware.server'
import { bcp47 } from '~/i18n/locale'
import { acceptedMessages } from '~/money/movement-status'
import { RouteErrorPage } from '~/pages/problem-page'
import { getUpstreamConnection } from '~/server/upstream-connection.server'
import { sessionContext, sessionMiddleware } from '~/session/session.server'
import { useDocumentSettings } from '~/shell/document-settings'
import { frameDataMiddleware, shouldRevalidateFrame } from '~/shell/frame-data'
import { prefetchMiddleware } from '~/shell/prefetch'
import { replaceRedirectedMiddleware } from '~/shell/replace-redirected'
import { Shell } from '~/shell/shell'
import type { FooterData, ShellData } from '~/shell/shell-data'
import { toShellMember } from '~/shell/shell-member'
import { preservePageMiddleware } from '~/shell/unanswered-request'
import type { Route } from './+types/root'
import '~/ui/base.css'
import '~/ui/print.css'
import { groundColours } from '~/ui/ground-colours'

/** Matches the route in this build's route table: its handle decides which middleware applies. */
const matchRoute: Route.MiddlewareFunction = async ({ request, context }) => {
  // The front door has matched it already.
  if (context.get(incomingContext)) return
  matchInBuild ??= createRouteMatcher((await import('virtual:react-router/server-build')).routes)
  context.set(routeContext, matchInBuild(new URL(request.url).pathname))
}
let matchInBuild: ((pathname: string) => MatchedRoute) | undefined

/** Lets the rooms of a request reach the site's one connection to its upstream. */
const connection: Route.MiddlewareFunction = ({ context }) => {
  context.set(connectionContext, getUpstreamConnection)
}

export const middleware: Route.MiddlewareFunction[] = [
  matchRoute,
  requestInfo,
  connection,
  pageDataOnly,
  hostAndOrigin,
  // Probes are exempt from limits and answered even while the store is still opening.
  onlyForKinds(['page', 'api', 'embedded', 'file'], overallRateLimit),
  onlyForKinds(['page', 'api', 'file', 'probe'], requestBody),
  onlyForKinds(['page', 'api'], sessionMiddleware),
  onlyForKinds(['page', 'api'], logMember),
  pageCache,
  onlyForKinds(['page', 'api'], askAboutDocuments),
  onlyForKinds(['page', 'api'], upstreamClient),
]

/** In the browser: when the site does not answer, the current page stays; a page that redirects leaves no entry. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  preservePageMiddleware,
  replaceRedirectedMiddleware,
  frameDataMiddleware,
  prefetchMiddleware,
]

export { shouldRevalidateFrame as shouldRevalidate }

/** Keeps the headers of a thrown error response, such as Retry-After: the framework drops them otherwise. */
export function headers({ errorHeaders }: Route.HeadersArgs) {
  return errorHeaders ?? new Headers()
}

/** The flash message for the page: a welcome gets the session's user id, a receipt must be this member's. */
async function toPageFlash(context: Route.LoaderArgs['context']): Promise<ShellData['flash']> {
  const flash = context.get(flashContext)
  const userId = context.get(sessionContext).member?.userId
  switch (flash?.message) {
    case acceptedMessages.deposit:
    case acceptedMessages.withdraw:
      return (await readAcceptedMovement(context)) ? { kind: flash.kind, message: flash.message } : null
    case 'register.welcome':
      return userId === undefined ? null : { ...flash, values: { userId } }
    default:
      return flash
  }
}

export async function loader({ request, context }: Route.LoaderArgs): Promise<ShellData> {
  const upstream = context.get(upstreamContext)
  const { member, expiry } = context.get(sessionContext)
  const [health, playLimits] = await Promise.all([
    member ? getHealthCheck(upstream) : null,
    member ? loadPlayLimitsSummary(upstream) : null,
  ])
  return {
    member: member ? toShellMember(member.userId, health?.kind === 'done' ? health.answer : undefined) : null,
    playLimits,
    // Visitors' pages are cached for all countries, so visitors are told on the pages where it matters.
    isCountryServed: !member || isCountryServed(request.headers),
    sessionLeft: member ? sessionTimeLeft(expiry) : null,
    flash: await toPageFlash(context),
  }
}

/** Whether the page loads scripts. A route opts out by `export const handle = { script: false }`. */
function useScripts(): boolean {
  const { lite } = useDocumentSettings()
  const matches = useMatches()
  return !lite && !matches.some((match) => (match.handle as RouteHandle | undefined)?.script === false)
}

export function Layout({ children }: { children: ReactNode }) {
  const settings = useDocumentSettings()
  const scripts = useScripts()
  const { brand } = settings
  return (
    <html
      lang={bcp47[settings.locale]}
      data-theme={settings.theme}
      data-request={settings.requestId}
      data-money={settings.playMoney ? 'play' : undefined}
      data-https={settings.https || undefined}
      data-brand={brand && JSON.stringify(brand)}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content={settings.theme === 'system' ? 'dark light' : settings.theme} />
        <link rel="icon" href={brand?.mark ?? '/favicon.svg'} />
        <Links />
        {/* A brand's colours come after the built style sheet, which they override. */}
        {brand?.styleSheet && <link rel="stylesheet" href={brand.styleSheet} />}
        <ThemeColour />
      </head>
      <body>
        {children}
        {scripts && <ScrollRestoration />}
        {scripts && <Scripts />}
      </body>
    </html>
  )
}

/** The colour of the browser's bars: the ground of the theme, also when the page changes it. */
function ThemeColour() {
  const { theme, brand } = useDocumentSettings()
  const colours = brand?.groundColours ?? groundColours
  return theme === 'system' ? (
    <>
      <meta name="theme-color" content={colours.dark} media="(prefers-color-scheme: dark)" />
      <meta name="theme-color" content={colours.light} media="(prefers-color-scheme: light)" />
    </>
  ) : (
    <meta name="theme-color" content={colours[theme]} />
  )
}

/** The footer's data; null on an error page whose loaders did not run. */
function useFooterData(): FooterData | null {
  return useRouteLoaderData<FooterData>('pages/document-data') ?? null
}

export default function App({ loaderData }: Route.ComponentProps) {
  return (
    <Shell data={loaderData} footer={useFooterData()}>
      <Outlet />
    </Shell>
  )
}

/** Shows every page's error inside the shell, with its message, request id and a way on. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const shell = useRouteLoaderData<typeof loader>('root')
  return (
    <Shell data={shell ?? null} footer={useFooterData()}>
      <RouteErrorPage error={error} />
    </Shell>
  )
}
