import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHttpClient, type HttpClient } from '../support/http-client'
import { reportFigure } from '../support/report-figure'
import { type Site, startSite } from '../support/site'

/** While one client sends far too many requests, another member is served almost as fast as on an idle site. */

/** The 95th percentile of a page's time for an honest member, on a machine that is busy with the test as well. */
const maxWaitMs = 300
const pages = ['/deposit', '/', '/note', '/user']

let site: Site
let abuser: HttpClient
let honest: HttpClient
let cookie: string

beforeAll(async () => {
  site = await startSite({
    TRUSTED_PROXIES: '1',
    RATE_LIMITS: JSON.stringify({ loginAddress: [5, 600], all: [3_000, 60], money: [600, 60] }),
  })
  abuser = createHttpClient(site.port, 64)
  honest = createHttpClient(site.port)
  cookie = await honest.signIn('demo2', 'demo-5678', fromIp('198.51.100.1'))
})
afterAll(async () => {
  abuser?.close()
  honest?.close()
  await site?.stop()
})

const fromIp = (address: string) => ({ 'X-Forwarded-For': address })

/** Opens pages one after the other as a member until the abuse is over. @returns the time of each in ms, sorted */
async function measurePageTimes(abuse: Promise<unknown>): Promise<number[]> {
  const state = { isOver: false }
  abuse.finally(() => {
    state.isOver = true
  })
  const timesMs: number[] = []
  for (let at = 0; !state.isOver; at += 1) {
    const begun = performance.now()
    const headers = { ...fromIp('198.51.100.1'), Cookie: cookie, 'Accept-Encoding': 'br' }
    const { status } = await honest.send('GET', pages[at % pages.length] ?? '/', { headers })
    timesMs.push(performance.now() - begun)
    expect(status).toBe(200)
    await pause(20)
  }
  await abuse
  return timesMs.sort((a, b) => a - b)
}

function expectFastPages(what: string, sorted: readonly number[]): void {
  const [median = 0, p95 = Number.POSITIVE_INFINITY] = [0.5, 0.95].map(
    (part) => sorted[Math.floor(sorted.length * part)],
  )
  reportFigure(
    `beside ${what} a member waits ${median.toFixed(0)} ms, 95 % at most ${p95.toFixed(0)} ms (${sorted.length} pages)`,
  )
  expect(sorted.length).toBeGreaterThan(10)
  expect(p95).toBeLessThan(maxWaitMs)
}

describe('an honest member', () => {
  it('is not slowed down by an IP address that asks for as many pages as its limit allows', async () => {
    const abuse = async () => {
      const member = await abuser.signIn('demo', 'demo-1234', fromIp('203.0.113.1'))
      const headers = { ...fromIp('203.0.113.1'), Cookie: member }
      const sent: Promise<unknown>[] = []
      for (let at = 0; at < 200; at += 1) {
        sent.push(abuser.send('GET', '/deposit', { headers }))
        await pause(1_000 / 47)
      }
      await Promise.all(sent)
    }
    expectFastPages('47 pages a second of one address', await measurePageTimes(abuse()))
  })

  it('is not slowed down by an IP address that uses its whole limit at once and is then refused', async () => {
    const headers = fromIp('203.0.113.2')
    const abuse = async () => {
      for (let at = 0; at < 20; at += 1) {
        await Promise.all(Array.from({ length: 200 }, () => abuser.send('GET', '/terms?x', { headers })))
      }
    }
    expectFastPages('4,000 requests of one address', await measurePageTimes(abuse()))
    expect((await abuser.send('GET', '/terms?x', { headers })).status).toBe(429)
  })

  it('is not slowed down by wrong logins from many IP addresses', async () => {
    const send = (at: number) =>
      abuser.send('POST', '/login', {
        headers: fromIp(`203.0.${100 + (at >> 8)}.${at & 255}`),
        body: new URLSearchParams({ id: 'nobody_1', pw: `not the password ${at}` }).toString(),
      })
    const abuse = Promise.all(Array.from({ length: 400 }, (_, at) => send(at)))
    expectFastPages('400 wrong log-ins at once', await measurePageTimes(abuse))
    const statuses = (await abuse).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401).length).toBeGreaterThan(20)
    expect(statuses.filter((status) => ![401, 503].includes(status))).toEqual([])
  })
})
