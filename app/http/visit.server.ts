import { randomBytes, randomUUID } from 'node:crypto'
import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router'
import { config } from '~/config.server'
import { isLocale, type Locale } from '~/i18n/locale'
import { localeFinder } from '~/i18n/locale.server'
import { cookiesOf } from '~/session/cookie.server'
import { isForData, isSafe } from '~/session/page-path.server'
import { addressOf, peerOf, warnOfUntrustedProxy } from './address.server'
import { addedContext } from './answer.server'
import { incomingContext } from './incoming.server'
import { noticeContext, noticeOf, spentNotice } from './notice.server'
import { preferenceLine, type Theme, themeOf } from './preferences.server'
import { publicOriginOf } from './public-origin.server'
import { addFixedHeaders } from './security-headers.server'

/** The facts of one request that do not depend on who is signed in. */
export type Visit = {
  /** Ours, never a visitor's; shown on error pages and in every answer's X-Request-Id. */
  requestId: string
  /** The visitor's, by TRUSTED_PROXIES. */
  address: string
  /** The public origin this request came to: https://a.example */
  origin: string
  /** The site stands behind https: cookies are Secure, addresses to open must be https. */
  https: boolean
  locale: Locale
  theme: Theme
  /** A page without any script. */
  lite: boolean
  /** For the scripts of one answer. */
  nonce: string
}

export const visitContext = createContext<Visit>()

const localeOf = localeFinder(cookiesOf)

/**
 * First of all: gathers the facts of the request, and adds to the answer what belongs to every answer (no-store
 * unless it says otherwise, the language it was asked to keep, the end of a notice it showed).
 */
export const visit: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const { headers } = request
  const incoming = context.get(incomingContext)
  const cookies = cookiesOf(headers.get('Cookie'))
  // The front door gathered them already.
  if (!incoming) context.set(visitContext, await visitOf(request, context))
  const added = new Headers()
  context.set(addedContext, added)
  const notice = isPrefetch(request) ? null : noticeOf(cookies.get('notice'))
  context.set(noticeContext, notice)
  warnOfUntrustedProxy(headers)

  const response = await next()

  for (const [name, value] of added) {
    if (name === 'set-cookie') response.headers.append(name, value)
    else response.headers.set(name, value)
  }
  const asked = new URL(request.url).searchParams.get('lng')
  if (isSafe(request) && !isPrefetch(request) && isLocale(asked) && asked !== cookies.get('lng')) {
    response.headers.append('Set-Cookie', preferenceLine('lng', asked))
  }
  if (notice && showsNotices(request, response)) response.headers.append('Set-Cookie', spentNotice)
  // The framework's refusal of a form that a page does not take says nothing of what it takes.
  if (response.status === 405 && !response.headers.has('Allow')) response.headers.set('Allow', 'GET, HEAD')
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'private, no-store')
  if (!incoming) addFixedHeaders(response.headers, context.get(visitContext).requestId)
  return response
}

/** Gathers the facts of a request. @param context holds what the server that took it knows, where that is ours. */
export async function visitOf(request: Request, context: Readonly<RouterContextProvider>): Promise<Visit> {
  const { headers } = request
  const cookies = cookiesOf(headers.get('Cookie'))
  const lite = cookies.get('lite')
  return {
    requestId: context.get(incomingContext)?.requestId ?? randomUUID(),
    address: addressOf(peerOf(context), headers, config.trustedProxies),
    origin: publicOriginOf(request, config.publicOrigins),
    https: config.https,
    locale: await localeOf(request),
    theme: themeOf(cookies.get('theme')),
    lite: lite === 'on' || (lite !== 'off' && headers.get('Save-Data')?.toLowerCase() === 'on'),
    nonce: randomBytes(nonceBytes).toString('base64'),
  }
}

const nonceBytes = 16

/** Whether a browser only fetches ahead: nobody has seen the answer yet. */
export function isPrefetch({ headers }: Request): boolean {
  return ['Sec-Purpose', 'Purpose', 'X-Moz'].some((name) => /\bprefetch\b/i.test(headers.get(name) ?? ''))
}

/** Whether this answer carried the root's data, where the notice stands: a page, or page data with the root's part. */
function showsNotices(request: Request, { status, headers }: Response): boolean {
  if (!isSafe(request)) return false
  if (isForData(request)) {
    const routes = new URL(request.url).searchParams.get('_routes')
    return status === 200 && (routes === null || routes.split(',').includes('root'))
  }
  return (headers.get('Content-Type') ?? '').startsWith('text/html')
}
