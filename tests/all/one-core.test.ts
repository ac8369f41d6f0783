import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { leaveServerCore, processorMs, type Server, siteProgram, startServer } from '../bench/processes'
import { type ForeignUpstream, startForeignUpstream } from '../support/foreign-upstream'
import { createHttpClient, type HttpClient } from '../support/http-client'
import { percentile, reportFigure } from '../support/report-figure'

/** A site on one core with an upstream in another process, and many games or many members. */

const unlimited = '{"all":[1000000000,60],"money":[1000000000,60],"loginId":[1000000,600]}'

/** The interval of health checks. Source: docs/product.md, constants. */
const onlineForMs = 30_000

let upstream: ForeignUpstream
let site: Server
let client: HttpClient
beforeEach(async () => {
  leaveServerCore()
  upstream = await startForeignUpstream()
  const settings = { UPSTREAM_URL: upstream.url, SESSION_SECRET: 'a secret for tests that is long enough to be taken' }
  site = await startServer(siteProgram, { ...settings, RATE_LIMITS: unlimited })
  client = createHttpClient(site.port)
})
afterEach(async () => {
  client?.close()
  await site?.stop()
  await upstream?.stop()
})

it('a search among 20,000 games takes at most twice the processor time of the page without it', async () => {
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
  const [plain, search] = [percentile(costs.plain, 0.5), percentile(costs.search, 0.5)]
  reportFigure(`a search among 20,000 games: ${search.toFixed(1)} ms, /slot without it: ${plain.toFixed(1)} ms`)
  expect(search).toBeLessThan(2 * plain)
})

it('with a thousand members online, 95 % of requests get a response within 200 ms', async () => {
  const ids = upstream.addMembers(1_000)
  const cookies: string[] = []
  while (cookies.length < ids.length) {
    const next = ids.slice(cookies.length, cookies.length + 8)
    cookies.push(...(await Promise.all(next.map((id) => client.signIn(id)))))
  }
  const crowd = createHttpClient(site.port, 1_000)
  const waits: number[] = []
  async function ask(index: number, method: string, path: string) {
    const body = method === 'POST' ? '{}' : undefined
    const headers = {
      Cookie: cookies[index] ?? '',
      'Accept-Encoding': 'br',
      ...(body && { 'Content-Type': 'application/json', Origin: site.base }),
    }
    const began = performance.now()
    const { status } = await crowd.send(method, path, { headers, body })
    waits.push(performance.now() - began)
    expect(status).toBe(200)
  }
  const pages = ['/', '/slot', '/deposit', '/note']
  const before = processorMs(site.pid)
  // Within 30 s, each member's browser makes one health check, and the member opens one page.
  const requests = cookies.flatMap((_, index) => [
    { atMs: Math.random() * onlineForMs, index, method: 'POST', path: '/api/routes/user-health-check' },
    { atMs: Math.random() * onlineForMs, index, method: 'GET', path: pages[index % pages.length] ?? '/' },
  ])
  const sent = requests.map(async ({ atMs, index, method, path }) => {
    await pause(atMs)
    await ask(index, method, path)
  })
  await Promise.all(sent)
  crowd.close()
  const late = percentile(waits, 0.95)
  const busy = (processorMs(site.pid) - before) / onlineForMs
  reportFigure(`a thousand members: 95 % within ${late.toFixed(0)} ms, the core ${(busy * 100).toFixed(0)} % busy`)
  expect(late).toBeLessThan(200)
})
