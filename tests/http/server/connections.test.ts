import { readFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../../bin/free-port.mjs'
import { siteFlags } from '../../support/node-flags.mjs'
import { isPosix } from '../../support/platform'
import { type RawConnection, rawConnection, rawExchange } from '../../support/raw-connection'
import { settingsForTests } from '../../support/settings'
import { askBackoffice, onPglite, requestsInFlight, spawnProgram, waitUntilReady } from '../../support/site'

/** A site at a low limit of open files, with more connections than it allows. */

/** Enough for 100 connections, at most 50 of them from one network, plus the files of the store and the process. */
const openFiles = 356
const maxConnections = 100
/** Connections reserved for probes, of all and of those of one network. */
const reservedForProbes = 16

type LimitedSite = ReturnType<typeof spawnProgram> & { port: number; base: string; host: string; dataDir: string }

/** Starts a site with a hard limit of open files, on a copy of `storeTemplate` or on a new store. */
async function spawnLimited(
  limit: number,
  settings: Record<string, string> = {},
  storeTemplate?: string,
): Promise<LimitedSite> {
  const port = await freePort()
  const dataDir = await mkdtemp(join(tmpdir(), 'madang-limited-'))
  if (storeTemplate) await cp(storeTemplate, join(dataDir, 'house'), { recursive: true })
  const env = settingsForTests({ PORT: `${port}`, HOST: '127.0.0.1', DATA_DIR: dataDir, ...onPglite, ...settings })
  const command = ['-c', 'ulimit -n "$0" && exec "$@"', `${limit}`, process.execPath, ...siteFlags, 'bin/start.mjs']
  const base = `http://127.0.0.1:${port}`
  return { ...spawnProgram('sh', command, env), port, base, host: `Host: 127.0.0.1:${port}\r\n`, dataDir }
}

async function stop(site: LimitedSite | undefined): Promise<void> {
  site?.process.kill('SIGTERM')
  await site?.ended
  if (site) await rm(site.dataDir, { recursive: true, force: true })
}

describe.skipIf(!isPosix)('a site whose open-file limit is too low', () => {
  it('doesn’t start, and prints one line with the limit and how to raise it', async () => {
    const site = await spawnLimited(256)
    try {
      expect(await site.ended).toBe(1)
      expect(site.output()).toMatch(
        /^Open files: the hard limit is 256, and the site needs 320 or more; raise it \(ulimit [^\n]*\)\n$/,
      )
    } finally {
      await stop(site)
    }
  })
})

/** The first site creates its store at this limit. */
describe.skipIf(!isPosix).each([
  { where: 'without a proxy', TRUSTED_PROXIES: '0', places: maxConnections / 2 - reservedForProbes },
  {
    where: 'behind a proxy',
    TRUSTED_PROXIES: '1',
    places: maxConnections - reservedForProbes,
    storeTemplate: process.env.TEST_STORE_TEMPLATE,
  },
])('a site at a low limit of open files, $where', ({ TRUSTED_PROXIES, places, storeTemplate }) => {
  let site: LimitedSite
  const opened: RawConnection[] = []
  beforeAll(async () => {
    const settings = { TRUSTED_PROXIES, BACKOFFICE_TOKEN: 'a back-office token of 32 characters for tests' }
    site = await spawnLimited(openFiles, settings, storeTemplate)
    await waitUntilReady(site.base, site)
  })
  afterAll(async () => {
    for (const connection of opened) connection.destroy()
    await stop(site)
  })

  function open(text: string): RawConnection {
    const connection = rawConnection(site.port)
    connection.write(text)
    opened.push(connection)
    return connection
  }
  const get = (path: string, last = '') => `GET ${path} HTTP/1.1\r\n${site.host}${last}\r\n`
  const response = /HTTP\/1\.1 200 /
  /** Opens connections that get one response and stay idle, a few at a time. */
  async function openIdle(count: number): Promise<RawConnection[]> {
    const idle: RawConnection[] = []
    while (idle.length < count) {
      const some = Array.from({ length: 8 }, () => open(get('/healthz')))
      await Promise.all(some.map((connection) => connection.until(response)))
      idle.push(...some)
    }
    return idle
  }
  const form = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 4\r\n'
  const metric = async (name: string) => {
    const { text } = await rawExchange(site.port, get('/metrics', 'Connection: close\r\n'))
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1],
    )
  }

  it('closes the longest-idle connections to serve new clients', async () => {
    const idle = await openIdle(openFiles + maxConnections)
    await idle[0]?.closed
    expect(await metric('madang_http_connections_limit')).toBe(maxConnections)
    expect(await metric('madang_http_connections{state="idle"}')).toBeLessThanOrEqual(maxConnections)
    expect(await metric('madang_http_connections_closed_total')).toBeGreaterThanOrEqual(openFiles)
    expect(await metric('process_open_fds')).toBeLessThan(openFiles)

    const last = idle.at(-1) as RawConnection
    last.write(get('/readyz?strict=1', 'Connection: close\r\n'))
    expect((await last.closed).statuses).toEqual([200, 200])
    // The store can still be read and written.
    const page = await rawExchange(site.port, get('/login', 'Connection: close\r\n'))
    expect(page.statuses).toEqual([200])
    const audit = await askBackoffice(site.base, 'a back-office token of 32 characters for tests', 'audit')
    expect(await audit.json()).toMatchObject({ inOrder: true })
    expect(JSON.parse(readFileSync(join(site.dataDir, 'house.lock'), 'utf8'))).toMatchObject({ pid: site.process.pid })
    expect(site.output()).not.toMatch(/EMFILE|took the data folder over/)
  })

  /** The next two tests don't depend on a proxy. */
  const isDirect = TRUSTED_PROXIES === '0'
  it.runIf(isDirect)('closes no connection with a request in progress, however long it takes', async () => {
    const bodies = Array.from({ length: 10 }, () => open(`POST /login HTTP/1.1\r\n${site.host}${form}\r\nid`))
    const heads = Array.from({ length: 10 }, () => open(`GET /login HTTP/1.1\r\n${site.host}`))
    await openIdle(maxConnections * 2)
    for (const connection of bodies) connection.write('=a')
    for (const connection of heads) connection.write('\r\n')
    for (const connection of bodies) await connection.until(/HTTP\/1\.1 4\d\d /)
    for (const connection of heads) await connection.until(response)
  })

  it.runIf(isDirect)(
    'counts a connection as idle once its request is read and answered, for every kind of request',
    async () => {
      const close = 'Connection: close\r\n'
      const body = 'x'.repeat(300_000)
      const kinds: [first: string, status: number][] = [
        [get('/login'), 200],
        [get('/favicon.svg'), 200],
        [`HEAD /login HTTP/1.1\r\n${site.host}\r\n`, 200],
        [`POST /login HTTP/1.1\r\n${site.host}${form}\r\nid=a`, 422],
        [`PUT /login HTTP/1.1\r\n${site.host}Content-Length: ${body.length}\r\n\r\n${body}`, 405],
        [`GET /login HTTP/1.1\r\n${site.host}Expect: something\r\n\r\n`, 417],
        [`${get('/healthz')}${get('/healthz')}`, 200],
      ]
      for (const [first, status] of kinds) await open(first).until(new RegExp(`HTTP/1\\.1 ${status} `))
      // The request for the metrics is busy itself.
      await expect.poll(() => metric('madang_http_connections{state="busy"}')).toBe(1)
      const leaving = open(`POST /login HTTP/1.1\r\n${site.host}${form}\r\nid`)
      await expect.poll(() => metric('madang_http_connections{state="busy"}')).toBe(2)
      leaving.destroy()
      await expect.poll(() => metric('madang_http_connections{state="busy"}')).toBe(1)
      expect((await rawExchange(site.port, get('/healthz', close))).statuses).toEqual([200])
    },
  )

  it('answers probes when every place is taken, and tells other clients when to retry', async () => {
    // A few at a time: too many unread connections would make the metrics request close one of them.
    const senders: RawConnection[] = []
    while (senders.length < places) {
      const some = Math.min(8, places - senders.length)
      for (let i = 0; i < some; i += 1) senders.push(open(`POST /login HTTP/1.1\r\n${site.host}${form}\r\nid`))
      // The request for the metrics is one more.
      await expect.poll(() => metric('madang_http_connections{state="busy"}')).toBeGreaterThan(senders.length)
    }

    for (const path of ['/healthz', '/readyz?strict=1']) {
      const probe = await rawExchange(site.port, get(path, 'Connection: close\r\n'))
      expect(probe.statuses).toEqual([200])
    }
    for (const path of ['/login', '/favicon.svg']) {
      const refused = await rawExchange(site.port, get(path, 'Connection: close\r\n'))
      expect(refused.statuses).toEqual([503])
      expect(refused.text).toMatch(/^retry-after: 5\r$/im)
    }
    expect(await metric('madang_refused_total{reason="connections"}')).toBe(2)
    // Connections beyond the limit are not read, but a later probe is answered.
    const silent = Array.from({ length: openFiles }, () => open(''))
    await silent[0]?.closed
    expect((await rawExchange(site.port, get('/healthz', 'Connection: close\r\n'))).statuses).toEqual([200])
    if (isDirect && process.platform === 'linux') {
      const elsewhere = rawConnection(site.port, '127.0.0.2')
      elsewhere.write(get('/login', 'Connection: close\r\n'))
      expect((await elsewhere.closed).statuses).toEqual([200])
    }

    for (const sender of senders) sender.write('=a')
    for (const sender of senders) await sender.until(/HTTP\/1\.1 4\d\d /)
    expect((await rawExchange(site.port, get('/login', 'Connection: close\r\n'))).statuses).toEqual([200])
  })
})

describe('pipelined requests', () => {
  let site: LimitedSite
  beforeAll(async () => {
    site = await spawnLimited(openFiles, { LOG_LEVEL: 'debug' }, process.env.TEST_STORE_TEMPLATE)
    await waitUntilReady(site.base, site)
  })
  afterAll(() => stop(site))

  const get = (path: string, last = '') => `GET ${path} HTTP/1.1\r\n${site.host}${last}\r\n`

  it('are answered up to a hundred; a connection with more is closed', async () => {
    const hundred = await rawExchange(
      site.port,
      `${get('/healthz').repeat(99)}${get('/healthz', 'Connection: close\r\n')}`,
    )
    expect(hundred.statuses).toEqual(Array.from({ length: 100 }, () => 200))
    const more = await rawExchange(site.port, get('/login').repeat(1_000))
    expect(more.statuses.length).toBeLessThan(100)
    const { text } = await rawExchange(site.port, get('/metrics', 'Connection: close\r\n'))
    expect(text).toMatch(/^madang_refused_total\{reason="pipelined"\} 1$/m)
  })

  /** When a socket closes, Node.js only closes the response that it was sending. */
  it('each get a log line when their client disconnects, and do not delay the shutdown', async () => {
    const form = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 4\r\n'
    const post = `POST /login HTTP/1.1\r\n${site.host}${form}\r\nid=a`
    const kinds = [get('/?x=1'), post, get('/favicon.svg'), get('/login', 'Expect: tea\r\n')]
    const requests = [get('/healthz'), ...Array.from({ length: 12 }, () => kinds).flat()]
    const countLines = () =>
      site.output().match(/^.*"path":"\/(?:healthz|login|favicon\.svg)?",.*"msg":"request"/gm)?.length ?? 0
    const before = await requestsInFlight(site.base)
    const linesBefore = countLines()
    const connections = 4
    for (let round = 0; round < connections; round += 1) {
      const connection = rawConnection(site.port)
      // Every other connection ends with an incomplete request.
      connection.write(requests.join('') + (round % 2 === 0 ? '' : 'GET /?x=1 HTTP/1.1\r\nHo'))
      // The response means that the server has received all of it.
      await connection.until(/HTTP\/1\.1 200 /)
      connection.destroy()
    }

    await expect.poll(() => requestsInFlight(site.base), { timeout: 5_000 }).toBe(before)
    await expect.poll(countLines).toBe(linesBefore + connections * requests.length)
    // Requests still in the queue were never started.
    expect(site.output()).toMatch(/"route":"\*","path":"\/favicon\.svg","status":499/)

    const startMs = performance.now()
    site.process.kill('SIGTERM')
    expect(await site.ended).toBe(0)
    expect(site.output()).not.toContain('requests cut off at the drain deadline')
    expect(performance.now() - startMs).toBeLessThan(4_000)
  })
})
