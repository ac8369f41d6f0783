import type { ReactNode } from 'react'
import {
  data,
  Links,
  Outlet,
  type RouterContextProvider,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteLoaderData,
} from 'react-router'
import { networkOf } from '~/http/address.server'
import { bodies } from '~/http/body.server'
import { isServed } from '~/http/country.server'
import { signInAddress } from '~/http/guard.server'
import { incomingContext } from '~/http/incoming.server'
import { sealTyped } from '~/http/kept-forms.server'
import { callLimits, exchangeGuesses, limitAll } from '~/http/limits.server'
import { type Notice, noticeContext, redirectWithNotice } from '~/http/notice.server'
import { hostAndOrigin } from '~/http/origin.server'
import { pageCache } from '~/http/page-cache.server'
import { refusal } from '~/http/refusal.server'
import {
  dataOfPages,
  type MatchedRoute,
  onlyFor,
  type RouteHandle,
  routeContext,
  routeTable,
} from '~/http/route.server'
import { visit, visitContext } from '~/http/visit.server'
import { serverWords } from '~/i18n/catalogue.server'
import { bcp47 } from '~/i18n/locale'
import { isSafe } from '~/session/page-path.server'
import { sessionContext, sessions } from '~/session/session.server'
import type { ShellData } from '~/shell/data'
import { useFacts } from '~/shell/facts'
import { keepPageWhenLost } from '~/shell/lost'
import { shellMember } from '~/shell/member'
import { ThrownPage } from '~/shell/problem-page'
import { Shell } from '~/shell/shell'
import '~/ui/base.css'
import { makeUpstream, upstreamContext, upstreamFetchContext } from '~/upstream/client.server'
import { connection } from '~/upstream/connect.server'
import { healthOf } from '~/upstream/health.server'
import { listsForFooter } from '~/upstream/lists.server'
import { sessionLeft } from '~/upstream/session-left'
import type { Route } from './+types/root'
import { config } from './config.server'

/** How many slot and sport names the footer lists. Source: docs/product.md, constants. */
const footerNames = 20
/** Enough for all casino names of a usual upstream; a bound for an unusually long list. */
const footerCasinoNames = 100

/** Matches the route in this build's route table: its handle decides which middleware applies. */
const route: Route.MiddlewareFunction = async ({ request, context }) => {
  // The front door has matched it already.
  if (context.get(incomingContext)) return
  ownTable ??= routeTable((await import('virtual:react-router/server-build')).routes)
  context.set(routeContext, ownTable(new URL(request.url).pathname))
}
let ownTable: ((pathname: string) => MatchedRoute) | undefined

/** Gives the embedded upstream's routes access to it. */
const embedded: Route.MiddlewareFunction = async ({ context }) => {
  const connected = await connectionOrRefusal(context)
  if (connected.embedded) context.set(upstreamFetchContext, connected.fetch)
}

function connectionOrRefusal(context: Readonly<RouterContextProvider>) {
  return connection().catch(() => {
    throw refusal(context, 'unavailable')
  })
}

/** Gives loaders and actions the upstream client, authenticated as this request's member. */
const upstream: Route.MiddlewareFunction = async ({ request, context }) => {
  const visit = context.get(visitContext)
  const session = context.get(sessionContext)
  const connected = await connectionOrRefusal(context)
  // Sealed before any call: the upstream may reject the session only after the body is consumed.
  const typed = session.member && !isSafe(request) ? await sealTyped(request, context) : undefined
  context.set(
    upstreamContext,
    makeUpstream({
      connection: connected,
      token: session.member?.token,
      memberId: session.member?.userId,
      guesses: session.member ? exchangeGuesses(context, session.member.userId) : undefined,
      takeLimit: callLimits(context),
      address: visit.address,
      caller: networkOf(visit.address),
      language: bcp47[visit.locale],
      requestId: visit.requestId,
      origin: visit.origin,
      https: visit.https,
      isChange: !isSafe(request),
      signedOut: () => {
        session.lose()
        if (!isSafe(request)) throw data({ problem: 'signed-out', typed }, { status: 401 })
        throw redirectWithNotice(signInAddress(request), { kind: 'warning', message: 'session.ended' })
      },
    }),
  )
}

export const middleware: Route.MiddlewareFunction[] = [
  route,
  visit,
  dataOfPages,
  hostAndOrigin,
  // Probes are exempt from limits and answered even while the store is still opening.
  onlyFor(['page', 'api', 'embedded', 'file'], limitAll),
  onlyFor(['page', 'api', 'file', 'probe'], bodies),
  onlyFor(['page', 'api'], sessions),
  pageCache,
  onlyFor(['page', 'api'], upstream),
  onlyFor(['embedded'], embedded),
]

/** In the browser: when the site does not answer, the current page stays. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepPageWhenLost]

/** Keeps the headers of a thrown error response, such as Retry-After: the framework drops them otherwise. */
export function headers({ errorHeaders }: Route.HeadersArgs) {
  return errorHeaders ?? new Headers()
}

/** Puts the user id into the welcome message: from the session, not from the flash cookie. */
function namedNotice(notice: Notice | null, userId: string | undefined): ShellData['notice'] {
  if (notice?.message !== 'register.welcome') return notice
  return userId === undefined ? null : { ...notice, values: { userId } }
}

export async function loader({ request, context }: Route.LoaderArgs): Promise<ShellData> {
  const upstream = context.get(upstreamContext)
  const words = serverWords(context.get(visitContext).locale)
  const { member, ends } = context.get(sessionContext)
  const [health, { casino, slot, sport }] = await Promise.all([
    member ? healthOf(upstream) : null,
    listsForFooter(upstream),
  ])
  return {
    member: member ? shellMember(member.userId, health?.kind === 'done' ? health.answer : undefined) : null,
    // Visitors' pages are cached for all countries, so visitors are told on the pages where it matters.
    served: !member || isServed(request.headers),
    session: member ? sessionLeft(ends) : null,
    notice: namedNotice(context.get(noticeContext), member?.userId),
    footer: {
      casino: casino.slice(0, footerCasinoNames).map(words.name),
      slot: slot.slice(0, footerNames).map(words.name),
      sport: sport.slice(0, footerNames).map(words.name),
    },
    brand: {
      minimumAge: config.minimumAge,
      licence: config.licence,
    },
  }
}

/** Whether the page loads scripts. A route opts out by `export const handle = { script: false }`. */
function useScripts(): boolean {
  const { lite } = useFacts()
  const matches = useMatches()
  return !lite && !matches.some((match) => (match.handle as RouteHandle | undefined)?.script === false)
}

export function Layout({ children }: { children: ReactNode }) {
  const facts = useFacts()
  const scripts = useScripts()
  return (
    <html
      lang={bcp47[facts.locale]}
      data-theme={facts.theme}
      data-request={facts.requestId}
      data-money={facts.playMoney ? 'play' : undefined}
      data-https={facts.https || undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content={facts.theme === 'system' ? 'dark light' : facts.theme} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <Links />
      </head>
      <body>
        {children}
        {scripts && <ScrollRestoration />}
        {scripts && <Scripts />}
      </body>
    </html>
  )
}

export default function App({ loaderData }: Route.ComponentProps) {
  return (
    <Shell data={loaderData}>
      <Outlet />
    </Shell>
  )
}

/** Shows every page's error inside the shell, with its message, request id and a way on. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const shell = useRouteLoaderData<typeof loader>('root')
  return (
    <Shell data={shell ?? null}>
      <ThrownPage error={error} />
    </Shell>
  )
}
