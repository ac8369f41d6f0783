import { BlockList, isIP } from 'node:net'

const familyOf = (ip: string) => (isIP(ip) === 6 ? 'ipv6' : 'ipv4')

/** Parses IP addresses and networks such as `10.1.0.0/16`. Returns undefined if one of them is invalid. */
export function parseRanges(texts: readonly string[]): BlockList | undefined {
  const list = new BlockList()
  for (const text of texts) {
    const [, ip = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
    const longest = isIP(ip) === 6 ? 128 : 32
    if (isIP(ip) === 0 || Number(prefix ?? longest) > longest) return undefined
    list.addSubnet(ip, Number(prefix ?? longest), familyOf(ip))
  }
  return list
}

const networks = (text: string) => parseRanges(text.split(' ')) ?? new BlockList()

/** This machine, private networks (RFC 1918, unique local) and link-local addresses. */
const privateAddresses = networks(
  '127.0.0.0/8 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 169.254.0.0/16 ::1 fc00::/7 fe80::/10',
)

/** Other ranges without public hosts: unspecified, shared, test, multicast, translated and tunnelled addresses. */
const reservedAddresses = networks(
  '0.0.0.0/8 100.64.0.0/10 192.0.0.0/24 192.0.2.0/24 198.18.0.0/15 192.88.99.0/24 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3 ' +
    '::/96 ::ffff:0:0:0/96 64:ff9b::/32 100::/63 2001::/23 2001:db8::/32 2002::/16 3fff::/20 5f00::/16 fec0::/10 ff00::/8',
)

/** Returns whether requests may go to an IP: a public one, or one in the ranges listed in a setting. */
export function mayReach(ip: string, listed: BlockList): boolean {
  const family = familyOf(ip)
  return listed.check(ip, family) || !(privateAddresses.check(ip, family) || reservedAddresses.check(ip, family))
}

export const hostOfUrl = (address: string) => new URL(address).hostname.replace(/^\[|\]$|\.$/g, '')

/** Names that resolve only in a private network: without a dot, as in Docker Compose, or in one of these domains. */
const privateName = /^[^.]+$|\.(?:localhost|internal|local|svc)$/

/** Returns whether calls to a URL use plain http on a public network. Does not resolve names. */
export function isReadableInTransit(address: string): boolean {
  if (new URL(address).protocol !== 'http:') return false
  const host = hostOfUrl(address)
  return isIP(host) === 0 ? !privateName.test(host) : !privateAddresses.check(host, familyOf(host))
}
