import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'vitest'
import { freePort } from '../../bin/free-port.mjs'
import { createDatabase, databaseServerUrl } from '../support/database'
import { type Haproxy, hasHaproxy, startHaproxy } from '../support/haproxy'
import { createHttpClient, type HttpClient } from '../support/http-client'
import { hasRedis, startRedis, type TestRedis } from '../support/redis'
import { settingsForTests } from '../support/settings'
import { secretsOnDatabase, spawnSite, waitUntilReady } from '../support/site'
import { newMember } from '../support/visitor'

/**
 * Measures requests per second of one and of two processes behind haproxy, on one PostgreSQL and one Redis, in
 * alternating rounds, and the processor time of a request: of the site, of PostgreSQL and of Redis. All of them and the
 * clients share this machine's cores, so the rate of two processes says little on few cores; processor time says what a
 * core can do.
 */

const roundMs = Number(process.env.MEASURE_SECONDS ?? 4) * 1_000
const rounds = 3
const clientsCount = 16
const membersCount = 8

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
const print = (line: string) => process.stdout.write(`${line}\n`)

/** Processor time of a process so far, with that of its children that have ended, in ms. */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0)
  return (ticks / ticksPerSecond) * 1_000
}

/** Processor time of the processes whose command line has this pattern, in ms: PostgreSQL's and Redis's name themselves. */
function processorMsOf(pattern: string): number {
  const pids = execFileSync('pgrep', ['-f', pattern], { encoding: 'utf8' }).trim().split('\n').map(Number)
  return pids.reduce((sum, pid) => {
    try {
      return sum + processorMs(pid)
    } catch {
      // It has ended meanwhile.
      return sum
    }
  }, 0)
}

type Load = { name: string; send: (client: HttpClient, cookie: string) => Promise<{ status: number }> }

const page = (name: string, path: string, isMember = true): Load => ({
  name,
  send: (client, cookie) => client.send('GET', path, { headers: isMember ? { Cookie: cookie } : {} }),
})
const call = (name: string, callName: string, payload: () => object): Load => ({
  name,
  send: (client, cookie) =>
    client.send('POST', `/api/routes/${callName}`, {
      headers: { Cookie: cookie, 'Content-Type': 'application/json' },
      body: JSON.stringify(payload()),
    }),
})
const loads: readonly Load[] = [
  page('home of a visitor', '/', false),
  page('home of a member', '/'),
  page('/deposit of a member', '/deposit'),
  call('health check', 'user-health-check', () => ({})),
  call('deposit', 'apply-user-deposit', () => ({ balance: 10_000, code: randomUUID() })),
]

it.runIf(databaseServerUrl && hasHaproxy && hasRedis)(
  'measures requests a second of one and two processes',
  async () => {
    const database = await createDatabase()
    const redis: TestRedis = await startRedis()
    const folder = mkdtempSync(join(tmpdir(), 'madang-rates-'))
    const settings = {
      ...secretsOnDatabase,
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      PLAY_APPROVAL_MS: '600000',
    }
    const start = async () => {
      const port = await freePort()
      const env = settingsForTests({ ...settings, PORT: `${port}`, HOST: '127.0.0.1', LOG_LEVEL: 'info' })
      const site = { ...spawnSite(env, undefined, []), port, base: `http://127.0.0.1:${port}` }
      await waitUntilReady(site.base, site)
      return site
    }
    const sites = [await start(), await start()]
    const proxies: Haproxy[] = []
    for (const count of [1, 2]) proxies.push(await startHaproxy(sites.slice(0, count).map(({ port }) => port)))
    try {
      const cookies: string[] = []
      for (let number = 0; number < membersCount; number++) {
        const member = await newMember(sites[0]?.base ?? '')
        cookies.push([...member.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
      }
      for (const load of loads) {
        const results = proxies.map(() => ({ responses: 0, ms: 0, siteMs: 0, databaseMs: 0, redisMs: 0, failed: 0 }))
        // The first round warms up and is not counted.
        for (let round = 0; round <= rounds; round++) {
          for (const [at, proxy] of proxies.entries()) {
            const used = () => ({
              site: sites.reduce((sum, { process: { pid } }) => sum + processorMs(pid ?? 0), 0),
              database: processorMsOf(`^postgres: .*${new URL(database.url).pathname.slice(1)}`),
              redis: processorMsOf(`^redis-server .*:${new URL(redis.url).port}`),
            })
            const before = used()
            const begun = performance.now()
            const client = createHttpClient(proxy.port, clientsCount)
            let [responses, failed] = [0, 0]
            await Promise.all(
              Array.from({ length: clientsCount }, async (_, number) => {
                while (performance.now() - begun < roundMs) {
                  const { status } = await load.send(client, cookies[number % membersCount] ?? '')
                  if (status === 200) responses++
                  else failed++
                }
              }),
            )
            client.close()
            const after = used()
            const result = results[at]
            if (!result || round === 0) continue
            result.responses += responses
            result.failed += failed
            result.ms += performance.now() - begun
            result.siteMs += after.site - before.site
            result.databaseMs += after.database - before.database
            result.redisMs += after.redis - before.redis
          }
        }
        const [one, two] = results.map(({ responses, ms, siteMs, databaseMs, redisMs, failed }) => {
          const each = (used: number) => (used / responses).toFixed(2)
          const rate = (responses / ms) * 1_000
          const costs = `site ${each(siteMs)}, PostgreSQL ${each(databaseMs)}, Redis ${each(redisMs)} ms`
          return { rate, text: `${rate.toFixed(0)}/s (${costs} a request, ${failed} failed)` }
        })
        const ratio = ((two?.rate ?? 0) / (one?.rate ?? 1)).toFixed(2)
        print(`${load.name}: one ${one?.text}; two ${two?.text}; ratio ${ratio}, load ${loadavg()[0]?.toFixed(1)}`)
      }
    } finally {
      for (const proxy of proxies) await proxy.stop()
      for (const site of sites) {
        site.process.kill('SIGTERM')
        await site.ended
      }
      rmSync(folder, { recursive: true, force: true })
      await redis.kill()
      await database.drop()
    }
  },
  600_000,
)
