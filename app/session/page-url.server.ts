/**
 * The URL of the page that a request is for, as the browser shows it. A data request has a different URL
 * (`/deposit.data?_routes=…`), which the framework passes on unchanged.
 */
export function pageUrlOf(request: Request): { path: string; search: string } {
  const { pathname, searchParams, search } = new URL(request.url)
  if (!isDataRequest(request)) return { path: pathname, search }
  searchParams.delete('_routes')
  const rest = searchParams.toString()
  return { path: pagePathOf(pathname), search: rest === '' ? '' : `?${rest}` }
}

/** The path of a page, from the path of its document or of its data request. */
export function pagePathOf(pathname: string): string {
  const path = pathname.endsWith('/_.data') ? pathname.slice(0, -'_.data'.length) : pathname.replace(/\.data$/, '')
  // A trailing slash names the same page.
  return path.replace(/(?<=.)\/+$/, '') || '/'
}

/** Whether a script asks for a page's data rather than its document. The framework tests the same path suffix. */
export function isDataRequest(request: Request): boolean {
  return new URL(request.url).pathname.endsWith('.data')
}

/** Whether the request has a safe HTTP method: it only reads. */
export function hasSafeMethod(request: Request): boolean {
  return request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS'
}
