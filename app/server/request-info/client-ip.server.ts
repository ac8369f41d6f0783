import { isIP } from 'node:net'
import { config } from '~/platform/settings/config.server'
import { explain } from '~/platform/settings/setting-error.server'
import { log } from '~/platform/telemetry/log.server'
import { type Context, incomingContext } from '../http/incoming.server'
import { hostMatchesOrigin, hostOf } from './origin.server'

/**
 * Returns the client's IP: the peer, or the X-Forwarded-For entry written by the outermost trusted proxy. Clients can
 * forge the entries to the left of it.
 * @param trustedProxies the number of trusted hops, counted from the right
 */
export function clientIpOf(peer: string, headers: Headers, trustedProxies: number): string {
  if (trustedProxies === 0) return peer
  const hops = [...(headers.get('x-forwarded-for') ?? '').split(','), peer].map((hop) => hop.trim())
  // With fewer hops than proxies, the client reached an inner proxy directly and is the leftmost hop.
  for (const hop of hops.slice(Math.max(0, hops.length - 1 - trustedProxies))) {
    const ip = normalizeIp(hop)
    if (ip) return ip
  }
  return peer
}

/** Returns an IP without brackets, port, zone and IPv4-mapped prefix, or undefined if the text is not an IP. */
export function normalizeIp(raw: string): string | undefined {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(raw)?.[1] ?? /^([\d.]+):\d+$/.exec(raw)?.[1] ?? raw
  const ip = bare.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(ip) ? ip.toLowerCase() : undefined
}

const proxyHeaders = [
  ...['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'cf-connecting-ip'],
]

/** Returns whether a request shows no sign of a proxy: neither a proxy's header nor HTTP/1.0, which nginx sends. */
const showsNoProxy = ({ headers }: Request, context: Context) =>
  context.get(incomingContext)?.httpVersion !== '1.0' && !proxyHeaders.some((name) => headers.has(name))

/** Returns whether a Host header names this machine's loopback interface. */
export const isOwnHost = (host: string) => /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host)

/** Returns whether a request comes directly from this machine. Always false if another server runs the app. */
export function isFromThisMachine(request: Request, context: Context): boolean {
  const ip = normalizeIp(context.get(incomingContext)?.socketIp ?? '')
  const isLoopback = ip === '::1' || ip?.startsWith('127.') === true
  return isLoopback && isOwnHost(hostOf(request)) && showsNoProxy(request, context)
}

/** Returns whether a request bypassed the trusted proxies and is for a host that is not public. */
export const isPastProxies = (request: Request, context: Context) =>
  config.trustedProxies > 0 &&
  !config.publicOrigins.some((origin) => hostMatchesOrigin(origin, hostOf(request))) &&
  showsNoProxy(request, context)

/** Tells the embedded upstream whether a request comes from this machine. The site overwrites a client's header. */
export const thisMachineHeader = 'X-This-Machine'

let hasWarned = false

/** Warns once if requests seem to come through a proxy while TRUSTED_PROXIES is 0. */
export function warnAboutUntrustedProxy(headers: Headers): void {
  if (hasWarned || config.trustedProxies > 0 || !headers.has('x-forwarded-for')) return
  hasWarned = true
  log.warn(
    explain(
      'TRUSTED_PROXIES',
      'requests have X-Forwarded-For, but it is 0, so all visitors behind that proxy count as one address',
      'set it to the number of proxies',
    ),
  )
}
