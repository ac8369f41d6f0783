import { config } from '~/platform/settings/config.server'
import icons from '~/ui/icon/icons.svg?url&no-inline'
import { faviconPath } from '~/values/addresses'
import { normalizeHost } from '~/values/request'

/** Returns whether a Host header names the back office's own origin, which serves nothing else. */
export function isBackofficeHost(host: string): boolean {
  const { web, origin } = config.backoffice
  return web === 'on' && origin !== undefined && hostMatchesOrigin(origin, host)
}

export const backofficeFiles: ReadonlySet<string> = new Set([faviconPath, icons])

/** Returns the PUBLIC_ORIGIN that matches Host. Defaults to the first one, or to Host over http if there is none. */
export function publicOriginOf(request: Request, publicOrigins: readonly string[]): string {
  const host = hostOf(request)
  return publicOrigins.find((origin) => hostMatchesOrigin(origin, host)) ?? publicOrigins[0] ?? `http://${host}`
}

export function hostOf(request: Request): string {
  return (request.headers.get('Host') ?? new URL(request.url).host).toLowerCase()
}

/** Returns whether a Host header matches an origin's host and port after normalization. */
export const hostMatchesOrigin = (origin: string, host: string): boolean =>
  normalizeHost(new URL(origin).host) === normalizeHost(host)
