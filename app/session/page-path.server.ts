/**
 * The page a request is about: its path and query as the browser shows them. A request for a page's data alone has
 * another address (`/deposit.data?_routes=…`), as the framework hands requests on untouched.
 */
export function pageOf(request: Request): { path: string; search: string } {
  const { pathname, searchParams, search } = new URL(request.url)
  if (!isForData(request)) return { path: pathname, search }
  searchParams.delete('_routes')
  const rest = searchParams.toString()
  const path = pathname.endsWith('/_.data') ? pathname.slice(0, -'_.data'.length) : pathname.slice(0, -'.data'.length)
  return { path: path === '' ? '/' : path, search: rest === '' ? '' : `?${rest}` }
}

/** Whether a script asks for a page's data rather than its document. */
export function isForData(request: Request): boolean {
  return new URL(request.url).pathname.endsWith('.data')
}

/** Pages of the embedded house: a third party to the site, whose requests carry no session. */
export function isOfHouse(request: Request): boolean {
  return /^\/house(?:\/|$|\.data$)/i.test(new URL(request.url).pathname)
}

/** Whether a request only reads. */
export function isSafe(request: Request): boolean {
  return request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS'
}
