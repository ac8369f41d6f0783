import { beforeAll, describe, expect, it } from 'vitest'
import { referenceOf } from '~/values/request'
import { sharedClient, sharedSite } from '../../support/shared-site'
import { normalizedText, visitor } from '../../support/visitor'
import { inOrder, words } from '../../support/words'

/** Requests beyond the limit of an IP address are rejected with a small response. */

describe('a rejection of requests from one IP address', () => {
  const narrow = sharedSite({ RATE_LIMITS: JSON.stringify({ all: [100, 3_600] }) })
  const client = sharedClient(narrow)
  let memberCookie: string
  beforeAll(async () => {
    memberCookie = await client.signIn('demo', 'demo-1234', { Origin: narrow.base })
  })
  /** Does nothing if an earlier test has used up the limit. */
  const useUp = async () => {
    while ((await client.send('GET', '/terms')).status !== 429);
  }

  it('stays small and escapes the URL, whatever the URL contains', async () => {
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

  it('is a page inside the shell, with the time to wait and links to other pages', async () => {
    await useUp()
    const { status, headers, page, text } = await visitor(narrow.base).get('/terms')
    expect([status, normalizedText(page.querySelector('h1'))]).toEqual([429, words['problem.limited.title']])
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(text).toMatch(inOrder(words['problem.limited.waitMinutes']))
    expect(text).toContain(`${words['problem.reference']} ${referenceOf(headers.get('X-Request-Id') ?? '')}`)
    expect(page.querySelectorAll('header nav a')).toHaveLength(10)
    expect(page.querySelectorAll('main a').length).toBeGreaterThan(1)
  })

  it('doesn’t affect members at the same address, who are counted separately', async () => {
    await useUp()
    expect((await client.send('GET', '/terms', { headers: { Cookie: memberCookie } })).status).toBe(200)
  })

  it('is sent for every kind of path, except probes', async () => {
    await useUp()
    for (const path of [
      '/',
      '/Deposit',
      '/deposit.data',
      '/nowhere',
      '/art/5/hero/wide.svg',
      '/api/routes/get-jackpot',
    ])
      expect((await client.send('GET', path)).status, path).toBe(429)
    for (const path of ['/healthz', '/readyz', '/metrics'])
      expect((await client.send('GET', path)).status, path).toBe(200)
  })
})
