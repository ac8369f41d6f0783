import { describe, expect, it } from 'vitest'
import { addressOf, networkOf } from '~/http/address.server'

function headers(peer: string, forwarded?: string) {
  return new Headers({ 'x-peer-address': peer, ...(forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded }) })
}

describe("a visitor's address", () => {
  it('is the peer, whatever a header claims, while no proxy is trusted', () => {
    expect(addressOf(headers('203.0.113.7', '198.51.100.1'), 0)).toBe('203.0.113.7')
    expect(addressOf(headers('::ffff:203.0.113.7'), 0)).toBe('203.0.113.7')
  })

  it('is what the trusted proxies saw, counted from the right', () => {
    const claimed = '6.6.6.6, 198.51.100.1, 192.0.2.1'
    expect(addressOf(headers('10.0.0.1', claimed), 1)).toBe('192.0.2.1')
    expect(addressOf(headers('10.0.0.1', claimed), 2)).toBe('198.51.100.1')
  })

  it('is the leftmost known when fewer proxies than trusted stand between', () => {
    expect(addressOf(headers('10.0.0.1', '198.51.100.1'), 3)).toBe('198.51.100.1')
    expect(addressOf(headers('10.0.0.1'), 2)).toBe('10.0.0.1')
  })

  it('is never text that is no address', () => {
    expect(addressOf(headers('10.0.0.1', '<script>'), 1)).toBe('10.0.0.1')
    expect(addressOf(headers('10.0.0.1', '[2001:db8::1]:443'), 1)).toBe('2001:db8::1')
    expect(addressOf(headers('10.0.0.1', '198.51.100.1:8080'), 1)).toBe('198.51.100.1')
    expect(addressOf(headers(''), 0)).toBe('unknown')
  })
})

describe('what counts as one visitor', () => {
  it('is an IPv4 address, or the IPv6 network that one subscriber has', () => {
    expect(networkOf('198.51.100.1')).toBe('198.51.100.1')
    expect(networkOf('2001:db8:0:1:aaaa::1')).toBe('2001:db8:0:1::/64')
    expect(networkOf('2001:db8:0:1:bbbb:0:0:2')).toBe('2001:db8:0:1::/64')
    expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64')
    expect(networkOf('::1')).toBe('0:0:0:0::/64')
  })
})
