/**
 * The public origin of a request: the PUBLIC_ORIGIN that matches the Host header, else the first. Without that setting,
 * the Host itself over http.
 */
export function publicOriginOf(request: Request, publicOrigins: readonly string[]): string {
  const host = hostOf(request)
  const named = publicOrigins.find((origin) => isHostOf(origin, host))
  return named ?? publicOrigins[0] ?? `http://${host}`
}

/** The host and port of a request, in lower case. */
export function hostOf(request: Request): string {
  return (request.headers.get('Host') ?? new URL(request.url).host).toLowerCase()
}

/** Whether a Host header matches an origin's host and port. The scheme's default port may be left out. */
export function isHostOf(origin: string, host: string): boolean {
  const written = `${new URL(origin).protocol}//${host}`
  return URL.canParse(written) && new URL(written).origin === origin
}
