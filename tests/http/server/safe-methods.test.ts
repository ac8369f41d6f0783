import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { contract, knownCallNames } from '~/upstream/contract'
import { sharedForeignSite, sharedMember } from '../../support/shared-site'
import { visitor } from '../../support/visitor'

/** A GET changes nothing, except the read mark of an opened item, `?lng=` and the message of a redirect. */

const { site, upstream } = sharedForeignSite()

describe('a GET request', () => {
  const paths = [...readFileSync('app/routes.ts', 'utf8').matchAll(/route\('([^'*:]+)'/g)].map(([, path]) => `/${path}`)
  const member = sharedMember(site)
  beforeEach(async () => {
    // Shows, and so clears, the message of an earlier redirect.
    await member.get('/')
    upstream.reset()
  })

  const writeCalls = () =>
    upstream.calls
      .map(({ callName }) => callName)
      .filter((callName) => {
        const known = knownCallNames.get(callName)
        return known !== undefined && contract[known].effect === 'write'
      })

  const prefetch = { 'Sec-Purpose': 'prefetch;prerender' }
  /** The framework sends a redirect of a data request with this status. */
  const isRedirect = ({ status }: { status: number }) => (status >= 300 && status < 400) || status === 202
  /** Names of the cookies that a response sets, without the session's and the redirect's message. */
  const cookiesOf = (response: { status: number; headers: Headers }) =>
    response.headers
      .getSetCookie()
      .map((line) => line.split('=', 1)[0])
      .filter((name) => name !== 'madang' && !(name === 'notice' && isRedirect(response)))

  it.each(['/', ...paths])('to %s changes nothing, with any query, for the page or its data', async (path) => {
    const query = '?intent=delete-all&ask=delete-all&lng=xx&theme=light&lite=on&everywhere=on&balance=10000'
    const responses = [
      await member.get(`${path}${query}`),
      await member.get(`${path === '/' ? '/_' : path}.data${query}`),
      await visitor(site.base).get(`${path}${query}`),
    ]
    for (const response of responses) {
      expect(response.status).toBeLessThan(500)
      expect(cookiesOf(response)).toEqual([])
    }
    expect(writeCalls()).toEqual([])
  })

  it('stores the language from ?lng=, unless it is a prefetch', async () => {
    const guest = visitor(site.base)
    expect(cookiesOf(await guest.get('/login?lng=th', prefetch))).toEqual([])
    expect(cookiesOf(await guest.get('/login?lng=th'))).toEqual(['lng'])
    expect(cookiesOf(await guest.get('/login?lng=th'))).toEqual([])
  })

  it('never logs in or out, whatever its query is', async () => {
    const guest = visitor(site.base)
    await guest.get('/login?id=demo&pw=demo-1234')
    expect((await guest.get('/note')).status).toBe(303)
    await member.get('/logout?everywhere=on')
    expect((await member.get('/note')).status).toBe(200)
    expect((await member.send('GET', '/api/routes/do-logout')).status).toBe(405)
    expect(writeCalls()).toEqual([])
  })
})
