import { parseCookie, stringifySetCookie } from 'cookie'
import { createContext } from 'react-router'
import { config } from '~/platform/settings/config.server'
import { decodeLeniently } from '~/values/addresses'
import type { Context } from '../http/incoming.server'

export const responseHeadersContext = createContext<Headers>()

export function sendCookie(context: Context, line: string): void {
  context.get(responseHeadersContext).append('Set-Cookie', line)
}

/** Sets a response header that error pages send too. The headers of a thrown response would be lost. */
export function sendHeader(context: Context, name: string, value: string): void {
  context.get(responseHeadersContext).set(name, value)
}

/** Browsers accept cookies with this prefix only over https, and send them only to the exact same host. */
const hostPrefix = '__Host-'

/** This cookie never gets the prefix, because pages added by operators read it by its plain name. */
const unprefixedCookieName = 'userId'

/** Returns a cookie's name without the prefix, or undefined if another host may have set the cookie. */
function siteCookieName(name: string, https: boolean): string | undefined {
  if (!https || name === unprefixedCookieName) return name
  if (!name.startsWith(hostPrefix)) return undefined
  const bare = name.slice(hostPrefix.length)
  return bare === unprefixedCookieName ? undefined : bare
}

/**
 * Parses a Cookie header into cookies keyed by unprefixed name. Over https, cookies without `__Host-` are ignored,
 * because another host on the same domain may have set them.
 */
export function parseCookies(header: string | null | undefined, https = config.https): ReadonlyMap<string, string> {
  const cookies = Object.entries(parseCookie(header ?? '', { decode: decodeCookieValue }))
  return new Map(
    cookies.flatMap(([browserName, value = '']) => {
      const name = siteCookieName(browserName, https)
      return name ? [[name, value]] : []
    }),
  )
}

function decodeCookieValue(raw: string): string {
  return decodeLeniently(raw.length > 1 && raw.startsWith('"') && raw.endsWith('"') ? raw.slice(1, -1) : raw)
}

/** Formats a Set-Cookie header. @param maxAge in seconds; 0 deletes the cookie, undefined makes a session cookie */
export function formatSetCookie(name: string, value: string, maxAge?: number, https: boolean = config.https): string {
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: https, maxAge } as const
  const isPrefixed = https && name !== unprefixedCookieName
  return stringifySetCookie({ name: isPrefixed ? hostPrefix + name : name, value, ...attributes })
}
