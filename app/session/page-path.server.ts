/**
 * The page a request is about: its path and query as the browser shows them. A request for a page's data alone has
 * another address (`/deposit.data?_routes=…`), as the framework hands requests on untouched.
 */
export function pageOf(request: Request): { path: string; search: string } {
  const { pathname, searchParams, search } = new URL(request.url)
  if (!isForData(request)) return { path: pathname, search }
  searchParams.delete('_routes')
  const rest = searchParams.toString()
  return { path: pagePathOf(pathname), search: rest === '' ? '' : `?${rest}` }
}

/** The path of a page out of the path of its document or of its data. */
export function pagePathOf(pathname: string): string {
  const path = pathname.endsWith('/_.data') ? pathname.slice(0, -'_.data'.length) : pathname.replace(/\.data$/, '')
  // A slash at the end names the same page.
  return path.replace(/(?<=.)\/+$/, '') || '/'
}

/** Whether a script asks for a page's data rather than its document. The framework decides it by the same end of the path. */
export function isForData(request: Request): boolean {
  return new URL(request.url).pathname.endsWith('.data')
}

/** Whether a request only reads. */
export function isSafe(request: Request): boolean {
  return request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS'
}
