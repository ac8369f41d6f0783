import { config } from '~/config.server'

/** Browsers take a cookie of this name over https alone, for this very host and the whole of it. */
const hostPrefix = '__Host-'

/** Operators' pages read it by this name. */
const neverPrefixed = 'userId'

/** The name a cookie has in the browser: over https all but `userId` are pinned to this host. */
function nameInBrowser(name: string, https: boolean): string {
  return https && name !== neverPrefixed ? hostPrefix + name : name
}

/** The name the site knows a cookie of the browser by; undefined for one that the site did not set. */
function nameOnSite(name: string, https: boolean): string | undefined {
  if (!https || name === neverPrefixed) return name
  if (!name.startsWith(hostPrefix)) return undefined
  const bare = name.slice(hostPrefix.length)
  return bare === neverPrefixed ? undefined : bare
}

/**
 * The cookies of a request, decoded, by the name that `setCookieLine` was given. Over https a cookie that is not pinned
 * to this host is not among them: another host of the domain may have set it. Of two with one name the first counts, as
 * browsers order them.
 */
export function cookiesOf(header: string | null | undefined, https = config.https): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const part of (header ?? '').split(';')) {
    const equals = part.indexOf('=')
    if (equals < 0) continue
    const name = nameOnSite(part.slice(0, equals).trim(), https)
    if (!name || found.has(name)) continue
    found.set(name, decoded(part.slice(equals + 1).trim()))
  }
  return found
}

function decoded(raw: string): string {
  const bare = raw.length > 1 && raw.startsWith('"') && raw.endsWith('"') ? raw.slice(1, -1) : raw
  if (!bare.includes('%')) return bare
  try {
    return decodeURIComponent(bare)
  } catch {
    return bare
  }
}

/**
 * One Set-Cookie line: for the whole site, Lax, out of scripts' reach; behind https Secure, and under a name that pins it
 * to this host.
 *
 * @param maxAgeSeconds 0 removes the cookie; undefined keeps it until the browser closes.
 */
export function setCookieLine(
  name: string,
  value: string,
  maxAgeSeconds?: number,
  https: boolean = config.https,
): string {
  const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`
  const secure = https ? '; Secure' : ''
  return `${nameInBrowser(name, https)}=${encodeURIComponent(value)}; Path=/${age}; HttpOnly; SameSite=Lax${secure}`
}
