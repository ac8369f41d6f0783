import { readdirSync, readFileSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { hasProc } from '../../support/platform'
import { rawConnection, rawExchange } from '../../support/raw-connection'
import { sharedClient, sharedSite } from '../../support/shared-site'
import { requestsInFlight } from '../../support/site'

/** Responses that involve no route: malformed HTTP, static files, and bodies that no route reads. */

const site = sharedSite()
const client = sharedClient(site)
let host: string
/** These take as long as the server's time limit, so they start before the other tests. */
let slowHeaders: Promise<{ text: string; afterMs: number }>
let slowBody: Promise<{ text: string; afterMs: number }>
let silence: Promise<{ text: string; afterMs: number }>

beforeAll(async () => {
  host = `Host: 127.0.0.1:${site.port}\r\n`
  slowHeaders = sendSlowly(`GET /login HTTP/1.1\r\n${host}`, 'X-A: b\r\n')
  slowBody = sendSlowly(`POST /login HTTP/1.1\r\n${host}${formOf(60_000)}\r\n`, 'x')
  silence = sendSlowly('', '')
})

const residentMegabytes = (pid: number | undefined) =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

const close = 'Connection: close\r\n'
const formOf = (length: number) => `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${length}\r\n`

/** Sends the start of a request, then a few bytes every half second until the server closes the connection. */
async function sendSlowly(beginning: string, little: string): Promise<{ text: string; afterMs: number }> {
  const began = performance.now()
  const connection = rawConnection(site.port)
  connection.write(beginning)
  const timer = setInterval(() => connection.write(little), 500)
  const { text } = await connection.closed
  clearInterval(timer)
  return { text, afterMs: performance.now() - began }
}

const always = [
  /^x-content-type-options: nosniff\r$/im,
  /^x-frame-options: DENY\r$/im,
  /^referrer-policy: strict-origin-when-cross-origin\r$/im,
  /^cross-origin-opener-policy: same-origin-allow-popups\r$/im,
  /^content-security-policy: default-src 'none'.*frame-ancestors 'none'/im,
  /^x-request-id: [0-9a-f-]{36}\r$/im,
]

function expectFixedHeaders(text: string): void {
  for (const header of always) expect(text).toMatch(header)
  expect(text.match(/^content-security-policy:/gim)).toHaveLength(text.match(/^HTTP\/1\.1 (?!100)/gm)?.length ?? 0)
}

const stackTraceLine = /^\s+at .*(?:\.m?js|node:|<anonymous>)/m

describe('a malformed request', () => {
  it.each<[string, () => string, number, RegExp?]>([
    ['a Host with a blank', () => `GET /login HTTP/1.1\r\nHost: a b\r\n${close}\r\n`, 400],
    ['a Host with a user', () => `GET /login HTTP/1.1\r\nHost: u@x\r\n${close}\r\n`, 400],
    ['two Hosts', () => `GET /login HTTP/1.1\r\nHost: a\r\nHost: b\r\n${close}\r\n`, 400],
    ['no Host on HTTP/1.1', () => `GET /login HTTP/1.1\r\n${close}\r\n`, 400],
    ['a Host with a blank, for a file', () => `GET /favicon.svg HTTP/1.1\r\nHost: a b\r\n${close}\r\n`, 400],
    [
      'chunks on HTTP/1.0, whose connection ends before a request behind them',
      () =>
        `POST /login HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.0\r\n\r\n`,
      400,
    ],
    ['no Host on HTTP/1.0', () => 'GET /login HTTP/1.0\r\n\r\n', 200, /<form[^>]* action="\/login"/],
    ['no Host on HTTP/1.0, for a file', () => 'GET /favicon.svg HTTP/1.0\r\n\r\n', 200, /<svg/],
    ['the probe of HAProxy', () => 'OPTIONS / HTTP/1.0\r\n\r\n', 204, /^allow: GET, HEAD, POST\r$/im],
    ['a question about the whole server', () => `OPTIONS * HTTP/1.1\r\n${host}${close}\r\n`, 204],
    ['two slashes', () => `GET // HTTP/1.1\r\n${host}${close}\r\n`, 200, /<html/],
    ['two slashes and another host', () => `GET //evil.example/ HTTP/1.1\r\n${host}${close}\r\n`, 404, /<html/],
    ['a whole address', () => `GET http://a.example/login HTTP/1.1\r\n${host}${close}\r\n`, 200, /action="\/login"/],
    ['a whole address of nothing', () => `GET http:// HTTP/1.1\r\n${host}${close}\r\n`, 400],
    ['an address that is none', () => `GET login HTTP/1.1\r\n${host}${close}\r\n`, 400],
    ['an address with half a character', () => `GET /%ed%a0 HTTP/1.1\r\n${host}${close}\r\n`, 400, /<html/],
    ['TRACE', () => `TRACE /login HTTP/1.1\r\n${host}${close}\r\n`, 405, /^allow: GET, HEAD, POST\r$/im],
    ['CONNECT', () => `CONNECT a.example:443 HTTP/1.1\r\n${host}\r\n`, 405, /^allow: GET, HEAD, POST\r$/im],
    ['no request at all', () => 'NONSENSE\r\n\r\n', 400],
    ['the beginning of HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['headers of 20 kB', () => `GET /login HTTP/1.1\r\n${host}X-A: ${'a'.repeat(20_000)}\r\n${close}\r\n`, 431],
    ['an unknown expectation', () => `GET /login HTTP/1.1\r\n${host}${close}Expect: tea\r\n\r\n`, 417],
    [
      'an upgrade to another protocol',
      () => `GET /login HTTP/1.1\r\n${host}Connection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n`,
      200,
      /action="\/login"/,
    ],
    [
      'a body with two lengths',
      () => `POST /login HTTP/1.1\r\n${host}${close}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    [
      'a body in chunks without a valid length',
      () => `POST /login HTTP/1.1\r\n${host}${close}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
      400,
    ],
  ])('such as %s gets a response', async (_what, request, status, shown) => {
    const { text, statuses } = await rawExchange(site.port, request())
    expect(statuses).toEqual([status])
    expectFixedHeaders(text)
    if (shown) expect(text).toMatch(shown)
    expect(site.output()).not.toMatch(stackTraceLine)
  })

  it('doesn’t affect the requests before it, which are answered first', async () => {
    const good = `GET /healthz HTTP/1.1\r\n${host}\r\n`
    const { statuses } = await rawExchange(site.port, `${good}${good}NONSENSE\r\n\r\n`)
    expect(statuses.slice(0, 2)).toEqual([200, 200])
  })
})

describe('a valid request', () => {
  it('leaves its connection open for 65 s', async () => {
    const connection = rawConnection(site.port)
    connection.write(`GET /healthz HTTP/1.1\r\n${host}\r\n`)
    await connection.until(/^keep-alive: timeout=65\r$/im)
    connection.destroy()
  })

  it('gets 100 Continue if it expects that', async () => {
    const connection = rawConnection(site.port)
    connection.write(`POST /language HTTP/1.1\r\n${host}${close}Expect: 100-continue\r\n${formOf(6)}\r\n`)
    await connection.until(/^HTTP\/1\.1 100 Continue/)
    connection.write('lng=en')
    const { statuses, text } = await connection.closed
    expect(statuses).toEqual([100, 303])
    expect(text).toMatch(/^set-cookie: lng=en/im)
  })

  it.each(['/login', '/healthz', '/favicon.svg', '/nowhere'])(
    'with HEAD for %s gets only the headers',
    async (path) => {
      const { text } = await rawExchange(site.port, `HEAD ${path} HTTP/1.1\r\n${host}${close}\r\n`)
      expectFixedHeaders(text)
      expect(text.slice(text.indexOf('\r\n\r\n'))).toBe('\r\n\r\n')
    },
  )
})

it.each([
  ['POST', '/', 'GET, HEAD'],
  ['POST', '/terms', 'GET, HEAD'],
  ['POST', '/terms.data', 'GET, HEAD'],
  ['POST', '/healthz', 'GET, HEAD'],
  ['PUT', '/login', 'GET, HEAD, POST'],
  ['DELETE', '/login.data', 'GET, HEAD, POST'],
  ['GET', '/api/routes/get-jackpot', 'POST'],
])('the unsupported method of %s %s gets 405 with Allow: %s', async (method, path, allowed) => {
  const response = await client.send(method, path, method === 'GET' ? {} : { body: 'a=b' })
  expect([response.status, response.headers.allow]).toEqual([405, allowed])
})

describe('a body', () => {
  it('that is cut off gets 400', async () => {
    const connection = rawConnection(site.port)
    connection.write(`POST /login HTTP/1.1\r\n${host}${formOf(100)}\r\nid=a`)
    connection.end()
    const { statuses, text } = await connection.closed
    expect(statuses).toEqual([400])
    expectFixedHeaders(text)
  })

  it('of a client that disconnected leaves no request in flight', async () => {
    const inFlight = () => requestsInFlight(site.base)
    const before = await inFlight()
    const gone = Array.from({ length: 20 }, () => rawConnection(site.port))
    for (const connection of gone) connection.write(`POST /login HTTP/1.1\r\n${host}${formOf(100)}\r\nid=a`)
    await expect.poll(inFlight).toBe(before + gone.length)
    for (const connection of gone) connection.destroy()
    await expect.poll(inFlight).toBe(before)
  })

  it.each([
    ['POST', '/login', 413],
    ['GET', '/healthz', 200],
  ])('of 200 MB to %s %s gets an immediate response, and isn’t held in memory', async (method, path, status) => {
    const before = residentMegabytes(site.process.pid)
    const sent = await sendEndlessly(`${method} ${path} HTTP/1.1\r\n${host}${formOf(200_000_000)}\r\n`, 200_000_000)
    expect(sent.statuses.at(0)).toBe(status)
    expect(sent.mostMegabytes - before).toBeLessThan(80)
  })

  it('that never ends gets a response, and its connection is closed', async () => {
    const chunked = `POST /login HTTP/1.1\r\n${host}Content-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n`
    const sent = await sendEndlessly(chunked, Number.POSITIVE_INFINITY, true)
    expect(sent.statuses).toEqual([413])
    // The site reads 64 MiB. The kernel buffers a little more.
    expect(sent.bytes / 2 ** 20).toBeGreaterThan(64)
    expect(sent.bytes / 2 ** 20).toBeLessThan(80)
    expect((await client.send('GET', '/healthz')).status).toBe(200)
  })

  it('that no route reads leaves the connection usable for the next request', async () => {
    const connection = rawConnection(site.port)
    connection.write(`PUT /login HTTP/1.1\r\n${host}${formOf(300_000)}\r\n${'x'.repeat(300_000)}`)
    connection.write(`GET /healthz HTTP/1.1\r\n${host}${close}\r\n`)
    expect((await connection.closed).statuses).toEqual([405, 200])
  })
})

/** Writes a request and its body until the body or the connection ends, and measures the site's memory. */
async function sendEndlessly(head: string, bytes: number, inChunks = false) {
  const connection = rawConnection(site.port)
  let mostMegabytes = 0
  let sentBytes = 0
  let isClosed = false
  const piece = inChunks ? `${(65_536).toString(16)}\r\n${'x'.repeat(65_536)}\r\n` : 'x'.repeat(65_536)
  const closed = connection.closed.then((response) => {
    isClosed = true
    return response
  })
  connection.write(head)
  const answered = connection.until(/^HTTP\/1\.1 \d{3}/)
  for (let left = bytes; left > 0 && !isClosed; left -= piece.length) {
    connection.write(piece.slice(0, Math.min(left, piece.length)))
    sentBytes += piece.length
    mostMegabytes = Math.max(mostMegabytes, residentMegabytes(site.process.pid))
    await connection.drained()
  }
  await answered
  connection.end()
  const response = await closed
  return { ...response, mostMegabytes, bytes: sentBytes }
}

describe('a file from the build', () => {
  const sheet = () => `/assets/${readdirSync('build/client/assets').find((name) => name.endsWith('.css'))}`
  const plain = (path: string) => readFileSync(`build/client${path}`, 'utf8')

  /** The bytes of the response, which `rawExchange` returns as text. */
  const bytesOf = async (path: string, encoding: string) =>
    Buffer.from((await rawExchange(site.port, asking(path, `Accept-Encoding: ${encoding}\r\n`))).text, 'latin1')
  const asking = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\n${host}${close}${headers}\r\n`
  const bodyOf = (response: Buffer) => response.subarray(response.indexOf('\r\n\r\n') + 4)

  it.each([
    ['br', /^content-encoding: br\r$/im, brotliDecompressSync],
    ['gzip, deflate', /^content-encoding: gzip\r$/im, gunzipSync],
    ['br;q=0, gzip', /^content-encoding: gzip\r$/im, gunzipSync],
    ['identity', /^content-length: \d+\r$/im, (bytes: Buffer) => bytes],
  ])('is sent as compressed by the build to clients that accept %s', async (accepted, header, unpack) => {
    const path = sheet()
    const response = await bytesOf(path, accepted)
    expect(response.toString('latin1')).toMatch(header)
    expect(response.toString('latin1')).toMatch(/^vary: Accept-Encoding\r$/im)
    expect(unpack(bodyOf(response)).toString('utf8')).toBe(plain(path))
    expectFixedHeaders(response.toString('latin1'))
  })

  it('is cached forever if its name has a hash, otherwise for an hour', async () => {
    const hashed = await client.send('GET', sheet())
    expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(hashed.headers['content-type']).toBe('text/css; charset=utf-8')
    const named = await client.send('GET', '/favicon.svg')
    expect(named.headers['cache-control']).toBe('public, max-age=3600')
  })

  it('isn’t sent again to a client that has it, in any encoding', async () => {
    for (const encoding of ['br', 'gzip', 'identity']) {
      const first = await client.send('GET', sheet(), { headers: { 'Accept-Encoding': encoding } })
      const tag = String(first.headers.etag)
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
        const again = await client.send('GET', sheet(), {
          headers: { 'Accept-Encoding': encoding, 'If-None-Match': known },
        })
        expect([again.status, again.body]).toEqual([304, ''])
      }
      const changed = await client.send('GET', sheet(), { headers: { 'If-None-Match': '"other"' } })
      expect(changed.status).toBe(200)
    }
  })

  it.each(['/favicon.svg.br', '/assets', '/assets/', '/assets/../favicon.svg%00'])(
    'has only one path: %s doesn’t exist',
    async (path) => {
      expect((await client.send('GET', path)).status).toBe(404)
    },
  )

  it('is never sent if it is server code, a source map or outside build/client', async () => {
    for (const path of [
      '/../server/index.js',
      '/%2e%2e/server/index.js',
      '/..%2fserver%2findex.js',
      '/assets/%2e%2e/%2e%2e/package.json',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/build/server/index.js',
      '/.env',
      '/.git/config',
    ]) {
      const { statuses, text } = await rawExchange(site.port, asking(path))
      expect(statuses, path).toEqual([404])
      expect(text).not.toContain('"dependencies"')
    }
    expect(
      readdirSync('build/client', { recursive: true, encoding: 'utf8' }).filter((name) => /\.map$/.test(name)),
    ).toEqual([])
  })

  it.skipIf(!hasProc)('can be aborted halfway without leaking a file descriptor', async () => {
    const open = () => readdirSync(`/proc/${site.process.pid}/fd`).length
    const framework = `/assets/${readdirSync('build/client/assets').find((name) => /^framework-.*\.js$/.test(name))}`
    const before = open()
    for (let round = 0; round < 100; round++) {
      const connection = rawConnection(site.port)
      connection.write(asking(framework))
      await connection.until(/^HTTP/)
      connection.destroy()
    }
    await expect.poll(open).toBeLessThan(before + 10)
  })
})

it('page data is compressed like the page', async () => {
  const response = await client.send('GET', '/login.data', { headers: { 'Accept-Encoding': 'br' } })
  expect(response.headers['content-type']).toBe('text/x-script; charset=utf-8')
  expect(response.headers.vary).toContain('Accept-Encoding')
  expect(response.headers['content-encoding']).toBe('br')
})

describe('the time limit for a request', () => {
  it.each([
    ['a request whose headers are sent a few bytes at a time', () => slowHeaders],
    ['a connection on which nothing is sent', () => silence],
  ])('ends %s', async (_, connection) => {
    const { text, afterMs } = await connection()
    expect(text).toMatch(/^HTTP\/1\.1 408 /)
    expectFixedHeaders(text)
    // The limit is 15 s, checked once a second.
    expect(afterMs).toBeGreaterThan(14_000)
    expect(afterMs).toBeLessThan(25_000)
  })

  it('ends a request whose body is sent a few bytes at a time', async () => {
    const { text, afterMs } = await slowBody
    expect(text).toMatch(/^HTTP\/1\.1 408 /)
    expectFixedHeaders(text)
    expect(afterMs).toBeGreaterThan(29_000)
    expect(afterMs).toBeLessThan(45_000)
  })
})
