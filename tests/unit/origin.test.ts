import { RouterContextProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { isSameOrigin, refuseCrossSite } from '~/server/origin.server'
import { describeRequest, publicOriginOf } from '~/server/request-info.server'
import { type RouteHandle, routeContext } from '~/server/route.server'

function post(headers: Record<string, string>, path = '/deposit') {
  return new Request(`http://localhost:3000${path}`, {
    method: 'POST',
    headers: { Host: 'localhost:3000', ...headers },
  })
}

describe('a request that changes something, with public origins set', () => {
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
  ])('from %o is taken: %s', (headers, taken) => {
    expect(isSameOrigin(post(headers), known)).toBe(taken)
  })
})

describe('a request that changes something, with no public origin set', () => {
  it.each([
    [{ Origin: 'http://localhost:3000' }, true],
    [{ Origin: 'https://shop.example', Host: 'shop.example' }, true],
    [{ Origin: 'https://shop.example', Host: 'shop.example:443' }, true],
    [{ Origin: 'http://192.168.0.5:8080', Host: '192.168.0.5:8080' }, true],
    [{ Origin: 'http://localhost:3001' }, false],
    [{ Origin: 'http://localhost' }, false],
    [{ Origin: 'https://shop.example:8443', Host: 'shop.example' }, false],
    [{ Origin: 'null' }, false],
  ])('from %o is taken: %s', (headers, taken) => {
    expect(isSameOrigin(post(headers), [])).toBe(taken)
  })
})

describe('the public origin of a request', () => {
  it('is the one its Host names, else the first', () => {
    const known = ['https://a.example', 'https://b.example']
    expect(publicOriginOf(post({ Host: 'b.example' }), known)).toBe('https://b.example')
    expect(publicOriginOf(post({ Host: 'B.EXAMPLE:443' }), known)).toBe('https://b.example')
    expect(publicOriginOf(post({ Host: '10.0.0.9:3000' }), known)).toBe('https://a.example')
    expect(publicOriginOf(post({ Host: '10.0.0.9:3000' }), [])).toBe('http://10.0.0.9:3000')
  })
})

describe('the check in front of every page', () => {
  async function statusOf(request: Request, handle: RouteHandle = {}): Promise<number> {
    const context = new RouterContextProvider()
    context.set(routeContext, { pattern: '', handle })
    await describeRequest(request, context)
    try {
      return (await refuseCrossSite(request, context))?.status ?? 200
    } catch (thrown) {
      if (thrown instanceof Response) return thrown.status
      return (thrown as { init?: { status?: number } }).init?.status ?? 0
    }
  }
  const foreign = { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' }

  it('refuses a form of another site on pages, their data and the API', async () => {
    expect(await statusOf(post(foreign))).toBe(403)
    expect(await statusOf(post(foreign, '/deposit.data'))).toBe(403)
    expect(await statusOf(post(foreign, '/language'))).toBe(403)
    expect(await statusOf(post(foreign, '/api/routes/open-game'))).toBe(403)
    expect(await statusOf(post(foreign, '/house/game/token'))).toBe(403)
    expect(await statusOf(post({ Origin: 'http://localhost:3000' }))).toBe(200)
  })

  it('lets signed callbacks and the desk pass, which send no cookie of ours', async () => {
    expect(await statusOf(post(foreign), { kind: 'embedded', isMachineEndpoint: true })).toBe(200)
    expect(await statusOf(post(foreign), { kind: 'embedded' })).toBe(403)
  })

  it('does not check the origin of a GET', async () => {
    expect(await statusOf(new Request('http://localhost:3000/', { headers: foreign }))).toBe(200)
  })
})
