import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sharedForeignSite } from '../../support/shared-site'
import { isReplicated } from '../../support/site'
import { hrefsIn, normalizedText, type PageResponse, signedIn, type Visitor, visitor } from '../../support/visitor'
import { answersOf, inOrder, notesOf, textOf, words } from '../../support/words'

/** The shell of every page, and the home page, as a browser without script sees them. */

const { site, upstream } = sharedForeignSite({ LICENCE: 'MDG-0042', MINIMUM_AGE: '21' })
let member: Visitor

const entries = (kind: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    code: `${kind}${index}`,
    nameKo: `${kind} 이름 ${index}`,
    nameEn: `${kind} ${index}`,
    used: 'y',
  }))

beforeAll(async () => {
  upstream.answer('get-casino-setting', { casiono: entries('c', 105) })
  upstream.answer('get-slot-setting', { slot: entries('s', 25) })
  upstream.answer('get-sport-setting', { sport: entries('p', 24) })
  member = await signedIn(site.base)
  // The footer's lists are cached for 30 seconds; loading them now makes them available to the tests.
  await member.get('/')
})
afterEach(() => upstream.clearFaults())

const texts = (response: PageResponse, selector: string) =>
  [...response.page.querySelectorAll(selector)].map(normalizedText)
const strip = (response: PageResponse) => normalizedText(response.page.querySelector('header ~ section'))

function health(user: object, counts: object = {}): void {
  upstream.answer('user-health-check', { status: 'authenticated', user: { userId: 'demo', ...user }, ...counts })
}

it('a page shows the current figures, and leads to the login once the upstream has ended the session', async () => {
  const figures = async () => {
    const notices = await member.get('/notice')
    const counts = [...notices.page.querySelectorAll('header ~ section a[aria-label]')]
    return [strip(notices), ...counts.map((link) => link.getAttribute('aria-label'))]
  }
  health({ balance: 1_000_000 }, { noteCount: 1, helpCount: 0 })
  expect(await figures()).toEqual([expect.stringContaining('1,000,000원'), notesOf(1), answersOf(0)])
  health({ balance: 900_000 }, { noteCount: 4, helpCount: 1 })
  expect(await figures()).toEqual([expect.stringContaining('900,000원'), notesOf(4), answersOf(1)])
  const second = await signedIn(site.base)
  upstream.fail('user-health-check', { status: 401 })
  const refused = await second.get('/notice?id=1')
  expect([refused.status, refused.location]).toEqual([303, '/login?next=%2Fnotice%3Fid%3D1'])
  upstream.clearFaults()
  const login = await second.follow(refused)
  expect([login.status, texts(login, 'main [role=alert]')]).toEqual([
    200,
    [expect.stringContaining(words['session.ended'])],
  ])
})

describe('the drawers', () => {
  it('are on every page without JavaScript: the menu, and the login form or the member’s panel', async () => {
    const mine = await member.get('/terms')
    // Replicas share a Redis, where the site stores play limits if the upstream has none.
    expect(hrefsIn(mine.page, '#menu nav a')).toHaveLength(isReplicated ? 14 : 13)
    expect(texts(mine, '#menu button[name=lng]')).toEqual(['한국어', 'English', 'Tiếng Việt', 'ไทย'])
    for (const path of ['/logout', '/deposit', '/withdraw', '/comp', '/note', '/help', '/user']) {
      expect(hrefsIn(mine.page, '#wallet a')).toContain(path)
    }
    expect(normalizedText(mine.page.querySelector('#wallet'))).toContain('demo')
    expect(mine.body).toMatch(/<header.*<button[^>]*popovertarget="menu".*<\/header>/is)
    expect(mine.body).toMatch(/<button[^>]*popovertarget="wallet"[^>]*popovertargetaction="hide"/i)

    const theirs = await visitor(site.base).get('/terms')
    expect(theirs.page.querySelector('#wallet form[method=post][action="/login"] input[name=pw]')).not.toBeNull()
    expect(hrefsIn(theirs.page, '#wallet a')).toContain('/register')
  })

  it('contain no login form on a page that has one', async () => {
    const forms = async (path: string) =>
      (await visitor(site.base).get(path)).page.querySelectorAll('form[action="/login"]').length
    expect(await Promise.all(['/login?next=%2Fslot', '/register', '/safer-play'].map(forms))).toEqual([1, 0, 1])
  })

  it('have a less prominent deposit button on pages with another primary button, or for responsible play', async () => {
    const buttonClass = async (path: string) =>
      (await member.get(path)).page.querySelector('main ~ aside a[href="/deposit"]')?.className
    const withMoney = await buttonClass('/slot')
    upstream.account.balance = 0
    const prominent = await buttonClass('/slot')
    expect([withMoney, undefined]).not.toContain(prominent)
    for (const path of ['/notice', '/user']) expect(await buttonClass(path), path).toBe(prominent)
    for (const path of [
      // Home has the steps to the first deposit.
      '/',
      '/help',
      '/documents',
      '/safer-play',
      '/reality-check?dialog',
    ])
      expect(await buttonClass(path), path).not.toBe(prominent)
    upstream.account.balance = 1_000_000
  })

  it('have no money buttons on a page that moves money', async () => {
    for (const [path, count] of Object.entries({ '/slot': 2, '/deposit': 0, '/withdraw': 0, '/comp': 0 })) {
      const { page } = await member.get(path)
      const buttons = page.querySelectorAll('main ~ aside :is(a[href="/deposit"], a[href="/withdraw"])')
      expect(buttons, path).toHaveLength(count)
    }
  })
})

describe('the footer', () => {
  it('lists at most 100 casino, 20 slot and 20 sport providers', async () => {
    const lists = [...(await member.get('/terms')).page.querySelectorAll('footer section[aria-labelledby] p')]
    const names = lists.map((list) => normalizedText(list).split(' · '))
    expect(names.map((list) => list.length)).toEqual([100, 20, 20])
    expect([names[0]?.[0], names[1]?.at(-1), names[2]?.at(-1)]).toEqual(['c 이름 0', 's 이름 19', 'p 이름 19'])
  })

  it('shows licence and age, and links to pages that are open to everybody', async () => {
    const guest = visitor(site.base)
    const page = await guest.get('/')
    const footer = normalizedText(page.page.querySelector('footer'))
    expect(footer).toContain('MDG-0042')
    expect(footer).toContain(textOf('footer.age', { age: '21' }))
    const legal = hrefsIn(page.page, 'footer a').filter((href) => /terms|privacy|accessibility|safer/.test(href ?? ''))
    expect(legal).toEqual(['/terms', '/privacy', '/accessibility', '/safer-play#limits', '/safer-play#support'])
    for (const path of ['/terms', '/privacy', '/accessibility', '/safer-play']) {
      const open = await guest.get(path)
      expect([path, open.status, open.page.querySelectorAll('h1').length]).toEqual([path, 200, 1])
    }
    expect((await guest.get('/safer-play')).page.querySelector('#limits, #support')).not.toBeNull()
  })
})

describe('the switches', () => {
  it('return to the page after a theme change, and ignore an unknown theme', async () => {
    const form = await visitor(site.base).formOn('/terms', {}, '/theme')
    const response = await form.post({ theme: 'dark' })
    expect([response.status, response.location]).toEqual([303, '/terms'])
    expect((await form.post({ theme: 'pink' })).headers.getSetCookie()).toEqual([])
  })

  it('turn JavaScript off and on again; so does Save-Data', async () => {
    const guest = visitor(site.base)
    const scripts = async (path = '/', headers: Record<string, string> = {}) =>
      (await guest.get(path, headers)).page.querySelectorAll('script').length
    expect(await scripts()).toBeGreaterThan(0)
    expect(await scripts('/', { 'Save-Data': 'on' })).toBe(0)

    const form = await guest.formOn('/login', {}, '/lite')
    const response = await form.post({ lite: 'on' })
    expect([response.status, response.location]).toEqual([303, '/login'])
    expect(response.headers.getSetCookie().join()).toMatch(/^lite=on; .*Max-Age=31536000/)
    const after = (await guest.get('/login')).page
    expect(normalizedText(after.querySelector('main'))).toContain(words['lite.isOn'])
    expect(normalizedText(after.querySelector('footer'))).toContain(words['lite.isOn.text'])
    for (const path of ['/', '/login', '/register?code=MADANG', '/nowhere'])
      expect([path, await scripts(path)]).toEqual([path, 0])
    await guest.post('/lite', { lite: 'off', next: '/' })
    expect(await scripts()).toBeGreaterThan(0)

    await member.post('/lite', { lite: 'on', next: '/' })
    for (const path of ['/deposit', '/withdraw', '/help?write', '/user', '/slot']) {
      const page = await member.get(path)
      expect([path, page.status, page.page.querySelectorAll('script').length]).toEqual([path, 200, 0])
    }
    const pictures = async () => (await member.get('/slot')).page.querySelectorAll('main img').length
    expect(await pictures()).toBe(0)
    await member.post('/lite', { lite: 'off', next: '/' })
    expect(await pictures()).toBeGreaterThan(0)
  })
})

describe('the first view', () => {
  it('waits for no font: style sheets use only system fonts', () => {
    const files = readdirSync('build/client', { recursive: true, encoding: 'utf8' })
    expect(files.filter((file) => /\.(woff2?|ttf|otf|eot)$/i.test(file))).toEqual([])
    const sheets = files
      .filter((file) => file.endsWith('.css'))
      .map((file) => readFileSync(`build/client/${file}`, 'utf8'))
    expect(sheets.length).toBeGreaterThan(0)
    expect(sheets.filter((sheet) => /@font-face|@import/.test(sheet))).toEqual([])
    expect(sheets.join('\n')).toMatch(/Pretendard[^;}]*Apple SD Gothic Neo[^;}]*sans-serif/)
  })
})

describe('the home page', () => {
  const home = async (who: Visitor) => who.get('/')
  /** A visitor whose cookie bypasses the page cache. */
  const guestWithCookie = () => {
    const guest = visitor(site.base)
    guest.cookies.set('userId', 'demo')
    return guest
  }
  beforeEach(() => health({ balance: 1_000_000 }))

  it('shows the upstream’s jackpot, and a welcome soon after the figure becomes unavailable', async () => {
    // All home pages share the figure for a few seconds.
    const soon = { interval: 1_000 }
    const readHome = async () => (await home(guestWithCookie())).text
    upstream.answer('get-jackpot', { amount: '9876543210' })
    await expect
      .poll(readHome, soon)
      .toMatch(inOrder(textOf('home.jackpot.label', { brand: '마당' }), '9,876,543,210원'))
    upstream.answer('get-jackpot', { amount: null })
    await expect.poll(readHome, soon).toContain(textOf('home.welcome', { brand: '마당' }))
  })

  it('shows members notices and their latest activity, and visitors neither', async () => {
    upstream.answer('get-deposit-list', {
      total: 1,
      balances: [
        { id: 1, type: 'deposit', balance: 30_000, after: 40_000, regdate: '2026-03-01T15:30:00Z', status: 'already' },
      ],
    })
    const mine = await home(member)
    expect(texts(mine, 'main h2')).toEqual(expect.arrayContaining([words['notice.title'], words['home.transactions']]))
    expect(mine.text).toMatch(inOrder(words['transaction.deposit'], '+30,000원'))
    const theirs = await home(guestWithCookie())
    expect(texts(theirs, 'main h2')).not.toContain(words['notice.title'])
    expect(hrefsIn(theirs.page, 'main a')).toContain('/register')
  })
})
