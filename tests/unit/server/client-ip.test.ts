import { RouterContextProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { clientIpOf, normalizeIp } from '~/server/request-info/client-ip.server'
import { describeRequest, requestInfoContext } from '~/server/request-info/request-info.server'
import { networkOf } from '~/values/request'

function clientIpBehind(socketIp: string, trustedProxies: number, forwarded?: string) {
  const headers = new Headers({ 'X-Peer-Address': '6.6.6.6' })
  if (forwarded !== undefined) headers.set('X-Forwarded-For', forwarded)
  return clientIpOf(normalizeIp(socketIp) ?? 'unknown', headers, trustedProxies)
}

describe('a client’s IP address', () => {
  it('is the socket’s address if no proxy is trusted, whatever a header claims', () => {
    expect(clientIpBehind('203.0.113.7', 0, '198.51.100.1')).toBe('203.0.113.7')
    expect(clientIpBehind('::ffff:203.0.113.7', 0)).toBe('203.0.113.7')
  })

  it('is the entry of X-Forwarded-For at the number of trusted proxies, counted from the right', () => {
    const claimed = '6.6.6.6, 198.51.100.1, 192.0.2.1'
    expect(clientIpBehind('10.0.0.1', 1, claimed)).toBe('192.0.2.1')
    expect(clientIpBehind('10.0.0.1', 2, claimed)).toBe('198.51.100.1')
  })

  it('is never a value that isn’t an IP address', () => {
    expect(clientIpBehind('10.0.0.1', 1, '<script>')).toBe('10.0.0.1')
    expect(clientIpBehind('10.0.0.1', 1, '[2001:db8::1]:443')).toBe('2001:db8::1')
    expect(clientIpBehind('10.0.0.1', 1, '198.51.100.1:8080')).toBe('198.51.100.1')
    expect(clientIpBehind('', 0)).toBe('unknown')
  })

  it('is unknown behind a server that doesn’t pass on the socket’s address, whatever the client sends', async () => {
    const context = new RouterContextProvider()
    const request = new Request('http://localhost/', { headers: { 'X-Peer-Address': '6.6.6.6' } })
    await describeRequest(request, context)
    expect(context.get(requestInfoContext).clientIp).toBe('unknown')
  })
})

it('an IPv4 address or an IPv6 subscriber’s network counts as one client', () => {
  expect(networkOf('198.51.100.1')).toBe('198.51.100.1')
  expect(networkOf('2001:db8:0:1:aaaa::1')).toBe('2001:db8:0:1::/64')
  expect(networkOf('2001:db8:0:1:bbbb:0:0:2')).toBe('2001:db8:0:1::/64')
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
})
