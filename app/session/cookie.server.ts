import { config } from '~/config.server'

/** The cookies of a request by name, decoded; of two with one name the first counts, as browsers order them. */
export function cookiesOf(header: string | null | undefined): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const part of (header ?? '').split(';')) {
    const equals = part.indexOf('=')
    if (equals < 0) continue
    const name = part.slice(0, equals).trim()
    if (name === '' || found.has(name)) continue
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
 * One Set-Cookie line: for the whole site, Lax, Secure behind https, out of scripts' reach.
 *
 * @param maxAgeSeconds 0 removes the cookie; undefined keeps it until the browser closes.
 */
export function setCookieLine(name: string, value: string, maxAgeSeconds?: number): string {
  const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`
  const secure = config.https ? '; Secure' : ''
  return `${name}=${encodeURIComponent(value)}; Path=/${age}; HttpOnly; SameSite=Lax${secure}`
}
