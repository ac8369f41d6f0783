import type { IncomingMessage } from 'node:http'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRequestTarget } from '~/server/http/respond.server'
import { anyText } from '../../support/any-text'

function incoming({ method = 'GET', url = '/', httpVersion = '1.1', hosts = ['a.example'] as string[] } = {}) {
  const rawHeaders = hosts.flatMap((host) => ['Host', host])
  return { method, url, httpVersion, headers: { host: hosts[0] }, rawHeaders } as unknown as IncomingMessage
}

describe('a request’s target', () => {
  it('can always be parsed as a URL and decoded if it is accepted', () => {
    const hosts = fc.oneof(
      fc.string(),
      fc.constantFrom('a.example', 'a.example:443', '[::1]:80', '[::g]', 'a:99999', 'xn--', '1.2.3.999', ':80', '%41'),
    )
    const urls = fc.oneof(
      fc.string(),
      anyText().map((text) => `/${text}`),
      fc.stringMatching(/^\/[\w~%.:@!$&'()*+,;=?/-]{0,30}$/),
      fc.stringMatching(/^https?:\/\/[\w.:@[\]-]{1,20}\/[\w~%.?#/-]{0,20}$/),
      fc.constantFrom(...'// /// /\\ //a:b@c /% /%ff * http:// https://[ http://a:1x/ /a#b /?%'.split(' ')),
    )
    const methods = fc.constantFrom(...'GET HEAD POST PUT PATCH DELETE OPTIONS TRACE TRACK PURGE'.split(' '))
    fc.assert(
      fc.property(urls, hosts, methods, (url, host, method) => {
        const target = parseRequestTarget(incoming({ url, hosts: [host], method }))
        if (target.kind !== 'path') return
        const request = new Request(`http://${host}${target.path}`, { method })
        expect(request.url.startsWith('http://')).toBe(true)
        expect(new URL(request.url).host).toBe(new URL(`http://${host}`).host)
        expect(() => decodeURIComponent(new URL(request.url).pathname)).not.toThrow()
      }),
      { numRuns: 1_000 },
    )
  })
})
