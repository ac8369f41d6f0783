import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { createHttpClient, type HttpClient } from '../support/http-client'
import { residentMegabytes } from '../support/memory'
import { reportFigure } from '../support/report-figure'
import { onPglite, type Site, startSite } from '../support/site'
import { cookieHeader, newMember, type Visitor, visitor } from '../support/visitor'

/** LEAK_REQUESTS=200000 is for a run by hand before a release. */
const requestCount = Number(process.env.LEAK_REQUESTS ?? 20_000)
/** Caches are full and code is compiled after these. */
const warmUpCount = 4_000
/** How many samples of memory are compared: one alone may be before or after a garbage collection. */
const samplesCompared = 8
const sampleEvery = 250
const mostGrowth = 1.1
/** Caches and counters grow by some 10 MB; contexts of requests, were they kept, by 15 MB more. */
const mostAbuseMegabytes = 18

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

/** Collects garbage at SIGUSR2, and prints how many bytes live on in V8's heap and outside of it. */
const collectsGarbage = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`
    import { setFlagsFromString } from 'node:v8'
    import { runInNewContext } from 'node:vm'
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc')
    process.on('SIGUSR2', () => {
      collect()
      const { heapUsed, external } = process.memoryUsage()
      console.error('alive: ' + (heapUsed + external))
    })`)}`,
}

it('abuse leaves nothing in memory but caches of a bounded size', async () => {
  const site = await startSite({
    ...collectsGarbage,
    TRUSTED_PROXIES: '1',
    RATE_LIMITS: JSON.stringify({ all: [1_000_000, 60] }),
  })
  const client = createHttpClient(site.port)
  const aliveMegabytes = async () => {
    const aliveFigures = () =>
      [...site.output().matchAll(/^alive: (\d+)$/gm)].map(([, bytes]) => Number(bytes) / 2 ** 20)
    const before = aliveFigures().length
    site.process.kill('SIGUSR2')
    await expect.poll(() => aliveFigures().length).toBe(before + 1)
    return aliveFigures().at(-1) ?? Number.NaN
  }
  try {
    const cookie = cookieHeader(await newMember(site.base))
    const abuse = async (from: number, count: number) => {
      for (let index = from; index < from + count; index += 20)
        await Promise.all(Array.from({ length: 20 }, (_, offset) => sendAbuse(client, cookie, index + offset)))
    }
    await abuse(0, 400)
    const before = await aliveMegabytes()
    await abuse(400, 2_000)
    const grown = (await aliveMegabytes()) - before
    reportFigure(`memory under abuse: ${before.toFixed(0)} MB alive, ${grown.toFixed(1)} MB more after 2,000 requests`)
    expect(grown).toBeLessThan(mostAbuseMegabytes)
  } finally {
    client.close()
    await site.stop()
  }
})

/** One request of a stranger, in ten kinds, all of them with words, hosts and addresses that the site has not seen. */
async function sendAbuse(client: HttpClient, cookie: string, index: number): Promise<void> {
  const unique = `${index}-${randomUUID()}`
  const headers = { 'X-Forwarded-For': `10.${index % 250}.${(index >> 8) % 250}.${(index * 7) % 250}` }
  const asMember = { ...headers, Cookie: cookie }
  const kinds: (() => Promise<unknown>)[] = [
    () => client.send('GET', `/?q=${unique}`, { headers: { ...headers, Host: `q${unique}.example` } }),
    () => client.send('GET', '/', { headers: { ...headers, Host: `h${unique}.example` } }),
    () => client.send('POST', '/login', { headers, body: `id=n${index}&pw=${unique}` }),
    () => client.send('POST', '/deposit', { headers, body: `balance=10000&code=${unique}` }),
    () => client.call(`s${unique}`, { a: unique }, headers),
    () => client.send('POST', '/login', { headers, body: 'x'.repeat(200_000) }).catch(() => undefined),
    () => client.send('GET', `/slot/game?code=${unique}`, { headers: asMember }),
    () => client.send('GET', '/', { headers: { ...headers, Cookie: `pop_${unique}=1; madang=${unique}` } }),
    () => client.call('get-slot-by-company', { code: unique }, asMember),
    () =>
      client.call('apply-user-withdraw', { balance: 10_000, code: `abuse-${index}`, exchange_pw: '0000' }, asMember),
  ]
  await kinds[index % kinds.length]?.()
}

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
    const parallel = [0, 1, 2, 3].map((index) => {
      const step = steps[(sent + index) % steps.length]
      return step?.(`leak-${sent + index}`)
    })
    const responses = await Promise.all(parallel)
    for (const response of responses) expect(response?.status).toBeLessThan(500)
    return parallel.length
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN
}
