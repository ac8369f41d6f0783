import { describe, expect, it } from 'vitest'
import { knownCallNames } from '~/upstream/contract'
import { sharedMember, sharedSite } from '../../support/shared-site'
import { visitor } from '../../support/visitor'
import { wordsOf } from '../../support/words'

/** Served countries: visitors from elsewhere can't register, deposit or play; everything else stays open. */

const site = sharedSite({ TRUSTED_PROXIES: '1', SERVED_COUNTRIES: 'KR,jp', COUNTRY_HEADER: 'X-Country' })

describe('a visitor from a country that is not served', () => {
  const fromKorea = { 'X-Country': 'KR' }
  const fromElsewhere = { 'X-Country': 'US' }
  const demo = sharedMember(site)
  const anybody = (headers: Record<string, string> = {}) => visitor(site.base, headers)
  const member = () => {
    const copy = visitor(site.base, fromElsewhere)
    for (const [name, value] of demo.cookies) copy.cookies.set(name, value)
    return copy
  }

  it.each(['ko', 'th'])(
    'sees a page in %s inside the shell that says their country is not served, with a link home',
    async (lng) => {
      const messages = wordsOf(lng)
      const page = await anybody(fromElsewhere).get(`/register?lng=${lng}`)
      expect(page.status).toBe(451)
      expect(page.text).toContain(messages['problem.not-served.title'])
      expect(page.text).toContain(messages['problem.not-served.text'])
      expect(page.page.querySelector('main a[href="/"]')).not.toBeNull()
      expect(page.page.querySelector('header nav')).not.toBeNull()
      const called = await anybody({ ...fromElsewhere, Cookie: `lng=${lng}` }).call('user-register', {})
      expect(called.json()).toMatchObject({ error: { code: 'not_served', message: messages['api.not_served'] } })
    },
  )

  it.each(['/register', '/register?code=MADANG', '/deposit', '/game?company=gaon-casino&code=gaon-casino'])(
    'gets 451 for %s however it is requested',
    async (path) => {
      const by = path.startsWith('/register') ? anybody(fromElsewhere) : member()
      const [pathname = '', search] = path.split('?')
      const query = search === undefined ? '' : `?${search}`
      for (const address of [path, `${pathname}.data${query}`])
        expect((await by.get(address)).status, address).toBe(451)
      const only = `${pathname}.data?_routes=${encodeURIComponent(`routes${pathname}`)}${search ? `&${search}` : ''}`
      expect((await by.get(only)).status).toBe(451)
      expect((await by.post(path, { intent: 'deposit', balance: '10000', code: 'a-code-from-elsewhere' })).status).toBe(
        451,
      )
      expect((await by.get(path)).headers.get('cache-control')).toContain('no-store')
    },
  )

  it('gets 451 from the calls that register, deposit and play, and from no other', async () => {
    const by = member()
    const refused: string[] = []
    for (const callName of [...knownCallNames.keys()].filter((name) => name !== 'do-logout')) {
      if ((await by.call(callName, { not: 'a payload' })).status === 451) refused.push(callName)
    }
    expect(refused.sort()).toEqual([
      ...['apply-deposit-payment', 'apply-user-deposit', 'open-game', 'transfer-in'],
      ...['user-ask-account', 'user-register'],
    ])
  })

  it('can still log in, read, contact support and withdraw', async () => {
    const by = anybody(fromElsewhere)
    await by.signIn()
    const open = ['/', '/withdraw', '/user', '/note', '/notice', '/help', '/comp', '/casino', '/terms', '/safer-play']
    for (const path of open) expect((await by.get(path)).status, path).toBe(200)
    const withdrawal = { balance: 10_000, exchange_pw: '2580', code: 'withdrawal-from-elsewhere' }
    expect((await by.call('apply-user-withdraw', withdrawal)).json()).toMatchObject({ status: 'success' })
    expect((await by.call('withdrawal-launcher', { idx: 1 })).status).toBe(200)
    expect((await by.call('user-write-help', { title: '문의', contents: '내용' })).status).toBe(200)
  })

  it.each(['/casino', '/slot/game?code=dodam-play'])('sees on %s that games can’t be opened', async (path) => {
    const messages = wordsOf('ko')
    expect((await member().get(path)).text).toContain(messages['problem.not-served.title'])
    expect((await demo.get(path, fromKorea)).text).not.toContain(messages['problem.not-served.title'])
  })
})
