import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { getCatalogue } from '~/i18n/catalogue.server'
import { bcp47, type Locale, localeNames, locales, offeredLocales } from '~/i18n/locale'
import { findDatesWithoutYear } from '../../support/dates'
import { inputsOf } from '../../support/products'
import { sharedForeignSite } from '../../support/shared-site'
import { isReplicated } from '../../support/site'
import { normalizedText, type PageResponse, signedIn, type Visitor, visitor, visitorPaths } from '../../support/visitor'

/** Every page in two languages. The upstream's texts are digits, so all words are the site's. */

const { site, upstream } = sharedForeignSite({ BANKS: 'tests/support/banks-of-digits.json' })
let member: Visitor

/** 00:30 of the next day in Seoul. */
const lateInUtc = '2026-03-01T15:30:00Z'
const entry = (code: string, used = 'y') => ({ code, nameKo: '가온', nameEn: 'Gaon', used })
const transaction = { id: 1, type: 'deposit', balance: 10_000, after: 20_000, regdate: lateInUtc, status: 'wait' }

beforeAll(async () => {
  const responses: Record<string, object> = {
    'user-health-check': {
      status: 'success',
      user: {
        userId: 'demo',
        nick: '77',
        bankname: '77',
        bankOwner: '77',
        banknum: '1234567890',
        phone: '01012345678',
      },
      noteCount: 2,
      helpCount: 1,
    },
    'get-casino-setting': { casiono: [entry('c1'), entry('c2', 'n')] },
    'get-slot-setting': { slot: [entry('s1'), entry('s2', 'n')] },
    'get-sport-setting': { sport: [entry('p1')] },
    'get-slot-by-company': { games: [{ code: 'g1', company: 's1', nameKo: '별빛', nameEn: 'Starlight' }] },
    'get-user-note': {
      note: [
        { _id: 1, title: '1', text: '2', regDate: lateInUtc, isRead: false },
        { _id: 2, title: '1', text: '2', regDate: new Date().toISOString(), isRead: true },
        { _id: 3, title: '1', text: '2', regDate: '2024-03-05T00:00:00Z', isRead: true },
      ],
    },
    'get-user-notices': { notices: [{ idx: 1, title: '1', contents: '2', regDate: lateInUtc }] },
    'get-notice-popup': { note: [{ idx: 1, title: '1', contents: '2' }] },
    'get-help-list': {
      helps: [
        { _id: 1, title: '1', contents: '2', regDate: lateInUtc, status: 'wait', ref: null },
        {
          _id: 2,
          title: '1',
          contents: '2',
          regDate: lateInUtc,
          status: 'already',
          ref: { contents: '3', regDate: lateInUtc },
        },
      ],
    },
    'get-deposit-payment': { payments: [{ idx: 1, name: '7', min: 10_000, max: 100_000, fee: 500 }] },
    'get-withdrawal-payment': { payments: [{ idx: 1, name: '7', min: 10_000, max: 100_000, fee: 0 }] },
    'get-deposit-list': { total: 1, sum: 10_000, balances: [transaction] },
    'get-bets-list': {
      total: 1,
      bets: [{ id: 1, thirdParty: '7', game: '7', balanceBet: 1000, balanceWin: 0, betTime: lateInUtc }],
    },
    'get-comp-list': { total: 1, points: [{ id: 1, kind: 'play', points: 10, regdate: lateInUtc }] },
    'get-withdraw-list': { total: 1, sum: 10_000, balances: [{ ...transaction, id: 2, status: 'cansel' }] },
    'get-reg-domain': { user: { userId: '77', code: '77' } },
    '/user/get_login_list': {
      secondFactor: true,
      logins: [
        { id: 1, at: lateInUtc, endedAt: null, lastAt: lateInUtc, network: '7', browser: '7', current: true },
        { id: 2, at: lateInUtc, endedAt: null, network: '7', browser: '', current: false },
        { id: 3, at: lateInUtc, endedAt: lateInUtc, network: '7', browser: '7', current: false },
      ],
    },
    'get-jackpot': { amount: 123_456_789 },
  }
  for (const [callName, response] of Object.entries(responses)) upstream.answer(callName, response)
  member = await signedIn(site.base)
})

const forAll = [...visitorPaths, '/login?next=/note']
const forMembers = [
  ...[
    ...['/', '/logout', '/terms', '/privacy', '/safer-play', '/deposit', '/withdraw', '/comp', '/nowhere'],
    ...['/admin/error', '/documents', '/reality-check?dialog', '/user?ask=break&break=7d'],
  ],
  ...['/note', '/note?id=1', '/note?ask=delete-all', '/note?id=x', '/notice', '/notice?id=1', '/notice?id=x'],
  ...['/help', '/help?id=1', '/help?id=2', '/help?write', '/help?ask=delete-all', '/help?id=x'],
  ...['/user/receipt?kind=deposit&id=1', '/user/receipt?kind=deposit&id=x'],
  ...[
    ...['/user', '/user?tab=limits', '/user?tab=safer-play', '/user?tab=security', '/user/data'],
    ...['/user?tab=history', '/user?tab=bets', '/user?tab=comp', '/user?from=x&to=2026-01-01'],
  ],
  ...['/casino', '/casino?q=99', '/sport', '/slot', '/slot?q=99', '/slot/game?code=s1', '/slot/game?code=s2'],
  ...['/slot/game?code=x', '/game?company=s1&code=g1', '/game?company=p1&code=p1', '/game?company=c2&code=c2'],
]

/** Invalid forms, whose messages are also tested in every language. */
const refused: [path: string, fields: Record<string, string>][] = [
  ['/deposit', { balance: '15000', code: 'a'.repeat(16) }],
  ['/deposit', { balance: '10000', code: '' }],
  ['/withdraw', { balance: '15000', exchange_pw: '', code: 'a'.repeat(16) }],
  ['/comp', { points: '0', code: 'a'.repeat(16) }],
  ['/help', { intent: 'write', title: '', contents: '' }],
  ['/user', { intent: 'password', kind: 'login', pass: '', new_pass: '1', new_pass_check: '2' }],
  ['/game', { company: 'c2', code: 'c2' }],
  ['/user?tab=security', { intent: 'factor-off', pw: '', otp: '' }],
  ['/user/data', { pw: '' }],
]

/** The visible and accessible texts of a page that should be in the page's language. */
function textsOn({ page }: PageResponse): string[] {
  const texts: string[] = []
  const names = ['aria-label', 'alt', 'title', 'placeholder', 'aria-description']
  const read = (element: Element) => {
    if (['script', 'style', 'svg', 'template'].includes(element.localName)) return
    // Skips member ids and parts with a different lang attribute.
    if (element.getAttribute('translate') === 'no') return
    if (element !== page.documentElement && element.hasAttribute('lang')) return
    for (const name of names) texts.push(element.getAttribute(name) ?? '')
    for (const node of element.childNodes) {
      if (node.nodeType === node.TEXT_NODE) texts.push(node.textContent ?? '')
      if (node.nodeType === node.ELEMENT_NODE) read(node as Element)
    }
  }
  read(page.documentElement)
  return texts.map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => text !== '')
}

/** Whether a control's accessible name contains its visible texts, in the same order. */
function isNamedByVisibleText(control: Element): boolean {
  // Speech input ignores case.
  const name = (control.getAttribute('aria-label') ?? '').replaceAll('\u200B', '').toLowerCase()
  const pieces = textNodesIn(control).map((piece) => piece.toLowerCase())
  let from = 0
  return pieces.every((piece) => {
    const index = name.indexOf(piece, from)
    from = index
    return index >= 0
  })
}

function textNodesIn(element: Element): string[] {
  return [...element.childNodes].flatMap((node) => {
    if (node.nodeType === node.TEXT_NODE) return [normalizedText(node as Text)].filter((text) => text !== '')
    return node.nodeType === node.ELEMENT_NODE && (node as Element).localName !== 'svg'
      ? textNodesIn(node as Element)
      : []
  })
}

const keys = new Set(Object.keys(getCatalogue('ko')).flatMap((key) => [key, key.replace(/_(one|other)$/, '')]))
const rawKeys = (texts: string[]) =>
  texts.flatMap((text) => (text.match(/[A-Za-z_][\w-]*(?:\.[\w-]+)+|\bmsg\w+/g) ?? []).filter((word) => keys.has(word)))

/** Names that are also written in Latin letters in Korean. */
const latinInKorean = /CSV|WCAG|EAA|EN 301|\bAA\b|\baxe\b|MADANG|\b[0-9A-F]{8}\b|\bdemo\b/g

const dated = ['/', '/deposit', '/withdraw', '/note', '/note?id=1', '/notice', '/notice?id=1', '/help', '/help?id=2']

const otherLocales = locales.filter((locale) => locale !== 'ko')

async function pagesIn(lng: Locale): Promise<{ where: string; response: PageResponse }[]> {
  const guest = visitor(site.base)
  await guest.get(`/?lng=${lng}`)
  // The second step of a login is only visible during such a login.
  upstream.fail('user-do-login', { status: 200, body: '{"status":"second_factor","ticket":"a"}' }, 1)
  await guest.post('/login', { id: 'demo', pw: 'any' })
  await member.get(`/?lng=${lng}`)
  const all = [
    ...forAll.map((path) => ({ where: `visitor ${path}`, ask: () => guest.get(path) })),
    ...forMembers.map((path) => ({ where: `member ${path}`, ask: () => member.get(path) })),
    ...refused.map(([path, fields]) => ({ where: `refused ${path}`, ask: () => member.post(path, fields) })),
  ]
  const sample = lng === 'ko' ? all : inputsOf(all, otherLocales.indexOf(lng), otherLocales.length)
  const pages: { where: string; response: PageResponse }[] = []
  // The first page is needed in every language.
  for (const page of all)
    if (sample.includes(page) || page === all[0]) pages.push({ where: page.where, response: await page.ask() })
  return pages
}

describe.each(locales)('every page in %s', (lng) => {
  /** For tests of the page structure, which is the same in each language. */
  const inKorean = it.runIf(lng === 'ko')
  let pages: Awaited<ReturnType<typeof pagesIn>>
  beforeAll(async () => {
    pages = await pagesIn(lng)
  })

  it('is a page, tagged with its language, with one heading and a title', () => {
    for (const { where, response } of pages) {
      expect([where, response.page.documentElement.getAttribute('lang')]).toEqual([where, bcp47[lng]])
      expect([where, response.page.querySelectorAll('h1').length]).toEqual([where, 1])
      expect([where, normalizedText(response.page.querySelector('title'))]).toEqual([
        where,
        expect.stringMatching(/\S · \S/),
      ])
      expect([where, response.status < 500]).toEqual([where, true])
    }
  })

  /** Lists what `find` returns for each page, with the page. */
  const found = (find: (response: PageResponse) => readonly string[]) =>
    pages.flatMap(({ where, response }) => find(response).map((text) => `${where}: ${text}`))

  it('shows no raw key and no empty placeholder', () => {
    const isRaw = (text: string) => /\{\{|\}\}|undefined|\bNaN\b|\[object/.test(text)
    expect(found((response) => rawKeys(textsOn(response)))).toEqual([])
    expect(found((response) => textsOn(response).filter(isRaw))).toEqual([])
  })

  it('is in this language only', () => {
    const foreign = (text: string) =>
      lng === 'ko' ? /[A-Za-z]{2,}/.test(text.replace(latinInKorean, '')) : /\p{Script=Hangul}/u.test(text)
    expect(found((response) => textsOn(response).filter(foreign))).toEqual([])
  })

  it.skipIf(isReplicated)('shows dates in Seoul time, always with the year', () => {
    const datedPages = pages.filter(({ where }) => dated.some((path) => where === `member ${path}`))
    expect(datedPages.length).toBeGreaterThanOrEqual(lng === 'ko' ? dated.length : 1)
    for (const { where, response } of datedPages)
      expect([where, response.text]).toEqual([where, expect.stringContaining('2026-03-02')])
    expect(found((response) => textsOn(response).flatMap(findDatesWithoutYear))).toEqual([])
  })

  inKorean('has a heading in each of its sections', () => {
    const isBare = (section: Element) => section.querySelector('h1, h2, h3, h4') === null
    const bareOn = ({ page }: PageResponse) => [...page.querySelectorAll('section')].filter(isBare).map(normalizedText)
    expect(found(bareOn)).toEqual([])
  })

  inKorean('names controls by their visible text', () => {
    const misnamedOn = ({ page }: PageResponse) =>
      [...page.querySelectorAll('a[aria-label], button[aria-label], summary[aria-label]')]
        .filter((control) => !isNamedByVisibleText(control))
        .map((control) => `${control.getAttribute('aria-label')} for ${normalizedText(control)}`)
    expect(found(misnamedOn)).toEqual([])
    const chips = pages
      .find(({ where }) => where === 'member /deposit')
      ?.response.page.querySelectorAll('button[name=add]')
    expect(chips).toHaveLength(6)
    for (const chip of chips ?? []) expect(chip.getAttribute('aria-label')?.startsWith(normalizedText(chip))).toBe(true)
  })

  it('offers four languages with their names and tags, and marks the current one', () => {
    const bar = pages[0]?.response.page.querySelector('header form[action="/language"]')
    const buttons = [...(bar?.querySelectorAll('button[name=lng]') ?? [])]
    expect(
      buttons.map((button) => [button.getAttribute('value'), button.getAttribute('lang'), normalizedText(button)]),
    ).toEqual(offeredLocales.map((offer) => [offer, bcp47[offer], localeNames[offer]]))
    const current = buttons.filter((button) => button.getAttribute('aria-current') === 'true')
    expect(current.map((button) => button.getAttribute('value'))).toEqual(
      offeredLocales.filter((offer) => offer === lng),
    )
  })
})

describe('a call whose response is lost', () => {
  const messages = getCatalogue('ko')
  const alertOf = (response: PageResponse) => normalizedText(response.page.querySelector('main [role=alert]'))
  beforeAll(() => member.get('/?lng=ko'))

  it.each([504, 500])(
    'to open a game (%i) leads to a message where to check the money, without a claim about it',
    async (status) => {
      upstream.fail('open-game', { status }, 2)
      const page = await member.post('/game', { company: 'c1', code: 'c1' })
      expect([page.status, alertOf(page)]).toEqual([
        status === 504 ? 504 : 503,
        expect.stringContaining(`${messages.msg2303}${messages['msg2303.text']}`),
      ])
      const call = await member.call('open-game', { company: 'c1', code: 'c1' })
      expect([call.status, call.json()]).toMatchObject([page.status, { error: { code: 'outcome_unknown' } }])
    },
  )

  it('to transfer money from games leads to a message what to check before the next attempt', async () => {
    upstream.fail('transfer-out', { status: 500 }, 1)
    const page = await member.post('/withdraw', { intent: 'bring-back' })
    expect([page.status, alertOf(page)]).toEqual([
      503,
      expect.stringContaining(
        `${messages['withdraw.transferToWallet.unknown']}${messages['withdraw.transferToWallet.unknown.text']}`,
      ),
    ])
  })
})

it('an API response is in the reader’s language', async () => {
  const guest = visitor(site.base)
  guest.cookies.set('lng', 'en')
  expect((await guest.call('user-health-check', {})).body).toContain('Please log in')
})

it('the tests cover all pages of the site', () => {
  const routes = [
    ...readFileSync('app/routes.ts', 'utf8').matchAll(
      /(?:route\('([^']+)'|index\(\S+), '?((?!features\/preferences)[\w/-]+\.tsx)'/g,
    ),
  ]
  const visited = new Set([...forAll, ...forMembers].map((path) => path.slice(1).split('?')[0]))
  // Cancelling needs a pending deposit.
  const others = ['*', 'deposit/cancel']
  const missing = routes.map(([, path = '']) => path).filter((path) => !others.includes(path) && !visited.has(path))
  expect(missing).toEqual([])
  expect(routes.length).toBeGreaterThan(18)
})
