import { BlockList, isIP } from 'node:net'

/** This machine, private networks (RFC 1918, unique local) and link-local addresses. */
const privateAddresses = new BlockList()
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  privateAddresses.addSubnet(network, prefix)
privateAddresses.addAddress('::1', 'ipv6')
privateAddresses.addSubnet('fc00::', 7, 'ipv6')
privateAddresses.addSubnet('fe80::', 10, 'ipv6')

/** Names that only a private network's own name service answers: of one part, as in Compose, and of these domains. */
const privateName = /^[^.]+$|\.(?:localhost|internal|local|svc)$/

/** Whether calls to an address use plain http beyond this machine and private networks. No name is looked up. */
export function isReadableOnTheWay(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  if (protocol !== 'http:') return false
  const host = hostname.replace(/^\[|\]$|\.$/g, '')
  const family = isIP(host)
  return family === 0 ? !privateName.test(host) : !privateAddresses.check(host, family === 6 ? 'ipv6' : 'ipv4')
}
