import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ForeignUpstream, startForeignUpstream } from '../../support/foreign-upstream'
import { hasRedis, startRedis, type TestRedis } from '../../support/redis'
import { behindHttps, fundsBrand, realMoney } from '../../support/settings'
import { sharedFolder } from '../../support/shared-folder'
import { isReplicated, type Site, startSite } from '../../support/site'
import { fieldOf, hrefsIn, registrationFields, type Visitor, visitor } from '../../support/visitor'
import { textOf, words } from '../../support/words'

const acceptPath = '/user/accept_documents'
const newVersion = '2027-03-01'
const demo2 = { id: 'demo2', pw: 'demo-5678' }

const terms = `# House rules

Run by {{company}}.

## Who

Raw <script>alert(1)</script> [never](javascript:alert(1)) [notices](/notice) [regulator](https://regulator.example)

| cookie | days |
|---|---|
| lng | 365 |
`

const folder = sharedFolder('brand')
let foreign: ForeignUpstream
let redis: TestRedis | undefined
/** A site with the shipped documents, and one with the same upstream whose brand has newer ones. */
let site: Site
let newer: Site

beforeAll(async () => {
  writeFileSync(join(folder, 'terms.en.md'), terms)
  const brandFile = {
    company: 'Star & <b>Yard</b>',
    documents: { terms: { version: newVersion, en: 'terms.en.md' } },
  }
  writeFileSync(join(folder, 'brand.json'), JSON.stringify(brandFile))
  foreign = await startForeignUpstream()
  redis = hasRedis ? await startRedis() : undefined
  const settings = { UPSTREAM_URL: foreign.url, SESSION_SECRET: 'a secret for tests that is long enough' }
  ;[site, newer] = await Promise.all([
    startSite(settings),
    startSite({
      ...settings,
      BRAND: join(folder, 'brand.json'),
      ...(redis && { REDIS_URL: redis.url }),
    }),
  ])
})
afterAll(async () => {
  await Promise.all([site?.stop(), newer?.stop()])
  await foreign?.stop()
  await redis?.kill()
})
afterEach(() => {
  foreign.clearFaults()
  foreign.calls.length = 0
})

/** Signs up as a member whose login the upstream accepts. */
async function register(guest: Visitor) {
  const form = await guest.formOn('/register?code=MADANG')
  return form.post({ ...registrationFields, nick: '둘째', id: demo2.id, pw: demo2.pw, pass_check: demo2.pw })
}

function onNewerSite(member: Visitor): Visitor {
  const next = visitor(newer.base)
  for (const name of ['documents', 'lng']) {
    const value = member.cookies.get(name)
    if (value !== undefined) next.cookies.set(name, value)
  }
  return next
}

describe('a document', () => {
  it('is the brand’s text in every language, with its version, without JavaScript, and with HTML as text', async () => {
    const page = await visitor(newer.base).get('/terms')
    expect(page.status).toBe(200)
    expect(page.page.querySelector('h1')?.textContent).toBe('House rules')
    expect(page.page.title).toContain('House rules')
    expect(page.text).toContain(textOf('document.version', { version: newVersion }))
    expect(page.text).toContain('Run by Star & <b>Yard</b>.')
    expect(page.text).toContain('<script>alert(1)</script> never')
    expect(page.page.querySelectorAll('script, main b')).toHaveLength(0)
    expect(page.page.querySelector('main figure[tabindex]')?.getAttribute('aria-label')).toBe('cookie, days')
    expect(page.page.querySelector('main th')?.textContent).toBe('cookie')
    // English is used if Korean is missing, and marked for screen readers.
    expect(page.page.querySelector('h1 span')?.getAttribute('lang')).toBe('en')
    expect(page.page.querySelector('main h2')?.closest('[lang]')?.getAttribute('lang')).toBe('en')
    expect((await visitor(newer.base).get('/terms?lng=en')).page.querySelector('main [lang]')).toBeNull()
    // The shipped text is used for documents that the brand leaves out.
    expect((await visitor(newer.base).get('/privacy')).text).toContain(
      textOf('document.version', { version: '2026-11-01' }),
    )
  })
})

it.skipIf(isReplicated)(
  'the safer-play page says where to set limits, and whether nobody or only the site enforces them',
  async () => {
    const messages = {
      nobody: words['safer.limits.none'],
      site: words['safer.limits.site'],
    }
    for (const [by, enforcer] of [[site, 'nobody'] as const, ...(redis ? [[newer, 'site'] as const] : [])]) {
      const member = visitor(by.base)
      await member.signIn()
      await member.call('get-play-limits', {})
      const { text, page } = await visitor(by.base).get('/safer-play')
      expect(text).toContain(messages[enforcer])
      expect(page.querySelector('section[aria-labelledby=limits] a')?.getAttribute('href')).toBe(
        enforcer === 'site' ? '/user?tab=limits' : '/help',
      )
      expect(page.querySelector('main a[href="/user?tab=history&range=12m"]')).not.toBeNull()
    }
  },
)

describe('signing up', () => {
  it('shows which versions are accepted next to an unchecked box', async () => {
    const { page, text } = await visitor(newer.base).get('/register?code=MADANG')
    expect(page.querySelector('main input[name=adult]')?.hasAttribute('checked')).toBe(false)
    expect(hrefsIn(page, 'main label[for=adult] a'), 'the label links to the documents').toEqual(['/terms', '/privacy'])
    expect(text).toContain(`${words['terms.title']} (${textOf('document.version', { version: newVersion })})`)
    expect(text).toContain(`${words['privacy.title']} (${textOf('document.version', { version: '2026-11-01' })})`)
  })

  it('records the acceptance once, for the new member, after the login that completes it', async () => {
    foreign.answer(acceptPath, { status: 'success' })
    const guest = visitor(newer.base)
    expect([(await register(guest)).location, (await guest.get('/')).status]).toEqual(['/', 200])
    const callNames = foreign.calls.map(({ callName }) => callName)
    expect(callNames.indexOf(acceptPath)).toBeGreaterThan(callNames.indexOf('user-do-login'))
    const [recorded, ...more] = foreign.callsOf(acceptPath)
    expect(more).toEqual([])
    expect(recorded?.body).toEqual({ versions: { terms: newVersion, privacy: '2026-11-01' }, adult: true })
    expect(recorded?.headers.authorization).toBe(foreign.callsOf('user-health-check').at(-1)?.headers.authorization)

    await guest.post('/logout', {})
    await guest.signIn(demo2.id, demo2.pw)
    expect((await guest.get('/')).status).toBe(200)
  })

  it('succeeds even if the acceptance could not be recorded; the next login asks again', async () => {
    foreign.fail(acceptPath, { status: 500 })
    const guest = visitor(site.base)
    expect([(await register(guest)).location, (await guest.get('/')).status]).toEqual(['/', 200])
    await expect.poll(site.output).toContain('acceptance of the documents not recorded')
    await guest.post('/logout', {})
    await guest.signIn(demo2.id, demo2.pw)
    expect((await guest.get('/')).location).toBe('/documents?next=%2F')
  })
})

it.runIf(hasRedis)(
  'a deposit of real money requires an acknowledgement of how funds are held, once per statement',
  async () => {
    writeFileSync(join(folder, 'funds.json'), JSON.stringify(fundsBrand))
    const real = await startSite({
      ...{ UPSTREAM_URL: foreign.url, SESSION_SECRET: 'a secret for tests that is long enough' },
      ...realMoney,
      BRAND: join(folder, 'funds.json'),
      REDIS_URL: redis?.url ?? '',
    })
    try {
      foreign.answer(acceptPath, { status: 'success' })
      const member = visitor(real.base, { ...behindHttps, 'X-Country': 'KR' })
      await member.signIn()
      const refused = await (await member.formOn('/deposit', { balance: '10000' })).post()
      expect([refused.status, fieldOf(refused, 'funds').says]).toEqual([422, words['funds.required']])
      expect(foreign.callsOf('apply-user-deposit')).toEqual([])
      const { value } = fieldOf(refused, 'funds')
      const form = member.formIn(refused, '/deposit', { balance: '10000', funds: 'of an earlier statement' })
      expect((await form.post()).status).toBe(422)
      expect((await form.post({ funds: value })).status).toBe(303)
      expect(foreign.callsOf('apply-user-deposit')).toHaveLength(1)
      expect(foreign.callsOf(acceptPath).map(({ body }) => body)).toEqual([
        { versions: { funds: value }, adult: false },
      ])
      const asks = async () => (await member.get('/deposit')).page.querySelector('input[name=funds]') !== null
      expect(await asks()).toBe(false)
      for (const [name, mark] of member.cookies)
        if (name.endsWith('funds')) member.cookies.set(name, mark.replace(value, 'of an earlier'))
      expect(await asks()).toBe(true)
      const pay = () => member.call('apply-user-deposit', { balance: 10_000, code: 'a-deposit-by-the-api' })
      expect((await pay()).status).toBe(403)
      await member.call('accept-documents', { versions: { funds: value }, adult: false })
      expect([(await pay()).status, await asks()]).toEqual([200, false])
    } finally {
      await real.stop()
    }
  },
)

describe('a new version', () => {
  it('is presented once after the next login, and blocks no page', async () => {
    foreign.answer(acceptPath, { status: 'success' })
    const before = visitor(site.base)
    await register(before)
    const member = onNewerSite(before)
    foreign.calls.length = 0

    expect((await member.signIn(demo2.id, demo2.pw)).location).toBe('/')
    for (const path of [
      '/withdraw',
      '/help',
      '/user',
      '/user/history.csv',
      '/note',
      '/logout',
      '/terms',
      '/safer-play',
    ])
      expect((await member.get(path)).status, path).toBe(200)
    expect((await member.get('/deposit', { 'Sec-Purpose': 'prefetch' })).status).toBe(200)
    const redirect = await member.get('/deposit?idx=3')
    expect([redirect.status, redirect.location]).toEqual([303, '/documents?next=%2Fdeposit%3Fidx%3D3'])
    const question = await member.follow(redirect)
    expect(question.text).toContain(words['documents.changed'])
    expect(question.text).toContain(`${words['terms.title']} (${textOf('document.version', { version: newVersion })})`)
    // A member who postpones is asked at the next login, not again in this session.
    expect((await member.get('/')).status).toBe(200)
    expect(foreign.callsOf(acceptPath)).toEqual([])

    await member.post('/logout', {})
    await member.signIn(demo2.id, demo2.pw)
    const form = member.formIn(await member.follow(await member.get('/slot')), '/documents', {}, '/documents')
    const accepted = await form.post()
    expect([accepted.status, accepted.location]).toEqual([303, '/slot'])
    expect((await member.follow(accepted)).text).toContain(words['documents.done'])
    expect(foreign.callsOf(acceptPath).map(({ body }) => body)).toEqual([
      { versions: { terms: newVersion, privacy: '2026-11-01' }, adult: true },
    ])

    await member.post('/logout', {})
    await member.call('user-do-login', demo2)
    expect((await member.get('/')).status).toBe(200)
  })

  it('is presented on a new device and after a login by script, for that member only', async () => {
    foreign.answer(acceptPath, { status: 'success' })
    const member = visitor(newer.base)
    await member.call('user-do-login', demo2)
    await member.call('user-do-login', { id: 'demo', pw: 'demo-1234' })
    const question = await member.follow(await member.get('/'))
    expect(question.text).toContain(words['documents.title'])
    const responses = [...question.page.querySelectorAll('main form :is(button, a[class]:not([target]))')]
    expect(responses.map((response) => response.textContent)).toEqual([
      words['common.later'],
      words['documents.accept'],
    ])
    expect(responses[0]?.className).toBe(responses[1]?.className)
    expect(question.page.querySelector('main [autofocus]')).toBeNull()
    await member.post('/documents', { next: '//elsewhere.example' })

    await member.post('/logout', {})
    await member.call('user-do-login', demo2)
    expect((await member.get('/')).location).toBe('/documents?next=%2F')
  })

  it('remains presented while the acceptance can’t be recorded, with an explanation', async () => {
    foreign.fail(acceptPath, 'reset-after')
    const member = visitor(newer.base)
    await member.signIn(demo2.id, demo2.pw)
    const form = await member.formOn('/documents', {}, '/documents')
    const failed = await form.post()
    expect(failed.status).toBe(503)
    expect(failed.text).toContain(words['documents.failed'])
    expect((await member.get('/withdraw')).status).toBe(200)
  })

  it('isn’t presented if the upstream doesn’t store acceptances', async () => {
    const first = visitor(newer.base)
    await first.signIn(demo2.id, demo2.pw)
    expect((await first.post('/documents', { next: '/slot' })).location).toBe('/slot')
    expect((await first.get('/slot')).status).toBe(200)
    const member = visitor(newer.base)
    await member.signIn(demo2.id, demo2.pw)
    expect((await member.get('/')).status).toBe(200)
  })
})
