/**
 * The public origin a request came to. With PUBLIC_ORIGIN set: the one whose host the Host header names, else the
 * first (a probe by address, say). Unset: the Host itself, over http.
 */
export function publicOriginOf(request: Request, publicOrigins: readonly string[]): string {
  const host = hostOf(request)
  const named = publicOrigins.find((origin) => isHostOf(origin, host))
  return named ?? publicOrigins[0] ?? `http://${host}`
}

/** The host and port a request was sent to, in lower case. */
export function hostOf(request: Request): string {
  return (request.headers.get('Host') ?? new URL(request.url).host).toLowerCase()
}

/** Whether a Host header names this origin's host and port; the scheme's own port may be written or left out. */
export function isHostOf(origin: string, host: string): boolean {
  const written = `${new URL(origin).protocol}//${host}`
  return URL.canParse(written) && new URL(written).origin === origin
}
