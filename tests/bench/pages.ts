import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Pool } from 'undici'
import { createHttpClient } from '../support/http-client'
import { leaveServerCore, processorMs, type Server, siteProgram, startServer } from './processes'

/** Measures the processor time of requests. Two checkouts are compared in short, alternating batches. */

type Target = {
  name: string
  server: Server
  path: string
  headers?: Record<string, string>
  /** The expected status, 200 by default. */
  status?: number
}

const secret = 'a secret for tests that is long enough to be taken'
/** Enough to keep the server busy, which renders one page at a time. More connections would only wait. */
const connections = 4
const browserHeaders = {
  Accept: 'text/html,application/xhtml+xml',
  'Accept-Encoding': 'gzip, deflate, br, zstd',
  'Accept-Language': 'ko-KR,ko;q=0.9',
}

/** Measures each folder's built site, and prints its processor time per request and the ratio of two folders. */
export async function run({ isQuick, folders }: { isQuick: boolean; folders: readonly string[] }): Promise<void> {
  const [rounds, sampleMs, warmUpMs] = isQuick ? [5, 250, 1_000] : [21, 300, 5_000]
  leaveServerCore()
  const sites = await Promise.all(folders.map(startSites))
  try {
    const rows: string[][] = [['request', ...folders, ...(folders.length > 1 ? ['ratio of the rounds'] : [])]]
    for (const index of sites[0]?.targets.keys() ?? []) {
      const targets = sites.map((site) => site.targets[index] as Target)
      for (const target of targets) await sample(target, warmUpMs)
      const costs = targets.map((target) => ({ target, ms: [] as number[] }))
      for (let round = 0; round < rounds; round++) {
        for (const { target, ms } of round % 2 === 0 ? costs : costs.toReversed())
          ms.push(await sample(target, sampleMs))
      }
      const [here = [], there] = costs.map(({ ms }) => ms)
      const ratios = there ? [here.map((ms, round) => ms / (there[round] ?? Number.NaN))] : []
      rows.push([targets[0]?.name ?? '', ...[...costs.map(({ ms }) => ms), ...ratios].map(formatSpread)])
    }
    process.stdout.write(`Processor ms: median (least–most)\n${rows.map((row) => row.join(' | ')).join('\n')}\n`)
  } finally {
    await Promise.all(sites.map(({ stop }) => stop()))
  }
}

function formatSpread(values: readonly number[]): string {
  const sorted = values.toSorted((left, right) => left - right)
  const [median, least, most] = [Math.floor(sorted.length / 2), 0, -1].map((at) => sorted.at(at)?.toPrecision(3))
  return `${median} (${least}–${most})`
}

/** Sends a target's request over several connections. @returns the server's processor time per request, in ms */
async function sample({ name, server, path, headers, status = 200 }: Target, forMs: number): Promise<number> {
  const pool = new Pool(server.base, { connections, pipelining: 1 })
  let count = 0
  const until = performance.now() + forMs
  const before = processorMs(server.pid)
  const send = async () => {
    while (performance.now() < until) {
      const response = await pool.request({ method: 'GET', path, headers: { ...browserHeaders, ...headers } })
      // Stores the cookie, as a browser does. Otherwise each response after a minute would renew the session.
      const session = [response.headers['set-cookie'] ?? []].flat().find((line) => line.startsWith('madang='))
      if (session && headers?.Cookie) headers.Cookie = session.replace(/;.*/, '')
      await response.body.dump({ limit: Number.MAX_SAFE_INTEGER })
      if (response.statusCode !== status) throw new Error(`${name} (${path}) answered ${response.statusCode}`)
      count += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, send))
  await pool.destroy()
  return (processorMs(server.pid) - before) / count
}

/** Starts a checkout's site twice: with its defaults, and with a rate limit that every request exceeds. */
async function startSites(folder: string) {
  const program = [...siteProgram.slice(0, -1), resolve(folder, 'bin/start.mjs')]
  const [site, narrow] = await Promise.all([
    startServer(program, { DATA_DIR: mkdtempSync(join(tmpdir(), 'bench-')), SESSION_SECRET: secret }),
    startServer(program, {
      UPSTREAM_URL: 'http://127.0.0.1:9',
      SESSION_SECRET: secret,
      RATE_LIMITS: '{"all":[1,3600]}',
    }),
  ])
  const client = createHttpClient(site.port)
  const member = { Cookie: await client.signIn() }
  client.close()
  await fetch(`${narrow.base}/register`)
  const targets: Target[] = [
    { name: 'refused by the rate limit', server: narrow, path: '/register', status: 429 },
    { name: 'visitor’s home, from the cache', server: site, path: '/' },
    { name: 'visitor’s home, rendered', server: site, path: '/', headers: { Cookie: 'bench=1' } },
    { name: 'member’s home', server: site, path: '/', headers: member },
    { name: '/deposit', server: site, path: '/deposit', headers: member },
    { name: '/slot', server: site, path: '/slot', headers: member },
  ]
  return { targets, stop: () => Promise.all([site.stop(), narrow.stop()]) }
}
