import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Locale, locales } from '~/i18n/locale'
import { nightPalette } from '~/ui/artwork/palettes'
import { inputsOf } from '../../support/products'
import { type Site, startSite } from '../../support/site'
import { sitePaths } from '../../support/site-paths'
import {
  hrefsIn,
  memberPassword,
  newMember,
  type PageResponse,
  registrationFields,
  signedIn,
  type Visitor,
  visitor,
  visitorPaths,
} from '../../support/visitor'
import { words } from '../../support/words'

/** A site with the example brand of docs/examples/brand. */

const names: Record<Locale, string> = {
  ...{ ko: '별마당', en: 'Star Yard', cn: '星院', jp: 'スターヤード' },
  ...{ vn: 'Star Yard', th: 'Star Yard' },
}
const contact = ['tel:15880000', 'mailto:help@staryard.example', 'https://chat.staryard.example']

let site: Site
const newGuest = () => visitor(site.base)
let guest: Visitor
let member: Visitor

beforeAll(async () => {
  site = await startSite({ BRAND: 'docs/examples/brand/brand.json', PUBLIC_ORIGIN: '' })
  guest = visitor(site.base)
  member = await signedIn(site.base)
})
afterAll(async () => {
  expect(await site.stop()).toBe(0)
})

/** Occurrences of the shipped name in a response, with context. A provider and the example brand contain it too. */
function shippedMessagesIn(body: string): string[] {
  const otherNames = /별마당|한마당|hanmadang/gi
  return [...body.replaceAll(otherNames, '').matchAll(/.{0,40}(?:madang|마당).{0,40}/gi)].map(([found]) => found)
}

const headOf = ({ page }: PageResponse, selector: string) => page.querySelector(`head ${selector}`)

const pages = [
  ...sitePaths.filter(({ file }) => file.endsWith('.tsx')).map(({ path }) => path),
  '/note?id=1',
  '/help?id=1',
  '/notice?id=1',
  '/user?tab=bets',
  '/slot/game?code=dodam-play',
  '/login?next=/note',
]

describe.each(locales)('in %s', (locale) => {
  it('no page for visitors or members has the shipped name, and each has the brand’s name in its title', async () => {
    for (const path of inputsOf(pages, locales.indexOf(locale), locales.length)) {
      for (const browser of visitorPaths.includes(path) ? [guest, member] : [member]) {
        const response = await browser.get(`${path}${path.includes('?') ? '&' : '?'}lng=${locale}`)
        if (response.location !== null) continue
        expect(shippedMessagesIn(response.body), `${path} ${response.status}`).toEqual([])
        expect(response.page.querySelector('title')?.textContent, path).toContain(` · ${names[locale]}`)
        expect(response.page.querySelector('header img')?.getAttribute('alt'), path).toBe(names[locale])
      }
    }
  })
})

describe('the operator', () => {
  it.each([
    ['a page that doesn’t exist', () => newGuest().get('/nowhere'), 404],
    ['the preview of a failed page', () => member.get('/admin/error?lng=ko'), 200],
    ['an unsupported method', () => newGuest().send('PUT', '/deposit'), 405],
    ['a form sent after the session ended', () => newGuest().post('/deposit', { balance: '10000' }), 401],
  ])('can be reached from %s', async (_what, ask, status) => {
    const response = await ask()
    expect(response.status).toBe(status)
    expect(hrefsIn(response.page.querySelector('main'))).toEqual(expect.arrayContaining(contact))
    expect(shippedMessagesIn(response.body)).toEqual([])
  })

  it('can be reached after a rejected registration, such as a second account during a break', async () => {
    const code = (await newGuest().get('/register')).page.querySelector('main [name=code]')?.getAttribute('value') ?? ''
    const details = { ...registrationFields, phone: '010-9000-1000', banknumber: '900-0100-0100', code }
    const resting = newGuest()
    expect((await resting.post('/register', { ...details, id: 'resting', nick: '쉬는이' })).status).toBe(303)
    await resting.post('/user', { intent: 'break', break: '24h' })
    const second = await newGuest().post('/register', { ...details, id: 'second', nick: '다른이' })
    expect(second).toMatchObject({ status: 409, text: expect.stringContaining(words['register.failed.text']) })
    expect(hrefsIn(second.page.querySelector('main'))).toEqual(expect.arrayContaining(['/login', ...contact]))
  })

  it('can be reached from the forgotten-password page and every footer', async () => {
    const login = await newGuest().get('/login')
    expect(hrefsIn(login.page.querySelector('main'))).toEqual(expect.arrayContaining(['/forgot', ...contact]))
    const forgotten = await newGuest().get('/forgot')
    expect(hrefsIn(forgotten.page.querySelector('main'))).toEqual(expect.arrayContaining(contact))
    const home = await newGuest().get('/')
    expect(hrefsIn(home.page.querySelector('footer'))).toEqual(expect.arrayContaining(contact))
    expect(home.page.querySelector('footer')?.textContent).toContain('Star Yard Ltd.')
  })
})

describe('a brand’s page', () => {
  it('takes its colours from a second, immutable style sheet', async () => {
    const home = await newGuest().get('/')
    const sheets = [...home.page.querySelectorAll('link[rel=stylesheet]')]
    const hrefs = sheets.map((sheet) => sheet.getAttribute('href') ?? '')
    expect(hrefs).toEqual([
      expect.stringMatching(/^\/assets\//),
      expect.stringMatching(/^\/brand\/[\w-]{16}\/colours\.css$/),
    ])
    const sheet = await newGuest().get(hrefs[1] ?? '')
    expect(sheet.headers.get('Content-Type')).toBe('text/css; charset=utf-8')
    expect(sheet.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    for (const theme of [':root,[data-theme=dark]{', ':root[data-theme=light]{', ':root[data-theme=system]{']) {
      expect(sheet.body).toContain(theme)
    }
    expect(sheet.body, 'a custom property that every release has').toMatch(/--c\d+:#3fb68b[;}]/)
    const [, heroGround] = /--hero-ground:(#\w{6})/.exec(sheet.body) ?? []
    const hero = await newGuest().get(home.page.querySelector('main picture img')?.getAttribute('src') ?? '')
    expect(heroGround).not.toBe(nightPalette.background[0])
    expect(hero.body, 'the hero has the background of its picture').toContain(`fill="${heroGround}"`)
    expect((await newGuest().get('/brand/0000000000000000/colours.css')).status).toBe(404)
  })

  it('shows its banner on home with its text and size, and a level with its benefit', async () => {
    const { page } = await newGuest().get('/?lng=en')
    const picture = page.querySelector('main a[href="/notice"] > img')
    const attributes = ['alt', 'width', 'height'].map((name) => picture?.getAttribute(name))
    expect(attributes).toEqual(['Star Yard news', '1200', '630'])
    const { text } = await member.get('/user?lng=ko')
    expect(text).toContain('새싹')
    expect(text).toContain('콤프 적립')
  })

  it('opens games and payment pages in its colours', async () => {
    const { body, status } = await newGuest().get('/sandbox/game/nowhere')
    expect([status, /--ground:(#\w+)/.exec(body)?.[1], /--accent:(#\w+)/.exec(body)?.[1]]).toEqual([
      ...[404, '#10161f', '#3fb68b'],
    ])
  })

  it('has a manifest in its language, with an icon that runs no script', async () => {
    const page = await newGuest().get('/?lng=jp')
    const manifest = await newGuest().get(headOf(page, 'link[rel=manifest]')?.getAttribute('href') ?? '')
    expect(manifest.headers.get('Content-Type')).toBe('application/manifest+json')
    const described = manifest.json() as { icons: { src: string }[] }
    expect(described).toMatchObject({ name: 'スターヤード', lang: 'ja', theme_color: '#10161f', start_url: '/' })
    const [icon] = described.icons
    expect(headOf(page, 'link[rel=icon]')?.getAttribute('href')).toBe(icon?.src)
    const mark = await newGuest().get(icon?.src ?? '')
    expect(mark.headers.get('Content-Type')).toBe('image/svg+xml; charset=utf-8')
    expect(mark.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(mark.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'.*; sandbox$/)
  })

  it('has PNG icons, drawn from its mark, for systems that do not support SVG', async () => {
    const page = await newGuest().get('/')
    const manifest = await newGuest().get(headOf(page, 'link[rel=manifest]')?.getAttribute('href') ?? '')
    const { icons } = manifest.json() as { icons: { src: string; sizes: string; purpose?: string }[] }
    expect(icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
      ['any', undefined],
      ['192x192', undefined],
      ['512x512', undefined],
      ['512x512', 'maskable'],
    ])
    const touchIcon = headOf(page, 'link[rel=apple-touch-icon]')?.getAttribute('href') ?? ''
    for (const [src, size] of [...icons.slice(1).map(({ src, sizes }) => [src, sizes]), [touchIcon, '180x180']]) {
      const drawn = await fetch(site.base + src)
      expect(drawn.headers.get('Content-Type')).toBe('image/png')
      const { format, width, height } = await sharp(await drawn.arrayBuffer()).metadata()
      expect([format, `${width}x${height}`], src).toEqual(['png', size])
    }
  })

  it('has its mark at the URLs where browsers look for icons, and on game pages', async () => {
    const page = await newGuest().get('/')
    for (const [path, selector] of [
      ['/favicon.svg', 'link[rel=icon]'],
      ['/apple-touch-icon.png', 'link[rel=apple-touch-icon]'],
      ['/favicon.ico', 'link[rel=apple-touch-icon]'],
    ] as const) {
      const named = headOf(page, selector)?.getAttribute('href') ?? ''
      const [root, mark] = await Promise.all([path, named].map((src) => fetch(site.base + src)))
      expect(root?.headers.get('Content-Type')).toBe(mark?.headers.get('Content-Type'))
      expect(await root?.arrayBuffer()).toEqual(await mark?.arrayBuffer())
    }
    const game = await newGuest().get('/sandbox/game/nowhere')
    expect(headOf(game, 'link[rel=icon]')?.getAttribute('href')).toBe('/favicon.svg')
    expect(game.headers.get('Content-Security-Policy')).toContain("img-src 'self'")
  })

  it('offers messaging apps its picture', async () => {
    const page = await newGuest().get('/?lng=en')
    const about = (property: string) => headOf(page, `meta[property="${property}"]`)?.getAttribute('content')
    expect(about('og:title')).toBe('Live casino, slots and sports · Star Yard')
    expect(about('og:site_name')).toBe('Star Yard')
    expect(about('og:locale')).toBe('en_US')
    expect([about('og:image:width'), about('og:image:height')]).toEqual(['1200', '630'])
    const image = about('og:image') ?? ''
    expect(image).toMatch(new RegExp(`^${site.base}/brand/[\\w-]{16}/social\\.png$`))
    expect((await newGuest().get(image)).headers.get('Content-Type')).toBe('image/png')
  })
})

it('the terms and the deposit page say how funds are held; the terms and support, who decides disputes', async () => {
  const terms = await newGuest().get('/terms?lng=en')
  expect(terms.page.querySelector('section[aria-labelledby=funds]')?.textContent).toMatch(
    /Protection: medium\. Customers' funds are kept apart/,
  )
  const disputes = terms.page.querySelector('section[aria-labelledby=disputes]')
  expect(disputes?.textContent).toContain('Independent Adjudicator (example)')
  expect(disputes?.querySelector('a')?.getAttribute('href')).toBe('https://adr.staryard.example')
  const member = await newMember(site.base)
  const paid = await member.get('/deposit?lng=ko')
  expect(paid.text).toContain('보호 수준: 중간. 고객 자금은 회사 돈과 따로')
  expect(hrefsIn(paid.page)).toContain('/terms#funds')
  expect((await member.get('/help')).page.querySelector('section[aria-labelledby=disputes]')).not.toBeNull()
})

it('on a new play-money site, a member who accepted the documents is not asked again on another device', async () => {
  const { id } = await newMember(site.base)
  const elsewhere = await signedIn(site.base, id, memberPassword)
  expect((await elsewhere.get('/')).status).toBe(200)
  const demo = await signedIn(site.base)
  expect((await demo.get('/')).location).toBe('/documents?next=%2F')
})
