import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import puppeteer, { type Browser, type ElementHandle, type Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { firefoxPath } from '../../bin/install/browser.mjs'
import { canRun } from '../../bin/install/debian.mjs'
import { type Site, startSite } from '../support/site'

const hasFirefox = canRun(firefoxPath)
const button = (name: string, within = 'main') => ({ role: 'button', name, within })
const link = (name: string, within = 'main') => ({ role: 'link', name, within })
const field = (name: string) => ({ role: 'textbox', name, within: 'main' })

describe.runIf(hasFirefox)('in Firefox, a member walks from the front page to the door', () => {
  let site: Site
  let withoutScripts: { base: string; server: Server }
  let browser: Browser
  beforeAll(async () => {
    site = await startSite()
    withoutScripts = await serveWithoutScripts(site.base)
    browser = await puppeteer.launch({ browser: 'firefox', executablePath: firefoxPath, headless: true })
  })
  afterAll(async () => {
    await browser?.close()
    withoutScripts?.server.close()
    await site?.stop()
  })

  it.each(['with script', 'without script'])('%s', async (mode) => {
    const script = mode === 'with script'
    const base = script ? site.base : withoutScripts.base
    const context = await browser.createBrowserContext()
    const page = await context.newPage()
    await page.setViewport({ width: 390, height: 844 })
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    const { open, see, read, press, type, arrive } = walkIn(page, base)

    await open('/')
    expect(await page.$$eval('main ul[aria-labelledby] li', (cards) => cards.length)).toBeGreaterThanOrEqual(4)
    await press(link('로그인', 'nav[aria-label="빠른 메뉴"]'))
    await arrive('/login')
    await type(field('아이디'), 'demo')
    await type('main input[name=pw]', 'not my password')
    await press(button('로그인'))
    await read('main [role=alert]', '아이디 또는 비밀번호가 일치하지 않습니다')
    await type('main input[name=pw]', 'demo-1234')
    await press(button('로그인'))
    await arrive('/')
    await read('[aria-label="내 현황"]', 'demo')

    await press(button('메뉴 열기', 'header'))
    await press(link('슬롯', '[role=dialog]'))
    await arrive('/slot')
    await type({ role: 'searchbox', name: '게임·게임사 이름 검색', within: 'main' }, '달토끼')
    if (!script) await page.keyboard.press('Enter')
    await arrive(`/slot?q=${encodeURIComponent('달토끼')}`)
    await press(button('달토끼의 방앗간 즐겨찾기에 넣기'))
    await see('main [aria-pressed=true]')
    await press(link('즐겨찾기'))
    await press('main ul[aria-labelledby] li > a')
    await arrive('/game?company=dodam-play&code=moon-rabbit-mill')
    await read('main h1', '달토끼의 방앗간')
    const opening = browser.waitForTarget((target) => target.url().includes('/sandbox/game/'), { timeout: 15_000 })
    await press(button('새 창에서 시작'))
    const game = await (await opening).page()
    expect(await game?.title()).toContain('달토끼의 방앗간')
    await game?.close()

    await press(link('입금', 'nav[aria-label="빠른 메뉴"]'))
    await arrive('/deposit')
    await type(field('입금 금액'), '15000')
    if (!script) await press(button('입금 신청'))
    await read('main [aria-invalid=true] ~ *, main form', '10,000원 단위로 입력해 주세요')
    await press(button('20,000원'))
    await press(button(script ? '20,000원 입금 신청' : '입금 신청'))
    await arrive('/')
    await read('main', /입금 신청이 접수되었습니다.*20,000원.*접수 번호\s*[\dA-Z]{4}-[\dA-Z]{2}/)

    await open('/withdraw')
    await type(field('출금 금액'), '10000')
    await type('main input[name=exchange_pw]', '2580')
    await press(button(script ? '10,000원 출금 신청' : '출금 신청'))
    await arrive('/')
    await read('main', /출금 신청이 접수되었습니다.*10,000원.*접수 번호/)
    await press(link('내역 보기'))
    await arrive('/user?tab=history')
    await read('#history table', /입금.*20,000/)

    await press('[aria-label="내 현황"] a[href="/note"]')
    await arrive('/note')
    await press('main li a')
    await see(link('쪽지'))
    await press(button('메뉴 열기', 'header'))
    await press(link('고객센터', '[role=dialog]'))
    await arrive('/help')
    await press(link('1:1 문의하기'))
    await arrive('/help?write')
    await press(button('문의 보내기'))
    await read('main [role=alert]', '제목을 입력해 주세요')
    await type(field('제목'), '불여우로 씁니다')
    await type('main textarea', '잘 보이나요?')
    await press(button('문의 보내기'))
    await arrive('/help')
    await read('main [role=status]', '문의를 보냈습니다')

    await press(button('어두운 화면 사용', 'footer'))
    await see('html[data-theme=dark]')
    await press('header summary')
    await press(button('English', 'header'))
    await see('html[lang=en]')
    await press(button('Open my wallet', 'header'))
    await press(link('Log out', '[role=dialog]'))
    await press(script ? button('Log out', '[role=dialog]') : button('Log out'))
    await arrive('/')
    await see(link('Log in', 'nav[aria-label="Quick menu"]'))
    await context.close()
    // Pages without scripts throw nothing: what is reported there is the browser's own.
    if (script) expect(errors).toEqual([])
  })
})

/** The elements that a walk looks for: by role and whole accessible name, or by a selector, within a part of the page. */
type Wanted = { role: string; name: string; within?: string } | string

const patience = { timeout: 60_000, interval: 100 }

/**
 * Serves a site with a header that makes browsers run no script on any page. Firefox has no such switch for a single
 * page, and hangs in forms when its setting for all pages is off.
 *
 * @param base the site's origin.
 */
async function serveWithoutScripts(base: string): Promise<{ base: string; server: Server }> {
  const { hostname, port } = new URL(base)
  const mayDoAllElse = 'allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation'
  const server = createServer((incoming, response) => {
    const { url, method, headers } = incoming
    const passedOn = request({ hostname, port, path: url, method, headers }, (received) => {
      const policies = [received.headers['content-security-policy'], `sandbox ${mayDoAllElse}`]
      response.writeHead(received.statusCode ?? 502, {
        ...received.headers,
        'content-security-policy': policies.filter((policy) => policy !== undefined).join(', '),
      })
      received.pipe(response)
    })
    passedOn.once('error', () => response.destroy())
    incoming.pipe(passedOn)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return { base: `http://127.0.0.1:${address.port}`, server }
}

/** What a walk does on a page. Each step waits up to 15 s. */
function walkIn(page: Page, base: string) {
  const selectorOf = (wanted: Wanted) => {
    if (typeof wanted === 'string') return wanted
    const { role, name, within = '' } = wanted
    return `${within} ::-p-aria([name="${name}"][role="${role}"])`.trim()
  }

  async function see(wanted: Wanted): Promise<ElementHandle> {
    const element = await page.waitForSelector(selectorOf(wanted), { visible: true, timeout: patience.timeout })
    if (!element) throw new Error(`${selectorOf(wanted)} is gone`)
    return element
  }

  async function read(wanted: Wanted, expected: string | RegExp): Promise<void> {
    const text = async () => {
      const element = await page.$(selectorOf(wanted)).catch(() => null)
      return (await element?.evaluate(({ textContent }) => textContent?.replace(/\s+/g, ' ')).catch(() => '')) ?? ''
    }
    await expect.poll(text, { ...patience, message: `reads ${selectorOf(wanted)}` }).toMatch(expected)
  }

  /** Presses an element; the one of the next page, when the page changes meanwhile. */
  function press(wanted: Wanted, count = 1): Promise<ElementHandle> {
    return vi.waitFor(async () => {
      const element = await see(wanted)
      // What lies under the bottom bar counts as in view.
      await element.evaluate((target) => target.scrollIntoView({ block: 'center' }))
      await element.click({ count })
      return element
    }, patience)
  }

  async function type(wanted: Wanted, text: string): Promise<void> {
    const field = await press(wanted, 3)
    await field.type(text)
  }

  /** Waits until the page has this path, its scripts run if it has any, and it does not scroll sideways. */
  async function arrive(path: string): Promise<void> {
    const place = () => page.url().replace(base, '')
    await expect.poll(place, patience).toBe(path)
    const wrong = () =>
      page
        .evaluate(() => {
          if (document.readyState !== 'complete') return 'is loading'
          const { scrollWidth, clientWidth } = document.documentElement
          return scrollWidth > clientWidth ? `is ${scrollWidth - clientWidth} px too wide` : ''
        })
        .catch(() => 'is changing')
    await expect.poll(wrong, { ...patience, message: page.url() }).toBe('')
  }

  async function open(path: string): Promise<void> {
    await page.goto(`${base}${path}`)
    await arrive(path)
  }

  return { see, read, press, type, arrive, open }
}
