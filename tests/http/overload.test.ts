import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { referenceOf } from '~/values/reference'
import { createHttpClient, type HttpClient } from '../support/http-client'
import { reportFigure } from '../support/report-figure'
import { sharedSite } from '../support/shared-site'
import { isReplicated } from '../support/site'
import { normalizedText, visitor } from '../support/visitor'
import { wordsOf } from '../support/words'

const korean = wordsOf('ko')

/** Requests beyond the limit of an address: refused with a message, and at little cost. */

describe('a refusal of what one IP address sends', () => {
  const narrow = sharedSite({ RATE_LIMITS: JSON.stringify({ all: [100, 3_600] }) })
  let client: HttpClient
  beforeAll(async () => {
    client = createHttpClient(narrow.port)
  })
  afterAll(async () => {
    client?.close()
  })
  /** The limit is used up already unless a test runs alone. */
  const useUp = async () => {
    while ((await client.send('GET', '/terms')).status !== 429);
  }

  it.skipIf(isReplicated)('costs much less than a page', async () => {
    // Processor time of the whole process, by its own metrics.
    const used = async () =>
      Number(/^process_cpu_seconds_total ([\d.e-]+)/m.exec((await client.send('GET', '/metrics')).body)?.[1]) * 1_000
    const costOf = async (count: number, path: string) => {
      const before = await used()
      for (let index = 0; index < count; index += 1) await client.send('GET', path)
      return ((await used()) - before) / count
    }
    for (let index = 0; index < 30; index += 1) await client.send('GET', '/register?code=MADANG')
    const page = await costOf(50, '/register?code=MADANG')
    await costOf(30, '/register?code=MADANG')
    const refusal = await costOf(150, '/register?code=MADANG')
    reportFigure(`a page costs ${page.toFixed(1)} ms of processor time, a refused one ${refusal.toFixed(2)} ms`)
    expect((await client.send('GET', '/register?code=MADANG')).status).toBe(429)
    // It is a quarter or less on a quiet machine; beside other tests both vary.
    expect(refusal).toBeLessThan(page / 2)
  })

  it('stays small and escapes the URL, whatever the URL holds', async () => {
    await useUp()
    const plain = (await client.send('GET', '/terms?x=1')).body.length
    for (const odd of ['$`', '$&', '$$', "$'", '$1', '"><script>', '&quot;', '\\']) {
      const { status, body } = await client.send('GET', `/terms?${odd.repeat(60)}`)
      expect([odd, status]).toEqual([odd, 429])
      expect(body.length).toBeLessThan(plain + 20_000)
      expect(body.match(/<html/g)).toHaveLength(1)
      expect(body).not.toContain('<script')
    }
    expect((await client.send('GET', `/terms?${'x'.repeat(10_000)}`)).body.length).toBeLessThan(plain + 100)
  })

  it('is a page inside the shell, with how long to wait and ways to go on', async () => {
    await useUp()
    const { status, headers, page, text } = await visitor(narrow.base).get('/terms')
    expect([status, normalizedText(page.querySelector('h1'))]).toEqual([429, korean['problem.limited.title']])
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(text).toMatch(/\d+(초|분) 뒤에 다시 시도해 주세요/)
    expect(text).toContain(`오류 번호 ${referenceOf(headers.get('X-Request-Id') ?? '')}`)
    expect(page.querySelectorAll('header nav a')).toHaveLength(10)
    expect(page.querySelectorAll('main a').length).toBeGreaterThan(1)
  })

  it('is what every kind of path gets, and no probe', async () => {
    await useUp()
    for (const path of [
      '/',
      '/Deposit',
      '/deposit.data',
      '/nowhere',
      '/art/4/hero/wide.svg',
      '/api/routes/get-jackpot',
    ])
      expect((await client.send('GET', path)).status, path).toBe(429)
    for (const path of ['/healthz', '/readyz', '/metrics'])
      expect((await client.send('GET', path)).status, path).toBe(200)
  })
})
