import { config } from '~/config/config.server'

/** Browsers accept a cookie with this name prefix only over https, for this exact host and for all its paths. */
const hostPrefix = '__Host-'

/** Operators' own pages read this cookie by its plain name, so it never gets the prefix. */
const unprefixedCookieName = 'userId'

/** A cookie's name in the browser: over https all but `userId` get the `__Host-` prefix. */
function browserCookieName(name: string, https: boolean): string {
  return https && name !== unprefixedCookieName ? hostPrefix + name : name
}

/** A cookie's name on the site, without the prefix; undefined for a cookie that the site did not set. */
function siteCookieName(name: string, https: boolean): string | undefined {
  if (!https || name === unprefixedCookieName) return name
  if (!name.startsWith(hostPrefix)) return undefined
  const bare = name.slice(hostPrefix.length)
  return bare === unprefixedCookieName ? undefined : bare
}

/**
 * Parses a Cookie header into decoded values by the site's own names. Over https, cookies without the `__Host-` prefix
 * are ignored, because another host of the domain may have set them. Of two with one name the first one counts.
 */
export function parseCookies(header: string | null | undefined, https = config.https): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>()
  for (const part of (header ?? '').split(';')) {
    const equals = part.indexOf('=')
    if (equals < 0) continue
    const name = siteCookieName(part.slice(0, equals).trim(), https)
    if (!name || cookies.has(name)) continue
    cookies.set(name, decodeCookieValue(part.slice(equals + 1).trim()))
  }
  return cookies
}

function decodeCookieValue(raw: string): string {
  const unquoted = raw.length > 1 && raw.startsWith('"') && raw.endsWith('"') ? raw.slice(1, -1) : raw
  if (!unquoted.includes('%')) return unquoted
  try {
    return decodeURIComponent(unquoted)
  } catch {
    return unquoted
  }
}

/**
 * The value of a Set-Cookie header: Path=/, HttpOnly, SameSite=Lax; over https also Secure and the `__Host-` prefix.
 *
 * @param maxAgeSeconds 0 deletes the cookie; undefined makes a session cookie.
 */
export function formatSetCookie(
  name: string,
  value: string,
  maxAgeSeconds?: number,
  https: boolean = config.https,
): string {
  const maxAge = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`
  const secure = https ? '; Secure' : ''
  return `${browserCookieName(name, https)}=${encodeURIComponent(value)}; Path=/${maxAge}; HttpOnly; SameSite=Lax${secure}`
}
