import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { residentMegabytes } from '../support/memory'
import { reportFigure } from '../support/report-figure'
import { onPglite, type Site, startSite } from '../support/site'
import { newMember, type Visitor, visitor } from '../support/visitor'

/** LEAK_REQUESTS=200000 is for a run by hand before a release. */
const requestCount = Number(process.env.LEAK_REQUESTS ?? 20_000)
/** Caches are full and code is compiled after these. */
const warmUpCount = 4_000
/** How many samples of memory are compared: one alone may be before or after a garbage collection. */
const samplesCompared = 8
const sampleEvery = 250
const mostGrowth = 1.1

it(
  'memory stays within a tenth over thousands of requests of visitors and members',
  async () => {
    // The store is in the process, so its memory counts as well.
    // A slow response of a busy machine is no failure here.
    const site = await startSite({ ...onPglite, UPSTREAM_TIMEOUT_MS: '30000' })
    try {
      const journey = await createJourney(site)
      const samples: number[] = []
      for (let sent = 0; sent < requestCount; ) {
        sent += await journey(sent)
        if (sent >= (samples.length + 1) * sampleEvery) samples.push(residentMegabytes(site.process.pid))
      }
      const warmUp = warmUpCount / sampleEvery
      const before = median(samples.slice(warmUp, warmUp + samplesCompared))
      const after = median(samples.slice(-samplesCompared))
      reportFigure(
        `memory: ${before.toFixed(0)} MB after ${warmUpCount} requests, ${after.toFixed(0)} MB after ${requestCount}`,
      )
      expect(after / before).toBeLessThan(mostGrowth)
    } finally {
      await site.stop()
    }
  },
  requestCount * 120,
)

/**
 * A journey that a visitor and a member walk over and over, four requests at a time: pages, lists, forms, pictures,
 * misses and failures, each time with words that the site has not seen.
 *
 * @returns sends a part of it, and resolves with the number of its requests.
 */
async function createJourney(site: Site): Promise<(sent: number) => Promise<number>> {
  const member: Visitor = await newMember(site.base)
  const stranger = visitor(site.base)
  const steps: ((unique: string) => Promise<{ status: number }>)[] = [
    () => member.get('/'),
    () => stranger.get('/'),
    () => member.get('/slot'),
    (unique) => member.get(`/slot?q=${unique}`),
    () => member.get('/casino'),
    () => member.get('/deposit'),
    () => member.get('/withdraw'),
    () => member.get('/user?tab=comp'),
    () => member.get('/note'),
    () => member.get('/_root.data'),
    () => member.call('user-health-check', {}),
    (unique) => member.get(`/game?company=dodam-play&code=${unique}`),
    (unique) => visitor(site.base).get(`/?from=${unique}`),
    () => visitor(site.base, { 'Accept-Language': 'th' }).get('/login'),
    () => stranger.get('/terms'),
    (unique) => stranger.get(`/${unique}`),
    (unique) => stranger.post('/login', { id: unique, pw: unique }),
    (unique) => member.post('/help', { title: unique, contents: unique }),
    () => member.post('/deposit', { balance: '10000', code: randomUUID() }),
    (unique) => stranger.get(`/art/4/game/dodam-play/${unique}.svg`),
  ]
  return async (sent) => {
    const parallel = [0, 1, 2, 3].map((at) => {
      const step = steps[(sent + at) % steps.length]
      return step?.(`leak-${sent + at}`)
    })
    const responses = await Promise.all(parallel)
    for (const response of responses) expect(response?.status).toBeLessThan(500)
    return parallel.length
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}
