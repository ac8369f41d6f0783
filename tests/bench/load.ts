import { Pool } from 'undici'
import { processorMs, type Server } from './processes'

/** The load generator, by undici, which is a dependency already. */

/** A request that is sent over and over. */
export type Target = {
  name: string
  server: Server
  path: string
  /** Of every request, or of the next one. */
  headers?: Record<string, string> | (() => Record<string, string>)
  /** The expected status; 200 without it. */
  status?: number
}

export type Sample = {
  /** Processor time of the server for one request. */
  processorMs: number
  requestsPerSecond: number
}

const browserHeaders = {
  Accept: 'text/html,application/xhtml+xml',
  'Accept-Encoding': 'gzip, deflate, br, zstd',
  'Accept-Language': 'ko-KR,ko;q=0.9',
}

/** Keeps the server busy. It renders one page at a time, so more connections would only wait. */
const connections = 4

/** Sends a target's request from several connections, each as soon as the last is answered. @param forMs how long */
export async function sampleLoad(target: Target, forMs: number): Promise<Sample> {
  const pool = new Pool(target.server.base, { connections, pipelining: 1 })
  let count = 0
  const began = performance.now()
  const usedBefore = processorMs(target.server.pid)
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() - began < forMs) {
        await send(pool, target)
        count += 1
      }
    }),
  )
  const sample = {
    processorMs: (processorMs(target.server.pid) - usedBefore) / count,
    requestsPerSecond: (count / (performance.now() - began)) * 1_000,
  }
  await pool.destroy()
  return sample
}

/** Sends `count` requests, taking turns over the targets, a few at a time. */
export async function sendMany(targets: readonly Target[], count: number): Promise<void> {
  const pools = new Map(targets.map(({ server }) => [server, new Pool(server.base, { connections, pipelining: 1 })]))
  let sent = 0
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (sent < count) {
        const target = targets[sent++ % targets.length]
        const pool = target && pools.get(target.server)
        if (target && pool) await send(pool, target)
      }
    }),
  )
  await Promise.all([...pools.values()].map((pool) => pool.destroy()))
}

/** @throws Error when the response is not the expected one: its time would say nothing. */
async function send(pool: Pool, { name, path, headers, status = 200 }: Target): Promise<void> {
  const own = typeof headers === 'function' ? headers() : headers
  const request = { method: 'GET', path, headers: { ...browserHeaders, ...own } } as const
  const { statusCode, headers: sent, body } = await pool.request(request)
  // As a browser does. Else each response after the first minute would seal the session again.
  const session = [sent['set-cookie'] ?? []].flat().find((line) => line.startsWith('madang='))
  if (session && own?.Cookie) own.Cookie = session.replace(/;.*/, '')
  await body.dump({ limit: Number.MAX_SAFE_INTEGER })
  if (statusCode !== status) throw new Error(`${name} (${path}) answered ${statusCode}`)
}
