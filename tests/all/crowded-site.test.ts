import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createRandomInt } from '~/ui/artwork/random'
import { leaveServerCore, processorMs, type Server, siteProgram, startServer } from '../bench/processes'
import { type ForeignUpstream, startForeignUpstream } from '../support/foreign-upstream'
import { createHttpClient, type HttpClient } from '../support/http-client'
import { reportFigure } from '../support/report-figure'

/** A site on one core over an upstream in another process, with many members online or with many games. */

const memberCount = 1_000
/** As app/session/health-check-schedule.ts has it. */
const healthCheckMs = 30_000
/** How long a member looks at a page before opening the next one. */
const viewMs = 30_000
const paths = ['/', '/slot', '/casino', '/sport', '/deposit', '/withdraw', '/user?tab=history', '/notice', '/note']
const unlimited = '{"all":[1000000000,60],"money":[1000000000,60],"loginId":[1000000,600]}'

const addressOf = (member: number) => ({ 'X-Forwarded-For': `10.${member % 250}.${member >> 2}.1` })

let upstream: ForeignUpstream
let site: Server
let client: HttpClient
beforeEach(async () => {
  leaveServerCore()
  upstream = await startForeignUpstream()
  const settings = { UPSTREAM_URL: upstream.url, SESSION_SECRET: 'a secret for tests that is long enough to be taken' }
  site = await startServer(siteProgram, { ...settings, RATE_LIMITS: unlimited, TRUSTED_PROXIES: '1' })
  client = createHttpClient(site.port, 256)
})
afterEach(async () => {
  client?.close()
  await site?.stop()
  await upstream?.stop()
})

it('answers nineteen of twenty requests of a thousand members within 200 ms', async () => {
  const cookies: string[] = []
  for (let index = 0; index < memberCount; index += 1)
    cookies.push(await client.signIn('demo', 'demo-1234', addressOf(index)))
  const random = createRandomInt('members online')
  for (const path of paths) await client.send('GET', path, { headers: { Cookie: cookies[0] ?? '' } })
  const latencies: number[] = []
  const send = async (member: number, path?: string) => {
    const headers = { Cookie: cookies[member] ?? '', 'Accept-Encoding': 'br', ...addressOf(member) }
    const began = performance.now()
    const { status } = path
      ? await client.send('GET', path, { headers })
      : await client.call('user-health-check', {}, headers)
    latencies.push(performance.now() - began)
    expect(status).toBe(200)
  }
  const until = performance.now() + 60_000
  const repeat = async (everyMs: number, work: () => Promise<void>) => {
    for (let nextMs = performance.now() + random(everyMs); nextMs < until; nextMs += everyMs) {
      await pause(Math.max(0, nextMs - performance.now()))
      await work()
    }
  }
  const before = processorMs(site.pid)
  await Promise.all(
    [...cookies.keys()].flatMap((member) => [
      repeat(healthCheckMs, () => send(member)),
      repeat(viewMs, () => send(member, paths[random(paths.length)])),
    ]),
  )
  const sorted = latencies.toSorted((left, right) => left - right)
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? Number.NaN)
  const load = Math.round((processorMs(site.pid) - before) / 600)
  reportFigure(
    `${memberCount} members: ${sorted.length} requests, half in ${at(0.5)} ms, 95 % in ${at(0.95)} ms, ${load} % of a core`,
  )
  expect(at(0.95)).toBeLessThan(200)
})

it('a search among 20,000 games costs at most twice the page without it', async () => {
  const games = Array.from({ length: 20_000 }, (_, index) => ({ code: index, nameKo: `게임 ${index}` }))
  upstream.answer('get-slot-by-company', { games })
  const headers = { Cookie: await client.signIn(), 'Accept-Encoding': 'br' }
  const costs = { plain: [] as number[], search: [] as number[] }
  const pages = { plain: '/slot', search: `/slot?q=${encodeURIComponent('게임 1')}` }
  for (let round = 0; round < 12; round += 1) {
    for (const name of ['plain', 'search'] as const) {
      const before = processorMs(site.pid)
      for (let count = 0; count < 20; count += 1)
        expect((await client.send('GET', pages[name], { headers })).status).toBe(200)
      if (round > 2) costs[name].push((processorMs(site.pid) - before) / 20)
    }
  }
  const [plain = 0, search = 0] = [costs.plain, costs.search].map(
    (values) => values.toSorted((left, right) => left - right)[4],
  )
  reportFigure(`a search among 20,000 games: ${search.toFixed(1)} ms, /slot without it: ${plain.toFixed(1)} ms`)
  expect(search).toBeLessThan(2 * plain)
})
