import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHttpClient } from '../../support/http-client'
import { type Site, startSingleSite } from '../../support/site'
import { transactionsOf, visitor } from '../../support/visitor'

/** The same build under the framework's own server. Its gaps are listed in docs/decisions/016-own-front-door.md. */

let site: Site
beforeAll(async () => {
  site = await startSingleSite({}, ['node_modules/@react-router/serve/bin.js', 'build/server/index.js'])
})
afterAll(async () => {
  // On SIGTERM this server only closes its listener, and the open store keeps the process alive.
  await site?.kill()
  await site?.stop()
})

describe('under react-router-serve', () => {
  it('a member logs in, deposits once, looks at the history and logs out', async () => {
    const member = visitor(site.base)
    expect((await member.get('/')).status).toBe(200)
    expect((await member.get('/deposit')).location).toBe('/login?next=%2Fdeposit')
    await member.signIn('demo', 'demo-1234')

    const wrong = await (await member.formOn('/deposit', { balance: '15000' })).post()
    expect(wrong.status).toBe(422)
    const { total } = await transactionsOf(member, 'deposit')
    const form = await member.formOn('/deposit', { balance: '10000' })
    const responses = await Promise.all([form.post(), form.post()])
    expect(responses.map(({ status, location }) => [status, location])).toEqual([
      [303, '/'],
      [303, '/'],
    ])
    expect((await transactionsOf(member, 'deposit')).total).toBe(total + 1)
    expect((await member.get('/user?tab=history')).text).toContain('10,000')

    expect((await (await member.formOn('/logout', {})).post()).status).toBe(303)
    expect((await member.get('/deposit')).status).toBe(303)
  })

  it('pages, their data, calls, pictures and failures have their headers', async () => {
    const client = createHttpClient(site.port)
    for (const [path, status] of [
      ['/', 200],
      ['/login.data', 200],
      ['/art/5/hero/wide.svg', 200],
      ['/api/routes/get-jackpot', 405],
      ['/api/nowhere', 404],
      ['/nowhere', 404],
      ['/sandbox/game/nowhere', 404],
      ['/healthz', 200],
    ] as const) {
      const response = await client.send('GET', path)
      expect([path, response.status]).toEqual([path, status])
      expect(response.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': path.startsWith('/sandbox/') ? 'strict-origin' : 'strict-origin-when-cross-origin',
        'x-frame-options': 'DENY',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      })
    }
    client.close()
  })

  it('nobody can forge a request id or an IP address', async () => {
    const client = createHttpClient(site.port)
    const claims = { 'X-Request-Id': 'mine', 'X-Peer-Address': '127.0.0.1', 'X-Refused': '400' }
    expect((await client.send('GET', '/login', { headers: claims })).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    // Metrics are open only to this machine, and this server does not pass on the client's IP address.
    expect((await client.send('GET', '/metrics', { headers: claims })).status).toBe(403)
    client.close()
  })
})
