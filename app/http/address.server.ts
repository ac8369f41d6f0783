import { isIP } from 'node:net'
import type { RouterContextProvider } from 'react-router'
import { config } from '~/config.server'
import { log } from '~/telemetry/log.server'
import { incomingContext } from './incoming.server'

/** The other end of the connection: the visitor, or the nearest proxy. 'unknown' behind a server that does not say. */
export function peerOf(context: Readonly<RouterContextProvider>): string {
  return plainAddress(context.get(incomingContext)?.peerAddress ?? '') ?? 'unknown'
}

/**
 * The visitor's address: the peer, or behind proxies the entry of X-Forwarded-For that the outermost trusted one
 * wrote. What stands further to the left is the visitor's own claim and never believed.
 *
 * @param peer of `peerOf`.
 * @param trustedProxies how many hops to believe, from the right; 0 ignores the header.
 */
export function addressOf(peer: string, headers: Headers, trustedProxies: number): string {
  if (trustedProxies === 0) return peer
  const hops = [...(headers.get('x-forwarded-for') ?? '').split(','), peer].map((hop) => hop.trim())
  // Fewer hops than proxies: a request that came to an inner proxy directly; the leftmost is its peer.
  for (const hop of hops.slice(Math.max(0, hops.length - 1 - trustedProxies))) {
    const address = plainAddress(hop)
    if (address) return address
  }
  return peer
}

/** An address without brackets, port, zone or the prefix of IPv4 inside IPv6; undefined when it is none. */
function plainAddress(raw: string): string | undefined {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(raw)?.[1] ?? /^([\d.]+):\d+$/.exec(raw)?.[1] ?? raw
  const address = bare.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(address) ? address.toLowerCase() : undefined
}

/** Whether the peer is this machine itself. */
export function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.')
}

/**
 * What a rate limit counts as one visitor: an IPv4 address, or an IPv6 network of 64 bits, because each subscriber
 * has a whole one to choose addresses from.
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

/** Says once that a proxy seems to stand in front of a site that was told of none. */
export function warnOfUntrustedProxy(headers: Headers): void {
  if (warned || config.trustedProxies > 0 || !headers.has('x-forwarded-for')) return
  warned = true
  log.warn('X-Forwarded-For came, but TRUSTED_PROXIES is 0: all visitors behind that proxy count as one address')
}
