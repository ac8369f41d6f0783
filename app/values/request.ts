/** The cookie for a one-time message on the next page. Set by the server or by scripts. */
export const flashCookie = { name: 'notice', maxAgeSeconds: 60 }

/** Returns the first eight digits of a request id in capitals, for members to quote to support. */
export function referenceOf(requestId: string): string {
  const shownCharacters = 8
  return requestId.slice(0, shownCharacters).toUpperCase()
}

const ipv6Groups = 8

/** Returns the network that rate limits treat as one client: an IPv4 address or an IPv6 /64 network. */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip
  const [head = '', tail] = ip.split('::')
  const leading = head === '' ? [] : head.split(':')
  const trailing = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = tail === undefined ? 0 : Math.max(0, ipv6Groups - leading.length - trailing.length)
  const groups = [...leading, ...Array<string>(missing).fill('0'), ...trailing]
  return `${groups
    .slice(0, ipv6Groups / 2)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}

/** Normalizes a host and port like a URL, without a final dot or default port. Returns invalid text unchanged. */
export function normalizeHost(host: string): string {
  if (!URL.canParse(`http://${host}`)) return host
  const { hostname, port } = new URL(`http://${host}`)
  return hostname.replace(/\.$/, '') + (port === '' || port === '443' ? '' : `:${port}`)
}

export const seeOther = (location: string, cookie?: string) =>
  new Response(null, {
    status: 303,
    headers: { Location: location, 'Cache-Control': 'no-store', ...(cookie && { 'Set-Cookie': cookie }) },
  })
