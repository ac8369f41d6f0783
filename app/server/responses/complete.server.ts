import { responseHeadersContext } from '../cookies/cookie.server'
import { clearFlashCookie, flashContext } from '../cookies/flash.server'
import { preferenceCookieLine } from '../cookies/preferences.server'
import { type Context, incomingContext } from '../http/incoming.server'
import { hasSafeMethod, isDataRequest, routeContext } from '../middleware/route.server'
import { readQuery } from '../request-info/query.server'
import { isPrefetch, requestInfoContext } from '../request-info/request-info.server'
import { addFixedHeaders } from './security-headers.server'

/** Adds missing headers such as no-store and the language cookie, and deletes a flash message that has been shown. */
export function completeResponse(response: Response, request: Request, context: Context): void {
  const { kind = 'page', indexed } = context.get(routeContext).handle
  const { requestId, cookies } = context.get(requestInfoContext)
  for (const [name, value] of context.get(responseHeadersContext)) {
    if (name === 'set-cookie') response.headers.append(name, value)
    else response.headers.set(name, value)
  }
  const requestedLocale = readQuery(request.url).lng
  const opensPage = kind === 'page' && hasSafeMethod(request) && !isPrefetch(request)
  if (opensPage && requestedLocale && requestedLocale !== cookies.get('lng')) {
    response.headers.append('Set-Cookie', preferenceCookieLine('lng', requestedLocale))
  }
  if (context.get(flashContext) && includesFlash(request, response)) {
    response.headers.append('Set-Cookie', clearFlashCookie)
  }
  // For pages without an action, the framework answers 405 without an Allow header.
  if (response.status === 405 && !response.headers.has('Allow')) response.headers.set('Allow', 'GET, HEAD')
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'private, no-store')
  if (kind !== 'file' && !indexed) response.headers.set('X-Robots-Tag', 'noindex')
  if (!context.get(incomingContext)) addFixedHeaders(response.headers, requestId)
}

function includesFlash(request: Request, { status, headers }: Response): boolean {
  if (!hasSafeMethod(request)) return false
  if (isDataRequest(request)) {
    const routes = new URL(request.url).searchParams.get('_routes')
    return status === 200 && (routes === null || routes.split(',').includes('root'))
  }
  return (headers.get('Content-Type') ?? '').startsWith('text/html')
}
