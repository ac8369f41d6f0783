import * as zlib from 'node:zlib'
import { RouterContextProvider } from 'react-router'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPageCache, sharedRenderingContext } from '~/server/middleware/page-cache.server'
import { routeContext } from '~/server/middleware/route.server'
import { describeRequest, type RequestInfo } from '~/server/request-info/request-info.server'
import { acceptedEncoding, compressedResponse, compressResponse } from '~/server/responses/compress.server'

vi.hoisted(() => {
  // An earlier test file in this process may have loaded the modules with other settings.
  vi.resetModules()
  vi.stubEnv('TRUSTED_PROXIES', '1')
  vi.stubEnv('SERVED_COUNTRIES', 'KR,JP')
  vi.stubEnv('COUNTRY_HEADER', 'X-Country')
})
afterAll(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

const banner = { src: '/brand/1/b.png', width: 3, height: 1, link: '/notice', text: 'News' }
let nowMs: number
let rendered: number
let cache: ReturnType<typeof createPageCache>

beforeEach(() => {
  nowMs = 0
  rendered = 0
  cache = createPageCache(
    () => nowMs,
    (_locale, atMs) => (atMs >= 3_000 && atMs < 4_000 ? [banner] : []),
  )
})

/** Routes of which only home and the login page may be shared. */
function routeAt(pathname: string) {
  const pattern = pathname.toLowerCase().replace(/\.data$/, '')
  const pageCacheMs = { '/': 5_000, '/login': 60_000 }[pattern]
  return { pattern, handle: pageCacheMs === undefined ? {} : { pageCacheMs } }
}

async function open(
  path: string,
  headers: Record<string, string> = {},
  answered: { status?: number; cookie?: string } = {},
) {
  const request = new Request(`http://localhost${path}`, { headers: { 'Accept-Encoding': 'br', ...headers } })
  let shared = false
  const pass = async () => {
    const context = new RouterContextProvider()
    context.set(routeContext, routeAt(new URL(request.url).pathname))
    await describeRequest(request, context)
    const stored = cache.serve(request, context)
    if (stored) return stored
    rendered += 1
    shared = context.get(sharedRenderingContext) !== null
    const page = `page ${rendered}`.padEnd(2_000)
    const headers = { 'Content-Type': 'text/html; charset=utf-8', Vary: 'Cookie, Save-Data, Accept-Encoding' }
    const made = await compressResponse(new Response(page, { status: answered.status ?? 200, headers }), request)
    if (answered.cookie) made.headers.set('Set-Cookie', answered.cookie)
    await cache.store(made, request, context)
    return made
  }
  const response = await pass()
  return { shared, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe("visitors' pages", () => {
  it('are rendered again in the exact millisecond in which a banner starts or ends', async () => {
    const renderedAt = async (ms: number) => {
      nowMs = ms
      await open('/')
      return rendered
    }
    expect(await renderedAt(2_000)).toBe(1)
    expect(await renderedAt(2_999)).toBe(1)
    expect(await renderedAt(3_000)).toBe(2)
    expect(await renderedAt(3_999)).toBe(2)
    const withBanner = rendered
    nowMs = 4_000
    expect((await open('/')).bytes.length).toBeGreaterThan(0)
    expect(rendered - withBanner, 'the page from before the banner is still fresh').toBe(0)
    expect(await renderedAt(8_000)).toBe(3)
  })

  it('are rendered once and sent from their stored bytes', async () => {
    const first = await open('/')
    const second = await open('/')
    expect(rendered).toBe(1)
    expect(first.shared).toBe(true)
    expect(second.bytes.equals(first.bytes)).toBe(true)
    expect(second.headers.get('Content-Encoding')).toBe('br')
    expect(second.headers.get('Content-Length')).toBe(String(first.bytes.length))
    expect(second.headers.get('Vary')).toBe('Cookie, Save-Data, Accept-Encoding')
  })

  /** For each property of a request: headers that change the page, and headers that don't. */
  const known: Record<keyof RequestInfo, { another: Record<string, string>[]; same: Record<string, string>[] }> = {
    origin: { another: [{ Host: 'other.example' }], same: [{ Host: 'LOCALHOST' }] },
    isCountryServed: {
      another: [{ 'X-Country': 'US' }],
      // With play money, served and unknown countries have the same page.
      same: [{ 'X-Country': 'KR' }, { 'X-Country': 'jp' }, { 'X-Country': 'KR, US' }],
    },
    locale: { another: [{ Cookie: 'lng=en' }], same: [{ Cookie: 'lng=ko' }, { 'Accept-Language': 'en' }] },
    theme: { another: [{ Cookie: 'theme=light' }, { Cookie: 'theme=dark' }], same: [{ Cookie: 'theme=system' }] },
    lite: { another: [{ 'Save-Data': 'on' }], same: [{ 'Save-Data': 'off' }, { Cookie: 'lite=off' }] },
    cookies: { another: [{ Cookie: 'madang=x' }], same: [] },
    browser: { another: [], same: [{ 'User-Agent': 'Mozilla/5.0 (Android 16) Firefox/140.0' }] },
    clientIp: { another: [], same: [{ 'X-Forwarded-For': '203.0.113.7' }] },
    traceContext: { another: [], same: [{ traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` }] },
    ...{ socketIp: { another: [], same: [] }, requestId: { another: [], same: [] }, nonce: { another: [], same: [] } },
    https: { another: [], same: [{ 'X-Forwarded-Proto': 'https' }] },
  }

  it.each(Object.entries(known))(
    'are stored separately only by the parts of %s that change the page',
    async (_, { another, same }) => {
      const page = await open('/', { Host: 'localhost' })
      for (const headers of same)
        expect((await open('/', { Host: 'localhost', ...headers })).bytes, JSON.stringify(headers)).toEqual(page.bytes)
      for (const headers of another) {
        expect((await open('/', { Host: 'localhost', ...headers })).bytes, JSON.stringify(headers)).not.toEqual(
          page.bytes,
        )
      }
      expect(rendered).toBe(1 + another.length)
      // The first visitor still gets the same page.
      expect((await open('/', { Host: 'localhost' })).bytes).toEqual(page.bytes)
    },
  )

  it('are stored separately by route and encoding, and once for lite mode and Save-Data', async () => {
    await open('/')
    await open('/', { 'Accept-Encoding': 'gzip' })
    await open('/login')
    await open('/', { Cookie: 'lite=on' })
    expect(rendered).toBe(4)
    await open('/', { 'Save-Data': 'on' })
    await open('/', { Cookie: 'theme=system; lng=ko' })
    expect(rendered).toBe(4)
  })

  it('are never shared with a visitor who has other cookies', async () => {
    await open('/')
    for (const cookie of ['madang=x', 'userId=demo', 'notice=x', 'pop_1=1', 'lng=ko; other=1'])
      expect((await open('/', { Cookie: cookie })).shared).toBe(false)
    expect(rendered).toBe(6)
  })

  it('are rendered each time if they have a query or are not cacheable', async () => {
    for (const path of ['/?lng=en', '/login?next=%2F', '/deposit', '/_.data']) {
      expect((await open(path)).shared).toBe(false)
      await open(path)
    }
    expect(rendered).toBe(8)
  })

  it('aren’t stored if they failed or set a cookie', async () => {
    await open('/', {}, { status: 503 })
    await open('/', {}, { cookie: 'a=b' })
    await open('/')
    expect(rendered).toBe(3)
  })

  it('are sent as stale copies for a minute while one request renders them again', async () => {
    const first = await open('/')
    nowMs += 6_000
    const [renewing, waiting] = await Promise.all([open('/'), open('/')])
    expect(rendered).toBe(2)
    expect(renewing.bytes.equals(first.bytes)).toBe(false)
    expect(waiting.bytes.equals(first.bytes)).toBe(true)
    expect((await open('/')).bytes.equals(renewing.bytes)).toBe(true)
  })

  it('are no longer sent as stale copies after failing for a minute', async () => {
    const first = await open('/')
    for (nowMs = 6_000; nowMs < 65_000; nowMs += 6_000) {
      await open('/', {}, { status: 503 })
      expect((await open('/')).bytes.equals(first.bytes)).toBe(true)
    }
    nowMs = 65_000
    const failures = rendered
    await Promise.all([open('/', {}, { status: 503 }), open('/', {}, { status: 503 })])
    expect(rendered).toBe(failures + 2)
  })
})

describe('a page’s encoding', () => {
  const unpackers: Record<string, (packed: Buffer) => Buffer> = {
    ...('zstdDecompressSync' in zlib ? { zstd: zlib.zstdDecompressSync as (packed: Buffer) => Buffer } : {}),
    br: (packed) => zlib.brotliDecompressSync(packed),
    gzip: (packed) => zlib.gunzipSync(packed),
    identity: (packed) => packed,
  }
  const asking = (accepts: string) => new Request('http://localhost/', { headers: { 'Accept-Encoding': accepts } })

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', 'identity'],
    ['', 'identity'],
  ])('for the Accept-Encoding “%s” is %s', (accepts, encoding) => {
    expect(acceptedEncoding(asking(accepts))).toBe(encoding)
  })

  it.each([['gzip, deflate, br, zstd'], ['*']])(
    'for the Accept-Encoding “%s” is Zstandard if Node.js supports it',
    (accepts) => {
      expect(acceptedEncoding(asking(accepts))).toBe('zstdCompressSync' in zlib ? 'zstd' : 'br')
    },
  )

  it('decodes to the rendered page', async () => {
    const page = '<p>마당</p>'.repeat(1_000)
    for (const accepts of ['gzip, deflate, br, zstd', 'br', 'gzip', 'identity']) {
      const response = await compressedResponse(Buffer.from(page), { headers: new Headers() }, asking(accepts))
      const packed = Buffer.from(await response.arrayBuffer())
      expect(response.headers.get('Content-Length')).toBe(String(packed.byteLength))
      const unpack = unpackers[response.headers.get('Content-Encoding') ?? 'identity']
      expect(unpack?.(packed).toString(), accepts).toBe(page)
    }
  })
})
