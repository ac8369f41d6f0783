import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, request as httpRequest } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../bin/free-port.mjs'
import { settingsForTests } from '../support/settings'
import { requestsInFlight, type Site, spawnSite, startSite } from '../support/site'
import { signedIn } from '../support/visitor'

let site: Site

beforeAll(async () => {
  site = await startSite({ TRUSTED_PROXIES: '1', LOG_LEVEL: 'info' })
})
afterAll(() => site?.stop())

const form = { 'Content-Type': 'application/x-www-form-urlencoded' }

const send = (path: string, init: RequestInit = {}) => fetch(`${site.base}${path}`, { redirect: 'manual', ...init })

/** Sends bytes unchanged, valid HTTP or not, and returns the whole response. */
function raw(text: string): Promise<string> {
  return new Promise((resolve) => {
    let got = ''
    const socket = connect(site.port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (bytes) => {
      got += bytes
    })
    socket.on('error', () => resolve(got))
    socket.on('close', () => resolve(got))
  })
}

const rawGet = (line: string, host = `127.0.0.1:${site.port}`) =>
  raw(`${line} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)

describe('every response', () => {
  const always = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  }

  it.each([
    ['/', {}, 200],
    ['/login', {}, 200],
    ['/nowhere', {}, 404],
    ['/deposit', {}, 303],
    ['/deposit.data', {}, 202],
    ['/healthz', {}, 200],
    ['/readyz', {}, 200],
    ['/favicon.svg', {}, 200],
    ['/api/routes/open-game', {}, 405],
    ['/api/routes/open-game', { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } }, 401],
    ['/login', { method: 'POST', body: 'id=a', headers: { 'Content-Type': 'text/plain' } }, 415],
    ['/%zz', {}, 400],
  ] as const)('of %s %o says what browsers may do with it', async (path, init, status) => {
    const response = await send(path, init)
    expect(response.status).toBe(status)
    expect(Object.fromEntries(response.headers)).toMatchObject(always)
    const policy = response.headers.get('Content-Security-Policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe-')
    expect(policy.match(/default-src/g)).toHaveLength(1)
    expect(response.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(response.headers.has('X-Powered-By')).toBe(false)
  })

  it('carries a request id of the site, never the visitor’s', async () => {
    const response = await send('/login', { headers: { 'X-Request-Id': 'mine' } })
    expect(response.headers.get('X-Request-Id')).not.toBe('mine')
  })
})

describe('a form that another site makes a browser send', () => {
  it.each([
    ['/login', { Origin: 'https://evil.example' }],
    ['/login', { Origin: 'null' }],
    ['/login', { 'Sec-Fetch-Site': 'cross-site' }],
    ['/login.data', { Origin: 'https://evil.example' }],
    ['/language', { Origin: 'https://evil.example' }],
    ['/house/pay/token', { Origin: 'https://evil.example' }],
  ])('to %s with %o is refused', async (path, headers) => {
    const response = await send(path, { method: 'POST', body: 'lng=en', headers: { ...form, ...headers } })
    expect(response.status).toBe(403)
    expect(response.headers.has('Set-Cookie')).toBe(false)
  })

  it('is refused by the API with an error in JSON', async () => {
    const response = await send('/api/routes/check-user-id', {
      method: 'POST',
      body: '{}',
      headers: { 'Content-Type': 'application/json', Origin: 'https://evil.example' },
    })
    expect([response.status, (await response.json()).error.code]).toEqual([403, 'forbidden'])
  })

  it('is told apart from a form of this site behind a proxy that ends TLS', async () => {
    const proxied = await startSite({ PUBLIC_ORIGIN: 'https://a.example,https://b.example' })
    const post = (headers: Record<string, string>) =>
      new Promise<{ status: number | undefined; cookies: string }>((resolve, reject) => {
        const sent = httpRequest(
          { port: proxied.port, host: '127.0.0.1', path: '/login', method: 'POST', headers: { ...form, ...headers } },
          (response) => {
            response.resume()
            resolve({ status: response.statusCode, cookies: String(response.headers['set-cookie']) })
          },
        )
        sent.on('error', reject)
        sent.end('id=demo&pw=demo-1234')
      })
    try {
      const ours = await post({ Host: 'b.example', Origin: 'https://b.example' })
      expect(ours.status).toBe(303)
      expect(ours.cookies).toMatch(/__Host-madang=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax/)
      expect((await post({ Host: 'a.example', Origin: 'http://a.example' })).status).toBe(403)
      expect((await post({ Host: 'evil.example', Origin: 'https://evil.example' })).status).toBe(403)
    } finally {
      await proxied.stop()
    }
  })
})

describe('a body', () => {
  it('past 64 KiB is refused, announced or not', async () => {
    const announced = await send('/login', { method: 'POST', body: 'a'.repeat(1_000_000), headers: form })
    expect(announced.status).toBe(413)
    let left = 100
    const pieces = new ReadableStream<Uint8Array>({
      pull(controller) {
        left -= 1
        if (left < 0) controller.close()
        else controller.enqueue(new Uint8Array(16_384).fill(97))
      },
    })
    const streamed = await send('/login', {
      method: 'POST',
      body: pieces,
      headers: form,
      duplex: 'half',
    } as RequestInit)
    expect(streamed.status).toBe(413)
  })
})

describe('what is hardly HTTP', () => {
  it.each(['a b', '[::1', 'a/b', 'a:99999999', '', 'evil.example@x', 'a, b'])(
    'like the Host "%s" is answered with 400',
    async (host) => {
      const response = await rawGet('GET /login', host)
      expect(response).toMatch(/^HTTP\/1\.1 400 /)
      expect(response).toMatch(/content-security-policy: default-src 'none'/i)
    },
  )

  it.each([
    ['TRACE /login', 405],
    ['OPTIONS /login', 405],
    ['PUT /login', 405],
    ['PROPFIND /', 405],
    ['GET *', 400],
    ['GET /%', 400],
    ['GET http://elsewhere.example/login', 200],
    ['NONSENSE', 400],
  ])('like %s is answered with %i', async (line, status) => {
    expect(await rawGet(line)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  })
})

describe('a method that a route does not take', () => {
  it.each([
    ['POST', '/', 'GET, HEAD'],
    ['POST', '/terms', 'GET, HEAD'],
    ['POST', '/terms.data', 'GET, HEAD'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['PUT', '/login', 'GET, HEAD, POST'],
    ['DELETE', '/login.data', 'GET, HEAD, POST'],
    ['GET', '/api/routes/get-jackpot', 'POST'],
  ])('%s %s is a 405 with Allow: %s', async (method, path, allowed) => {
    const response = await send(path, { method, ...(method === 'GET' ? {} : { body: 'a=b', headers: form }) })
    expect([response.status, response.headers.get('Allow')]).toEqual([405, allowed])
  })
})

describe('too many wrong logins', () => {
  const tryFrom = (address: string, pw: string) =>
    send('/login', {
      method: 'POST',
      body: new URLSearchParams({ id: 'demo2', pw }),
      headers: { 'X-Forwarded-For': address },
    })

  it('block further tries from that IP address, and from no other', async () => {
    const all = await Promise.all(Array.from({ length: 15 }, () => tryFrom('203.0.113.7', 'a wrong password')))
    expect(all.filter(({ status }) => status === 401)).toHaveLength(10)
    const refused = all.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(5)
    expect(Number(refused[0]?.headers.get('Retry-After'))).toBeGreaterThan(500)
    expect((await tryFrom('203.0.113.7', 'demo-5678')).status).toBe(429)
    expect((await tryFrom('198.51.100.1', 'demo-5678')).status).toBe(303)
  })
})

describe('the log', () => {
  it('has one line for a request, with its route and the member as a hash', async () => {
    const member = await signedIn(site.base)
    const { headers } = await member.get('/user?tab=bets')
    const requestId = headers.get('X-Request-Id')
    const lineOf = () =>
      site
        .output()
        .split('\n')
        .filter((line) => line.includes(`"requestId":"${requestId}"`) && line.includes('"msg":"request"'))
        .map((line) => JSON.parse(line))
    await expect.poll(lineOf).toHaveLength(1)
    expect(lineOf()[0]).toMatchObject({
      method: 'GET',
      route: '/user',
      path: '/user',
      status: 200,
      ms: expect.any(Number),
      bytes: expect.any(Number),
      member: expect.stringMatching(/^[\w-]{12}$/),
    })
    expect(JSON.stringify(lineOf()[0])).not.toContain('demo')
  })
})

describe('a site that is told to stop', () => {
  it('reports it to probes, finishes requests in flight, and exits with 0', async () => {
    const stopping = await startSite({ DRAIN_DELAY_MS: '700' })
    const whenIdle = await requestsInFlight(stopping.base)
    let finishBody = () => {}
    const slow = new Promise<number | undefined>((resolve, reject) => {
      const sent = httpRequest(
        {
          port: stopping.port,
          host: '127.0.0.1',
          path: '/login',
          method: 'POST',
          headers: { ...form, 'Content-Length': 20 },
        },
        (response) => {
          response.resume()
          response.on('end', () => resolve(response.statusCode))
        },
      )
      sent.on('error', reject)
      sent.write('id=demo&')
      finishBody = () => void sent.end('pw=demo-1234')
    })
    await expect.poll(() => requestsInFlight(stopping.base)).toBe(whenIdle + 1)
    stopping.process.kill('SIGTERM')
    const probe = async () => {
      const response = await fetch(`${stopping.base}/readyz`)
      return [response.status, await response.json()]
    }
    await expect.poll(probe).toEqual([503, { status: 'draining' }])
    finishBody()
    expect(await slow).toBe(303)
    expect(await stopping.stop()).toBe(0)
  })
})

describe('a start', () => {
  it.each([
    ['PORT', 'eighty'],
    ['PUBLIC_ORIGIN', 'a.example'],
    ['UPSTREAM_URL', 'https://upstream.example'],
  ])('with %s=%s ends with one line that names what is wrong', async (name, value) => {
    const failed = spawnSite(settingsForTests({ PORT: String(await freePort()), [name]: value }))
    expect(await failed.ended).toBe(1)
    expect(failed.output().trim().split('\n')).toHaveLength(1)
    expect(failed.output()).toMatch(/^[A-Z_]{4,} .*(must|not available)/)
  })

  it.each([
    ['UPSTREAM_PATHS', { 'user-do-logn': '/login' }],
    ['BANKS', { names: [] }],
    ['PAYMENTS', { idx: 1 }],
  ])('with an invalid file of %s ends with one line too, on any store', async (name, content) => {
    const folder = await mkdtemp(join(tmpdir(), 'madang-files-'))
    const path = join(folder, 'file.json')
    await writeFile(path, JSON.stringify(content))
    const secret = 'a secret for tests that is long enough to be taken'
    // The start waits for a database that does not answer, but not for an invalid file.
    const onDatabase = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', SESSION_SECRET: secret }
    const failed = spawnSite(settingsForTests({ PORT: String(await freePort()), [name]: path, ...onDatabase }))
    expect(await failed.ended).toBe(1)
    expect(failed.output().trim().split('\n')).toHaveLength(1)
    expect(failed.output()).toMatch(new RegExp(`^${name} (must|names)`))
    await rm(folder, { recursive: true })
  })

  it('on a port that is taken says so', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, () => resolve()))
    const { port } = taken.address() as AddressInfo
    const failed = spawnSite(settingsForTests({ PORT: String(port) }))
    expect(await failed.ended).toBe(1)
    expect(failed.output()).toContain(`PORT ${port} is taken`)
    await new Promise((resolve) => taken.close(resolve))
  })
})
