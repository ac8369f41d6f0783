import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../bin/free-port.mjs'
import { createTemporaryPostgres } from '../../bin/install/postgres.mjs'
import { hasHaproxy } from '../support/haproxy'
import { hasRedis, startRedis, type TestRedis } from '../support/redis'
import { reportFigure } from '../support/report-figure'
import { spawnProgram } from '../support/site'

/** Runs docs/two-replicas.md as written, with other ports, addresses and a test certificate. */

const page = readFileSync('docs/two-replicas.md', 'utf8')
const blocks = [...page.matchAll(/^ {3}```(sh|haproxy)\n([\s\S]*?)^ {3}```/gm)].map(([, kind, text = '']) => ({
  kind,
  text: text.replace(/^ {3}/gm, ''),
}))
const folder = mkdtempSync(join(tmpdir(), 'madang-two-'))
let postgres: Awaited<ReturnType<typeof createTemporaryPostgres>>
let redis: TestRedis
let ports: Record<'80' | '443' | '3001' | '3002', number>

/** Fills in the values that a reader replaces in a block. */
function adapted(text: string): string {
  const addresses = text
    .replace(/postgres:\S+/, postgres.url)
    .replace(/redis:\S+/, redis.url)
    .replace('/etc/haproxy/site.pem', join(folder, 'site.pem'))
    .replace('https://www.example.com', `https://localhost:${ports[443]}`)
  return addresses.replace(/(?<=[: ])(80|443|3001|3002)\b/g, (port) => String(ports[port as keyof typeof ports]))
}

async function runBlock(text: string): Promise<void> {
  const block = spawnProgram(
    'sh',
    ['-e', '-c', adapted(text)],
    {
      ...{ PATH: process.env.PATH ?? '', MADANG: process.cwd(), RATE_LIMITS: '{"all":[1000000,60]}' },
      ...{ SERVED_COUNTRIES: 'KR', COUNTRY_HEADER: 'x-country' },
    },
    { cwd: folder },
  )
  expect(await new Promise((resolve) => block.process.once('exit', resolve)), block.output()).toBe(0)
}

beforeAll(async () => {
  postgres = await createTemporaryPostgres(() => {})
  await postgres.start()
  redis = await startRedis()
  ports = { 80: await freePort(), 443: await freePort(), 3001: await freePort(), 3002: await freePort() }
  const pem = join(folder, 'site.pem')
  const subject = ['-nodes', '-newkey', 'rsa:2048', '-days', '2', '-subj', '/CN=localhost']
  execFileSync('openssl', ['req', '-x509', ...subject, '-keyout', `${pem}.key`, '-out', pem], { stdio: 'ignore' })
  writeFileSync(pem, readFileSync(pem, 'utf8') + readFileSync(`${pem}.key`, 'utf8'))
})
afterAll(async () => {
  const started = ['haproxy', ...Object.values(ports ?? {}).map((port) => `site-${port}`)]
  for (const name of started) if (existsSync(join(folder, `${name}.pid`))) process.kill(pidOf(name), 'SIGKILL')
  await redis?.kill()
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
})

function ask(path: string, headers: Record<string, string> = {}): Promise<[number, string]> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        ...{ host: '127.0.0.1', port: ports[443], path, rejectUnauthorized: false },
        headers: { Host: 'localhost', ...headers },
      },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () => resolve([response.statusCode ?? 0, Buffer.concat(parts).toString()]))
      },
    )
    asked.on('error', reject)
    asked.end()
  })
}

const pidOf = (name: string) => Number(readFileSync(join(folder, `${name}.pid`), 'utf8'))

it.runIf(hasHaproxy && hasRedis)(
  'two replicas behind HAProxy start and restart under load as the documentation says',
  async () => {
    const [settings, script, start, config, proxy, restart] = blocks
    expect(blocks.map(({ kind }) => kind)).toEqual(['sh', 'sh', 'sh', 'haproxy', 'sh', 'sh'])
    if (!settings || !script || !start || !config || !proxy || !restart) return
    for (const { text } of [settings, script, start]) await runBlock(text)
    writeFileSync(join(folder, 'haproxy.cfg'), adapted(config.text))
    await runBlock(proxy.text)
    const older = [pidOf(`site-${ports[3001]}`), pidOf(`site-${ports[3002]}`)]

    expect((await ask('/login'))[0]).toBe(200)
    expect((await ask('/metrics'))[0]).toBe(403)
    const fromElsewhere = { 'X-Country': 'US', 'x-country': 'US' }
    expect((await ask('/register', fromElsewhere))[0], 'a country header set by a client').toBe(200)
    expect((await fetch(`http://127.0.0.1:${ports[3001]}/register`, { headers: { 'X-Country': 'US' } })).status).toBe(
      451,
    )
    const statuses: number[] = []
    const load = { isRunning: true }
    const clients = Array.from({ length: 6 }, async () => {
      while (load.isRunning) statuses.push((await ask('/login'))[0])
    })
    await runBlock(restart.text)
    load.isRunning = false
    await Promise.all(clients)
    reportFigure(`${statuses.length} requests during a rolling restart of two replicas`)
    expect(statuses.filter((status) => status !== 200)).toEqual([])
    expect(statuses.length).toBeGreaterThan(20)
    const newer = [pidOf(`site-${ports[3001]}`), pidOf(`site-${ports[3002]}`)]
    expect(newer.filter((pid) => older.includes(pid))).toEqual([])
  },
)
