import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '~/upstream/contract'
import { extraCalls, removeExtras } from '../../support/bare-upstream'
import { sharedForeignSite } from '../../support/shared-site'
import { fieldOf, type PageResponse, registrationFields, signedIn, type Visitor, visitor } from '../../support/visitor'
import { words } from '../../support/words'

/** A site whose upstream has only games and bank transfers hides everything that needs other calls; no page fails. */

const { site, upstream } = sharedForeignSite()
let member: Visitor

beforeAll(() => removeExtras(upstream))

const hidden = ['/notice', '/note', '/help']

it('after a start, a login for an unsupported page leads to home', async () => {
  for (const next of ['/help', '/note?id=7']) {
    const browser = visitor(site.base)
    const login = await browser.follow(await browser.get(next))
    expect(login.page.querySelector('main [name=pw]')).not.toBeNull()
    const sent = await browser.post('/login', { id: 'demo', pw: 'demo-1234', next })
    const home = await browser.follow(sent)
    expect([home.status, home.page.querySelector('h1')?.id]).toEqual([200, 'hero'])
    expect(home.page.body.textContent).toContain(words['msg_auth_success'])
  }
})

/** The site learns of a missing call only when a member first uses its form. */
describe('a form whose call turns out to be missing', () => {
  const unsupported = words['form.unsupported']
  const code = () => crypto.randomUUID()
  const newPasswords = { new_pass: 'other-plain-words', new_pass_check: 'other-plain-words' }
  const newPins = { new_pass: '97531', new_pass_check: '97531' }
  beforeAll(async () => {
    for (const callName of ['/public/user/ask_password_reset', '/public/user/reset_password', 'transfer-out'])
      upstream.fail(callName, { status: 404 })
    upstream.answer('get-in-game-balance', { gameMoney: 30_000, balance: 1_000_000, rolling: 0, userId: 'demo' })
    member = await signedIn(site.base)
  })
  afterAll(() => {
    upstream.reset()
    removeExtras(upstream)
  })

  it.each<[string, string, () => Record<string, string>]>([
    ['the login password', '/user', () => ({ intent: 'password', kind: 'login', pass: 'demo-1234', ...newPasswords })],
    ['the withdrawal password', '/user', () => ({ intent: 'password', kind: 'exchange', pass: '2580', ...newPins })],
    ['money in games, to withdraw', '/withdraw', () => ({ intent: 'bring-back', balance: '20000', code: code() })],
    ['money in games, to deposit', '/deposit', () => ({ intent: 'bring-back', balance: '20000', code: code() })],
    ['the account for a deposit', '/deposit', () => ({ intent: 'ask-account', balance: '20000', code: code() })],
    ['a payment page for a deposit', '/deposit', () => ({ idx: '3', balance: '20000', code: code() })],
    [
      'a payment page for a withdrawal',
      '/withdraw',
      () => ({ idx: '3', balance: '20000', exchange_pw: '2580', code: code() }),
    ],
    ['a break', '/user', () => ({ intent: 'break', break: '24h' })],
    ['a limit', '/user', () => ({ intent: 'limits', day: '100,000' })],
    ['a higher limit', '/user', () => ({ intent: 'limits-confirm', period: 'day' })],
    ['an inquiry', '/help', () => ({ intent: 'write', title: '질문', contents: '언제 되나요' })],
  ])(
    'for %s on %s is shown again, with the message that it isn’t supported and nothing was changed',
    async (_, path, fields) => {
      const submitted = fields()
      const response = await member.post(path, submitted)
      expect([response.status, response.text.includes(unsupported)]).toEqual([409, true])
      expect(response.text).toContain(words['form.unsupported.text'])
      if (submitted.balance) expect(fieldOf(response, 'balance').value?.replace(',', '')).toBe('20000')
      if (submitted.contents) expect(response.page.querySelector('main textarea')?.textContent).toContain('언제')
    },
  )

  it.each([
    ['/forgot', { id: 'demo', phone: '01012345678' }],
    ['/reset', { id: 'demo', code: 'ABCD-EFGH', pw: 'other-plain-words', pw_check: 'other-plain-words' }],
  ])('on %s tells a visitor that it isn’t supported', async (path, fields) => {
    const response = await visitor(site.base).post(path, fields)
    expect([response.status, response.text.includes(unsupported)]).toEqual([409, true])
  })

  it.each(['/forgot', '/reset', '/reset?kind=exchange'])('on %s is then a 404 for visitors', async (path) => {
    expect((await visitor(site.base).get(path)).status).toBe(404)
  })

  it('is then hidden, with every mention of it', async () => {
    expect((await member.get('/user')).page.querySelector('main [name=new_pass]')).toBeNull()
    for (const path of ['/withdraw', '/deposit', '/game?company=slot-1&code=501']) {
      const { page, text } = await member.get(path)
      expect(page.querySelector('main [value=bring-back]'), path).toBeNull()
      expect(text, path).not.toContain('옮기실 수 있')
    }
  })
})

/** Links of a page to this site, without their fragments. */
function linksOf({ page }: PageResponse): string[] {
  const links = [...page.querySelectorAll('a[href]')].map((link) => link.getAttribute('href')?.split('#')[0] ?? '')
  return links.filter((href) => href.startsWith('/'))
}

/** Empty lists of a page, and sections with only a heading. */
function holesOf({ page }: PageResponse): string[] {
  const isEmptyList = (element: Element) => /^[uo]l$/.test(element.localName) && element.children.length === 0
  const isBareSection = (element: Element) => element.localName === 'section' && element.children.length < 2
  return [...page.querySelectorAll('ul, ol, section')]
    .filter((element) => isEmptyList(element) || isBareSection(element))
    .map((element) => element.outerHTML.slice(0, 200))
}

/** Follows one link of each shape. Reports links that fail, links to hidden pages, and empty lists and sections. */
async function crawl(browser: Visitor, start: readonly string[]): Promise<{ seen: Set<string>; faults: string[] }> {
  const shapeOf = (href: string) => href.replace(/=[^&]*/g, '')
  const seen = new Map(start.map((path) => [shapeOf(path), path]))
  const faults: string[] = []
  for (const path of seen.values()) {
    const response = await browser.follow(await browser.get(path))
    if (response.status !== 200) faults.push(`${path} ${response.status}`)
    if (!response.headers.get('content-type')?.includes('html')) continue
    for (const href of linksOf(response)) {
      if (hidden.includes(href.split('?')[0] ?? '')) faults.push(`${path} links to ${href}`)
      if (!seen.has(shapeOf(href))) seen.set(shapeOf(href), href)
    }
    faults.push(...holesOf(response).map((hole) => `${path} has ${hole}`))
  }
  return { seen: new Set(seen.values()), faults }
}

describe('with an upstream that has only games and bank transfers', () => {
  it('all missing calls are optional in the contract', () => {
    expect(extraCalls.filter((callName) => !contract[callName].optional)).toEqual([])
  })

  it('every link on every member page works and leads to no hidden page', async () => {
    const { seen, faults } = await crawl(member, ['/'])
    expect(faults).toEqual([])
    for (const path of ['/deposit', '/withdraw', '/comp', '/user', '/slot', '/safer-play'])
      expect([...seen]).toContain(path)
  })

  it('every link on every visitor page works in another language and leads to no hidden page', async () => {
    const { seen, faults } = await crawl(visitor(site.base, { Cookie: 'lng=en' }), ['/', '/login', '/register'])
    expect(faults).toEqual([])
    expect([...seen]).toContain('/terms')
  })

  it.each(hidden)('%s is a 404 page with a link home, and links to no hidden page', async (path) => {
    for (const address of [path, `${path}?id=7`, `${path}?write`, `${path}?ask=delete-all`]) {
      const response = await member.get(address)
      expect(response.status, address).toBe(404)
      expect(response.page.querySelector('main a[href="/"]'), address).not.toBeNull()
      expect(linksOf(response).filter((href) => hidden.includes(href))).toEqual([])
    }
  })

  it('the error page of a rejected request has no links to hidden pages', async () => {
    const response = await member.post('/deposit', {}, { Origin: 'https://elsewhere.example' })
    expect(response.status).toBe(403)
    expect(linksOf(response).filter((href) => hidden.includes(href))).toEqual([])
  })

  it('the API returns not_found for a missing call', async () => {
    for (const callName of ['get-user-note', 'get-help-list', 'get-deposit-payment', 'user-del-note'])
      expect((await member.call(callName, {})).json()).toMatchObject({ error: { code: 'not_found' } })
  })

  it('deposits and withdrawals are bank transfers, and no account request is offered', async () => {
    const form = await member.formOn('/deposit', { balance: '10000' })
    const { page } = await member.get('/deposit')
    expect(page.querySelector('main [name=idx]')).toBeNull()
    expect(page.querySelector('main [value=ask-account]')).toBeNull()
    expect((await form.post()).status).toBe(303)
    const home = await member.get('/')
    expect(home.page.querySelector('main [value=ask-account]')).toBeNull()
    expect(home.text).not.toContain(words['deposit.account.waiting'])
    expect((await member.get('/deposit')).text).toContain(words['deposit.account.told'])
    const withdrawal = await member.formOn('/withdraw', { balance: '10000', exchange_pw: '2580' })
    expect((await withdrawal.post()).status).toBe(303)
  })

  it('the footer has no heading without links, and no tile leads to limits that nobody enforces', async () => {
    const { page } = await member.get('/')
    expect([...page.querySelectorAll('footer h2')].map(({ textContent }) => textContent)).not.toContain(
      words['footer.help'],
    )
    expect([...page.querySelectorAll('aside li')].map(({ textContent }) => textContent)).not.toContain(
      words['limits.title'],
    )
    const aside = (await visitor(site.base).get('/register')).page.querySelector('main aside')
    expect(aside?.textContent).not.toContain(words['footer.limits.about'])
  })

  it('forms to request the account or delete notes are rejected without a server error', async () => {
    const response = await (await member.formOn('/deposit', { balance: '20000' })).post({ intent: 'ask-account' })
    expect(response.status).toBe(409)
    expect((await member.post('/note', { intent: 'delete-all' })).status).toBeLessThan(500)
  })

  it('a registration is checked only when it is submitted', async () => {
    const newcomer = visitor(site.base)
    const opened = await newcomer.get('/register?code=MADANG')
    expect(opened.page.querySelector('[value^=check-]')).toBeNull()
    const fields = { id: 'newcomer', pw: 'three-plain-words', pass_check: 'three-plain-words', nick: '새사람' }
    const checked = await newcomer.post('/register', { ...fields, intent: 'check-id' })
    expect([checked.status, checked.text.includes(words['register.id.free'])]).toEqual([200, false])
    expect((await newcomer.post('/register/check', { field: 'id', id: 'newcomer' })).status).toBe(204)
    expect((await newcomer.post('/register', { ...registrationFields, ...fields })).status).toBe(303)
    expect(upstream.callsOf('user-register')).toHaveLength(1)
  })
})
