import { isIP } from 'node:net'
import { config } from '~/platform/settings/config.server'
import { log } from '~/platform/telemetry/log.server'

/**
 * The client's IP: the peer, or behind proxies the X-Forwarded-For entry that the outermost trusted proxy wrote.
 * Entries further to the left can be forged by the client and are ignored.
 *
 * @param peer the IP at the other end of the connection.
 * @param trustedProxies how many hops to trust, from the right; 0 ignores the header.
 */
export function clientIpOf(peer: string, headers: Headers, trustedProxies: number): string {
  if (trustedProxies === 0) return peer
  const hops = [...(headers.get('x-forwarded-for') ?? '').split(','), peer].map((hop) => hop.trim())
  // With fewer hops than proxies the request reached an inner proxy directly, and the leftmost hop is its client.
  for (const hop of hops.slice(Math.max(0, hops.length - 1 - trustedProxies))) {
    const ip = normalizeIp(hop)
    if (ip) return ip
  }
  return peer
}

/** An IP without brackets, port, zone or IPv4-mapped prefix; undefined if it is not an IP. */
export function normalizeIp(raw: string): string | undefined {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(raw)?.[1] ?? /^([\d.]+):\d+$/.exec(raw)?.[1] ?? raw
  const ip = bare.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(ip) ? ip.toLowerCase() : undefined
}

/** What a proxy adds to a request. */
const proxyHeaders = [
  ...['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'cf-connecting-ip'],
]

/**
 * Whether a request comes from this machine, and not through a proxy on it, as far as its headers tell.
 *
 * @param peer the IP at the other end of the connection; '' behind another server.
 */
export function isFromThisMachine(peer: string, headers: Headers): boolean {
  const ip = normalizeIp(peer)
  return (ip === '127.0.0.1' || ip === '::1') && !hasProxyHeader(headers)
}

/** Whether a request has a header that a proxy adds. */
export function hasProxyHeader(headers: Headers): boolean {
  return proxyHeaders.some((name) => headers.has(name))
}

/** The header that tells the embedded upstream that a request comes from this machine. Nobody else's is passed on. */
export const thisMachineHeader = 'X-This-Machine'

/** Whether an IP is a loopback address. */
export function isLoopback(ip: string): boolean {
  return ip === '::1' || ip.startsWith('127.')
}

let hasWarned = false

/** Warns once if requests seem to come through a proxy while TRUSTED_PROXIES is 0. */
export function warnAboutUntrustedProxy(headers: Headers): void {
  if (hasWarned || config.trustedProxies > 0 || !headers.has('x-forwarded-for')) return
  hasWarned = true
  log.warn('X-Forwarded-For came, but TRUSTED_PROXIES is 0: all visitors behind that proxy count as one address')
}
