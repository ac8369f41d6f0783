import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { createHttpClient, type HttpClient } from '../support/http-client'
import { reportFigure } from '../support/report-figure'
import { onPglite, startSite } from '../support/site'
import { cookieHeader, newMember } from '../support/visitor'

/** Caches and counters grow by about 10 MB. Leaked request contexts would add 15 MB. */
const maxGrowthMegabytes = 18

/** On SIGUSR2, collects garbage and prints the bytes still used in V8's heap and outside. */
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

it('pages, forms, 404s and abuse leave only bounded caches in memory', async () => {
  // The store runs in the process, so its memory is included.
  const site = await startSite({
    ...onPglite,
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
    expect(grown).toBeLessThan(maxGrowthMegabytes)
  } finally {
    client.close()
    await site.stop()
  }
})

/** Sends one request of a visitor or a member, with words, hosts and IP addresses that are new to the site. */
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
    () => client.send('GET', `/slot?q=${unique}`, { headers: asMember }),
    () => client.send('GET', '/deposit', { headers: asMember }),
    () => client.send('POST', '/help?write', { headers: asMember, body: `title=${unique}&contents=${unique}` }),
    () => client.send('GET', `/art/5/game/dodam-play/${unique}.svg`, { headers }),
    () => client.send('GET', `/${unique}`, { headers }),
    () =>
      client.call('apply-user-withdraw', { balance: 10_000, code: `abuse-${index}`, exchange_pw: '0000' }, asMember),
  ]
  await kinds[index % kinds.length]?.()
}
