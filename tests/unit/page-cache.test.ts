import { RouterContextProvider } from 'react-router'
import { beforeEach, describe, expect, it } from 'vitest'
import { acceptedEncoding, compressResponse } from '~/server/compress.server'
import { createPageCache, sharedRenderingContext } from '~/server/page-cache.server'
import { describeRequest } from '~/server/request-info.server'
import { routeContext } from '~/server/route.server'

let nowMs: number
let rendered: number
let cache: ReturnType<typeof createPageCache>

beforeEach(() => {
  nowMs = 0
  rendered = 0
  cache = createPageCache(() => nowMs)
})

/** Home and the log-in page may be shared; every page has many spellings. */
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
  /** Takes the request through the cache, as the front door does. */
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

  it('are stored apart by language, theme, lite mode and encoding', async () => {
    await open('/')
    await open('/', { Cookie: 'lng=en' })
    await open('/', { Cookie: 'theme=light' })
    await open('/', { Cookie: 'lite=on' })
    await open('/', { 'Accept-Encoding': 'gzip' })
    await open('/login')
    expect(rendered).toBe(6)
    await open('/', { 'Save-Data': 'on' })
    await open('/', { Cookie: 'theme=system; lng=ko' })
    expect(rendered).toBe(6)
  })

  it('are never shared with anyone whose cookies say more', async () => {
    await open('/')
    for (const cookie of ['madang=x', 'userId=demo', 'notice=x', 'pop_1=1', 'lng=ko; other=1']) {
      expect((await open('/', { Cookie: cookie })).shared).toBe(false)
    }
    expect(rendered).toBe(6)
  })

  it('are rendered each time when they have a query, an action or a member behind them', async () => {
    for (const path of ['/?lng=en', '/login?next=%2F', '/deposit', '/_.data']) {
      expect((await open(path)).shared).toBe(false)
      await open(path)
    }
    expect(rendered).toBe(8)
  })

  it('are not stored when they failed or set a cookie', async () => {
    await open('/', {}, { status: 503 })
    await open('/', {}, { cookie: 'a=b' })
    await open('/')
    expect(rendered).toBe(3)
  })

  it('are sent as stale copies for a minute while one request renders them anew', async () => {
    const first = await open('/')
    nowMs += 6_000
    const [renewing, waiting] = await Promise.all([open('/'), open('/')])
    expect(rendered).toBe(2)
    expect(renewing.bytes.equals(first.bytes)).toBe(false)
    expect(waiting.bytes.equals(first.bytes)).toBe(true)
    expect((await open('/')).bytes.equals(renewing.bytes)).toBe(true)
  })

  it('are no longer sent as stale copies when none could be rendered for a minute', async () => {
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

describe('the encoding of a page', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['identity', 'identity'],
    ['', 'identity'],
  ])('for a browser that says %s is %s', (accepts, encoding) => {
    expect(acceptedEncoding(new Request('http://localhost/', { headers: { 'Accept-Encoding': accepts } }))).toBe(
      encoding,
    )
  })
})
