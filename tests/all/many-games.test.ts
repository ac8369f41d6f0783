import { afterEach, beforeEach, expect, it } from 'vitest'
import { leaveServerCore, processorMs, type Server, siteProgram, startServer } from '../bench/processes'
import { type ForeignUpstream, startForeignUpstream } from '../support/foreign-upstream'
import { createHttpClient, type HttpClient } from '../support/http-client'
import { reportFigure } from '../support/report-figure'

/** A site on one core over an upstream in another process, with many games. */

const unlimited = '{"all":[1000000000,60],"money":[1000000000,60],"loginId":[1000000,600]}'

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

it('a search among 20,000 games costs at most twice as much as the page without it', async () => {
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
