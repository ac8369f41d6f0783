import { createHmac, randomUUID } from 'node:crypto'
import { Pool } from 'undici'
import { signatureHeaders } from '~/embedded/callbacks/signature.server'
import { settingsForCrowd } from '../support/crowd-on-sites'
import { createDatabase } from '../support/database'
import { startHaproxy } from '../support/haproxy'
import { residentMegabytes } from '../support/memory'
import { startRedis } from '../support/redis'
import { askBackoffice, secretsOnDatabase } from '../support/site'
import { cookieHeader, newMember } from '../support/visitor'
import { describeMachine, formatNumber, formatTable } from './figures'
import {
  processorMs,
  runOnAllCores,
  type Server,
  serverPidOf,
  siteProgram,
  startServer,
  treeProcessorMs,
} from './processes'

/**
 * What one request costs each part of a site, by processor time, which other work on the machine changes less than rates:
 * one, two and four processes behind haproxy, on one PostgreSQL and one Redis.
 */

const members = 24
/** A casino, whose bets feed no jackpot. */
const provider = 'gaon-casino'
const print = (line: string) => process.stdout.write(`${line}\n`)

type Load = { name: string; connections: number; send: (pool: Pool, turn: number) => Promise<number> }

/** Measures and prints the table. */
export async function run({ isQuick }: { isQuick: boolean }): Promise<void> {
  runOnAllCores()
  const forMs = isQuick ? 2_000 : 8_000
  const rows: string[][] = []
  for (const processes of [1, 2, 4]) rows.push(...(await measureProcesses(processes, forMs)))
  const head = ['processes', 'request', 'a second', 'site ms', 'PostgreSQL ms', 'Redis ms', 'haproxy ms', 'cores busy']
  print(`\n${describeMachine('one round of each', true)}\n\n${formatTable(head, rows)}`)
}

async function measureProcesses(count: number, forMs: number): Promise<string[][]> {
  const database = await createDatabase()
  const postgresPid = await serverPidOf(database.url)
  const redis = await startRedis()
  const redisPid = Number(/^process_id:(\d+)/m.exec(redis.tell('info', 'server'))?.[1])
  const sites: Server[] = []
  const settings = {
    ...secretsOnDatabase,
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    PLAY_APPROVAL_MS: '0',
    PROVIDER_SECRET: settingsForCrowd.PROVIDER_SECRET,
    RATE_LIMITS: JSON.stringify({ all: [1_000_000, 60], money: [1_000_000, 60], register: [10_000, 60] }),
    DATABASE_POOL: '4',
  }
  for (let index = 0; index < count; index++)
    sites.push(await startServer(siteProgram, settings, { isOnServerCore: false }))
  const proxy = await startHaproxy(sites.map(({ port }) => port))
  try {
    const cookies: string[] = []
    const sessions: string[] = []
    for (let index = 0; index < members; index++) {
      const member = await newMember(proxy.base)
      cookies.push(cookieHeader(member))
      const given = { member: member.id, account: 'cash', won: 100_000_000, reason: 'the bench' }
      await askBackoffice(proxy.base, secretsOnDatabase.BACKOFFICE_TOKEN, 'correct', given)
      const opened = await member.call('open-game', { company: provider, code: provider })
      sessions.push((opened.json() as { gameUrl: string }).gameUrl.split('/').at(-1)?.split('?')[0] ?? '')
    }
    const ask = async (pool: Pool, path: string, turn: number, body?: string) => {
      const { statusCode, body: answer } = await pool.request({
        method: body === undefined ? 'GET' : 'POST',
        path,
        headers: {
          Cookie: cookies[turn % members] ?? '',
          'Accept-Encoding': 'br',
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body }),
      })
      await answer.dump({ limit: Number.MAX_SAFE_INTEGER })
      return statusCode
    }
    const callBack = async (pool: Pool, message: object) => {
      const text = JSON.stringify({ provider, ...message })
      const secret = createHmac('sha256', settingsForCrowd.PROVIDER_SECRET).update(provider).digest('hex')
      const { statusCode, body } = await pool.request({
        method: 'POST',
        path: `/callbacks/${provider}`,
        headers: { 'Content-Type': 'application/json', ...signatureHeaders(secret, text, new Date()) },
        body: text,
      })
      await body.dump({ limit: Number.MAX_SAFE_INTEGER })
      return statusCode
    }
    const loads: Load[] = [
      {
        name: 'a bet and its end',
        connections: 4 * count,
        send: async (pool, turn) => {
          const id = randomUUID()
          const placed = await callBack(pool, { type: 'bet', id, session: sessions[turn % members], stake: 1_000 })
          return placed === 200 ? callBack(pool, { type: 'win', id: `${id}-win`, bet: id, won: 1_000 }) : placed
        },
      },
      { name: 'home of a member', connections: 4 * count, send: (pool, turn) => ask(pool, '/', turn) },
      { name: '/deposit of a member', connections: 4 * count, send: (pool, turn) => ask(pool, '/deposit', turn) },
      {
        name: 'health check',
        connections: 4 * count,
        send: (pool, turn) => ask(pool, '/api/routes/user-health-check', turn, '{}'),
      },
      {
        name: 'a deposit by the API',
        connections: 4 * count,
        send: (pool, turn) =>
          ask(pool, '/api/routes/apply-user-deposit', turn, JSON.stringify({ balance: 10_000, code: randomUUID() })),
      },
    ]
    const rows: string[][] = []
    for (const load of loads) {
      await sendFor(proxy.base, load, forMs / 4)
      const parts = () => [
        sites.reduce((sum, { pid }) => sum + treeProcessorMs(pid), 0),
        treeProcessorMs(postgresPid),
        processorMs(redisPid),
        processorMs(proxy.pid),
      ]
      const before = parts()
      const began = performance.now()
      const sent = await sendFor(proxy.base, load, forMs)
      const elapsedMs = performance.now() - began
      const used = parts().map((ms, part) => ms - (before[part] ?? 0))
      rows.push([
        String(count),
        load.name,
        formatNumber((sent / elapsedMs) * 1_000),
        ...used.map((ms) => formatNumber(ms / sent)),
        formatNumber(used.reduce((sum, ms) => sum + ms, 0) / elapsedMs),
      ])
      print(rows.at(-1)?.join('  ') ?? '')
    }
    print(`memory: ${sites.map(({ pid }) => formatNumber(residentMegabytes(pid))).join(', ')} MB`)
    return rows
  } finally {
    await proxy.stop()
    for (const site of sites) await site.stop()
    await redis.kill()
    await database.drop()
  }
}

/** @returns how many requests were answered, all of them with 200 */
async function sendFor(base: string, { connections, send }: Load, forMs: number): Promise<number> {
  const pool = new Pool(base, { connections, pipelining: 1 })
  const until = performance.now() + forMs
  let sent = 0
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < until) {
        const status = await send(pool, sent++)
        if (status !== 200) throw new Error(`a request was answered ${status}`)
      }
    }),
  )
  await pool.destroy()
  return sent
}
