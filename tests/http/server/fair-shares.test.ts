import { createHmac, randomUUID } from 'node:crypto'
import { parseHTML } from 'linkedom'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { referenceOf } from '~/values/request'
import { createHttpClient, type HttpClient } from '../../support/http-client'
import { sharedForeignSite, sharedSite } from '../../support/shared-site'
import { isReplicated } from '../../support/site'
import { normalizedText } from '../../support/visitor'
import { wordsOf } from '../../support/words'

/** Effects of one IP address on others. The tests compare order and counts, because times depend on the machine. */

const otherAddress = { 'X-Forwarded-For': '203.0.113.9' }

describe('an IP address that has used up its share of the thread’s time', () => {
  // Less time than a few dozen pages use.
  const site = sharedSite({
    TRUSTED_PROXIES: '1',
    PROVIDER_SECRET: 'a secret for tests that is long enough to be taken',
    RATE_LIMITS: JSON.stringify({ time: [3_000, 60], all: [100_000, 60] }),
  })
  /** A bet in a game that is not open, signed with this secret. */
  const bet = (secret: string) => {
    const body = JSON.stringify({
      type: 'bet',
      provider: 'dodam-play',
      id: randomUUID(),
      session: 'none',
      stake: 1_000,
    })
    const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex')
    const time = String(Date.now())
    const signature = hmac(hmac(secret, 'dodam-play'), `${time}.${body}`)
    return { body, headers: { ...otherAddress, 'X-Callback-Time': time, 'X-Callback-Signature': signature } }
  }

  it('waits and is rejected after eight seconds, while other addresses and a signed callback are served', async () => {
    const crowd = createHttpClient(site.port, 200)
    const honest = createHttpClient(site.port)
    let unanswered = 400
    const pages = Array.from({ length: 400 }, async (_, index) => {
      const { status, headers } = await crowd.send('GET', `/?x=${index}`, {
        headers: { ...otherAddress, Cookie: 'a=1' },
      })
      unanswered -= 1
      return { status, wait: headers['retry-after'] }
    })
    for (let index = 0; index < 5; index += 1) {
      // One address could use up its share with five pages on a busy machine.
      const headers = { 'X-Forwarded-For': `198.51.100.${index}`, Cookie: 'a=1' }
      const { status } = await honest.send('GET', `/login?x=${index}`, { headers })
      expect(status).toBe(200)
    }
    const callbackPath = '/callbacks/dodam-play'
    const unansweredBefore = unanswered
    const unsigned = honest
      .send('POST', callbackPath, bet('another secret'))
      .then(({ status }) => ({ status, answeredFirst: unansweredBefore - unanswered }))
    for (let index = 0; index < 5; index += 1) {
      const { status, body } = await honest.send(
        'POST',
        callbackPath,
        bet('a secret for tests that is long enough to be taken'),
      )
      expect([status, JSON.parse(body)]).toEqual([200, { status: 'session' }])
    }
    const waiting = unanswered
    const responses = await Promise.all(pages)
    // Without a valid signature, a callback waits in the queue of its address, or is rejected there.
    const { status, answeredFirst } = await unsigned
    expect([401, 503]).toContain(status)
    if (status === 401) expect(answeredFirst, 'pages answered before it').toBeGreaterThan(0)
    crowd.close()
    honest.close()
    expect(waiting).toBeGreaterThan(20)
    expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    const refused = responses.filter(({ status }) => status !== 200)
    expect(refused.length).toBeGreaterThan(20)
    expect(new Set(refused.map(({ status, wait }) => `${status} ${wait}`))).toEqual(new Set(['503 5']))
  })
})

describe('a client with more requests than the site can serve', () => {
  // No call may time out before all are sent.
  const { site, upstream } = sharedForeignSite({ TRUSTED_PROXIES: '1', UPSTREAM_TIMEOUT_MS: '60000' })
  let crowd: HttpClient
  beforeAll(() => {
    crowd = createHttpClient(site.port, 700)
  })
  afterAll(() => crowd?.close())

  it.skipIf(isReplicated)('gets a page that says when to retry, in its language and without JavaScript', async () => {
    const headers = { 'X-Forwarded-For': '203.0.113.1', Cookie: 'lng=en' }
    // Calls fill the queue at less cost than pages, and leave it when the upstream responds.
    const release = upstream.holdResponses()
    const calls = Array.from({ length: 400 }, () => crowd.call('get-reg-domain', {}, headers))
    // The first response is a rejection: the queue is full.
    expect((await Promise.race(calls)).status).toBe(503)
    const requests = Array.from({ length: 40 }, () => crowd.send('GET', '/register', { headers }))
    await Promise.race(requests)
    release()
    const [answered, pages] = await Promise.all([Promise.all(calls), Promise.all(requests)])
    expect([...answered, ...pages].filter(({ status }) => ![200, 503].includes(status))).toEqual([])
    expect(answered.some(({ status }) => status === 200)).toBe(true)
    const refused = pages.filter(({ status }) => status === 503)
    expect(refused.length).toBeGreaterThan(0)
    for (const { headers, body } of refused) {
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      expect(body).not.toContain('<script')
      expect(normalizedText(parseHTML(body).document.querySelector('h1'))).toBe(wordsOf('en')['problem.busy.title'])
      expect(body).toContain(referenceOf(String(headers['x-request-id'])))
    }
    expect((await crowd.send('GET', '/healthz')).status).toBe(200)
  })
})
