import { RouterContextProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { isSameOrigin, refuseCrossSite } from '~/server/middleware/origin-check.server'
import { routeContext } from '~/server/middleware/route.server'
import { publicOriginOf } from '~/server/request-info/origin.server'
import { describeRequest } from '~/server/request-info/request-info.server'

function post(headers: Record<string, string>) {
  return new Request('http://localhost:3000/deposit', {
    method: 'POST',
    headers: { Host: 'localhost:3000', ...headers },
  })
}

describe('a POST with public origins set', () => {
  const known = ['https://a.example', 'https://b.example:8443']

  it.each([
    [{ Origin: 'https://a.example' }, true],
    [{ Origin: 'https://b.example:8443' }, true],
    [{ Origin: 'https://a.example', 'Sec-Fetch-Site': 'same-origin' }, true],
    [{ 'Sec-Fetch-Site': 'same-origin' }, true],
    [{}, true],
    [{ Origin: 'http://a.example' }, false],
    [{ Origin: 'https://a.example:444' }, false],
    [{ Origin: 'https://a.example.evil.example' }, false],
    [{ Origin: 'http://localhost:3000' }, false],
    [{ Origin: 'null' }, false],
    [{ Origin: '' }, false],
    [{ Origin: 'https://a.example/path' }, false],
    [{ Origin: 'https://a.example', 'Sec-Fetch-Site': 'cross-site' }, false],
    [{ Origin: 'https://a.example', 'Sec-Fetch-Site': 'same-site' }, false],
    [{ 'Sec-Fetch-Site': 'none' }, false],
  ])('with %o is accepted: %s', (headers, isAccepted) => {
    expect(isSameOrigin(post(headers), known)).toBe(isAccepted)
  })
})

it.each([
  [{ Origin: 'http://localhost:3000' }, true],
  [{ Origin: 'https://shop.example', Host: 'shop.example' }, true],
  [{ Origin: 'https://shop.example', Host: 'shop.example:443' }, true],
  [{ Origin: 'http://192.168.0.5:8080', Host: '192.168.0.5:8080' }, true],
  [{ Origin: 'http://localhost:3001' }, false],
  [{ Origin: 'http://localhost' }, false],
  [{ Origin: 'https://shop.example:8443', Host: 'shop.example' }, false],
  [{ Origin: 'null' }, false],
])('a POST without public origins set, with %o, is accepted: %s', (headers, isAccepted) => {
  expect(isSameOrigin(post(headers), [])).toBe(isAccepted)
})

it('a request’s public origin is the one that its Host names, or else the first', () => {
  const known = ['https://a.example', 'https://b.example']
  expect(publicOriginOf(post({ Host: 'b.example' }), known)).toBe('https://b.example')
  for (const host of ['B.EXAMPLE:443', 'b.example:80', 'b.example.', 'b.example.:443'])
    expect(publicOriginOf(post({ Host: host }), known), host).toBe('https://b.example')
  expect(publicOriginOf(post({ Host: 'b.example:8443' }), known)).toBe('https://a.example')
  expect(publicOriginOf(post({ Host: '10.0.0.9:3000' }), known)).toBe('https://a.example')
  expect(publicOriginOf(post({ Host: '10.0.0.9:3000' }), [])).toBe('http://10.0.0.9:3000')
})

it('a GET may come from any site', async () => {
  const headers = { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' }
  const request = new Request('http://localhost:3000/', { headers })
  const context = new RouterContextProvider()
  context.set(routeContext, { pattern: '', handle: {} })
  await describeRequest(request, context)
  expect(await refuseCrossSite(request, context)).toBeUndefined()
})
