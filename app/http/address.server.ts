import { isIP } from 'node:net'
import type { RouterContextProvider } from 'react-router'
import { config } from '~/config.server'
import { log } from '~/telemetry/log.server'
import { incomingContext } from './incoming.server'

/** The IP at the other end of the connection: the client or the nearest proxy. 'unknown' behind another server. */
export function peerOf(context: Readonly<RouterContextProvider>): string {
  return plainAddress(context.get(incomingContext)?.peerAddress ?? '') ?? 'unknown'
}

/**
 * The client's IP: the peer, or behind proxies the X-Forwarded-For entry that the outermost trusted proxy wrote.
 * Entries further to the left can be forged by the client and are ignored.
 *
 * @param peer the IP at the other end of the connection.
 * @param trustedProxies how many hops to trust, from the right; 0 ignores the header.
 */
export function addressOf(peer: string, headers: Headers, trustedProxies: number): string {
  if (trustedProxies === 0) return peer
  const hops = [...(headers.get('x-forwarded-for') ?? '').split(','), peer].map((hop) => hop.trim())
  // With fewer hops than proxies the request reached an inner proxy directly, and the leftmost hop is its client.
  for (const hop of hops.slice(Math.max(0, hops.length - 1 - trustedProxies))) {
    const address = plainAddress(hop)
    if (address) return address
  }
  return peer
}

/** An IP without brackets, port, zone or IPv4-mapped prefix; undefined if it is not an IP. */
function plainAddress(raw: string): string | undefined {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(raw)?.[1] ?? /^([\d.]+):\d+$/.exec(raw)?.[1] ?? raw
  const address = bare.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(address) ? address.toLowerCase() : undefined
}

/** Whether an IP is a loopback address. */
export function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.')
}

/**
 * What rate limits count as one client: an IPv4 address, or an IPv6 /64 network, because each subscriber can use a
 * whole one.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = tail === undefined ? 0 : Math.max(0, groupsOfIPv6 - left.length - right.length)
  const groups = [...left, ...Array<string>(missing).fill('0'), ...right]
  return `${groups
    .slice(0, groupsOfIPv6 / 2)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}

const groupsOfIPv6 = 8

let warned = false

/** Warns once if requests seem to come through a proxy while TRUSTED_PROXIES is 0. */
export function warnOfUntrustedProxy(headers: Headers): void {
  if (warned || config.trustedProxies > 0 || !headers.has('x-forwarded-for')) return
  warned = true
  log.warn('X-Forwarded-For came, but TRUSTED_PROXIES is 0: all visitors behind that proxy count as one address')
}
