import { type ClientLoaderFunctionArgs, href, replace } from 'react-router'
import { isInAddressBar } from './address-bar'
import type { RouteResults } from './page-parts'

/**
 * Client middleware of the root route: a page that redirects, such as one that needs a login, leaves no entry in the
 * history. For a step back or forward, or new data of the shown page, the router would push the redirect's target onto
 * the entry that redirects, so that Back led to it again. A link's own entry is not there yet, and stays so.
 */
export async function replaceRedirected(
  { request }: Pick<ClientLoaderFunctionArgs, 'request'>,
  next: () => Promise<RouteResults>,
): Promise<RouteResults> {
  const results = await next()
  if (request.method !== 'GET' || !isInAddressBar(request.url)) return results
  return Object.fromEntries(
    Object.entries(results).map(([id, { type, result }]) => [
      id,
      { type, result: result instanceof Response ? toReplace(result) : result },
    ]),
  )
}

function toReplace({ headers, status }: Response): Response {
  return replace(headers.get('Location') ?? href('/'), { headers, status })
}
