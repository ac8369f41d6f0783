import puppeteer, { type Browser, type ElementHandle, type Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { firefoxPath } from '../../bin/install/browser.mjs'
import { canRun } from '../../bin/install/debian.mjs'
import { type Site, startSite } from '../support/site'
import { textOf, words, wordsOf } from '../support/words'

const en = wordsOf('en')
const quickMenu = `nav[aria-label="${words['bottom.label']}"]`
const hasFirefox = canRun(firefoxPath)
const button = (name: string, within = 'main') => ({ role: 'button', name, within })
const link = (name: string, within = 'main') => ({ role: 'link', name, within })
const field = (name: string) => ({ role: 'textbox', name, within: 'main' })

describe.runIf(hasFirefox)('in Firefox', () => {
  let site: Site
  let browser: Browser
  beforeAll(async () => {
    // Automatic approval would soon replace the message about the requested deposit.
    site = await startSite({ PLAY_APPROVAL_MS: '0' })
    browser = await puppeteer.launch({ browser: 'firefox', executablePath: firefoxPath, headless: true })
  })
  afterAll(async () => {
    await browser?.close()
    await site?.stop()
  })

  it('a member visits every screen, from home to logging out', async () => {
    const page = await browser.newPage()
    await page.setViewport({ width: 390, height: 844 })
    const errors: string[] = []
    page.on('pageerror', (error) => {
      // Firefox reports responses that were still loading when the page was left.
      if (!/Error in input stream/.test(String(error))) errors.push(String(error))
    })
    const { open, see, read, press, type, arrive } = walkIn(page, site.base)

    await open('/')
    expect(await page.$$eval('main ul[aria-labelledby] li', (cards) => cards.length)).toBeGreaterThanOrEqual(4)
    await press(link(words['nav.login'], quickMenu))
    await arrive('/login')
    await type(field(words['login.id']), 'demo')
    await type('main input[name=pw]', 'not my password')
    await press(button(words['nav.login']))
    await read('main [role=alert]', words.msg2030)
    await type('main input[name=pw]', 'demo-1234')
    await press(button(words['nav.login']))
    await arrive('/')
    await read(`[aria-label="${words['strip.label']}"]`, '데모')

    await press(button(words['drawer.menu.open'], 'header'))
    await press(link(words['nav.slot'], '[role=dialog]'))
    await arrive('/slot')
    await type({ role: 'searchbox', name: words['lobby.search.slot'], within: 'main' }, '달토끼')
    await arrive(`/slot?q=${encodeURIComponent('달토끼')}`)
    await press(button(textOf('lobby.favourite', { name: '달토끼의 방앗간' })))
    await see('main [aria-pressed=true]')
    await press(link(words['lobby.favourites']))
    await arrive(`/slot?q=${encodeURIComponent('달토끼')}&view=favourites`)
    const opening = browser.waitForTarget((target) => target.url().includes('/sandbox/game/'), { timeout: 15_000 })
    await press('main ul[aria-labelledby=games] li > a')
    const game = await (await opening).page()
    expect(await game?.title()).toContain('달토끼의 방앗간')
    await game?.close()

    await press(link(words['nav.deposit'], quickMenu))
    await arrive('/deposit')
    await type(field(words['deposit.amount.label']), '15000')
    await read('main [aria-invalid=true] ~ *, main form', words.msg2009)
    await press(button('20,000원'))
    await press(button(words['deposit.submit']))
    await arrive('/')
    await read('main', new RegExp(`${words.msg2010}.*20,000원.*${words['receipt.number']} [\\dA-Z]{4}-[\\dA-Z]{2}`))

    await open('/withdraw')
    // The game has moved all money out of the wallet.
    await press('main button[value=bring-back]')
    await type(field(words['withdraw.amount.label']), '10000')
    await type('main input[name=exchange_pw]', '2580')
    await press(button(words['withdraw.submit']))
    await arrive('/')
    await read('main', new RegExp(`${words.msg2015}.*10,000원.*${words['receipt.number']} [\\dA-Z]{4}-[\\dA-Z]{2}`))
    await press('main a[href="/user?tab=history"]')
    await arrive('/user?tab=history')
    await read('#history table', new RegExp(`${words['transaction.deposit']}.*20,000`))

    await press(`[aria-label="${words['strip.label']}"] a[href="/note"]`)
    await arrive('/note')
    await press('main li a')
    await see(link(words['note.title']))
    await press(button(words['drawer.menu.open'], 'header'))
    // The link's name contains the number of unread answers.
    await press('[role=dialog] a[href="/help"]')
    await arrive('/help')
    await press(link(words['help.write.title']))
    await arrive('/help?write')
    await press(button(words['help.submit']))
    await read('main [role=alert]', words['help.title.empty'])
    await type(field(words['help.title.label']), '불여우로 씁니다')
    await type('main textarea', '잘 보이나요?')
    await press(button(words['help.submit']))
    await arrive('/help')
    await read('main [role=status]', words['help.sent'])

    await press(button(words['theme.toDark'], 'footer'))
    await see('html[data-theme=dark]')
    await press('header summary')
    await press(button('English', 'header'))
    await see('html[lang=en]')
    await press(button(en['drawer.wallet.open'], 'header'))
    await press(link(en['nav.logout'], '[role=dialog]'))
    await press(button(en['nav.logout'], '[role=dialog]'))
    await arrive('/')
    await see(link(en['nav.login'], `nav[aria-label="${en['bottom.label']}"]`))
    expect(errors).toEqual([])
  })
})

/** An element within a part of the page, by role and full accessible name or by selector. */
type Wanted = { role: string; name: string; within?: string } | string

const patience = { timeout: 60_000, interval: 100 }

/** Actions on a page. Each waits for its element. */
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

  /** Presses an element, if necessary after the page has changed. */
  function press(wanted: Wanted, count = 1): Promise<ElementHandle> {
    return vi.waitFor(async () => {
      const element = await see(wanted)
      // Firefox treats elements under the bottom bar as in view.
      await element.evaluate((target) => target.scrollIntoView({ block: 'center' }))
      await element.click({ count })
      return element
    }, patience)
  }

  async function type(wanted: Wanted, text: string): Promise<void> {
    const field = await press(wanted, 3)
    await field.type(text)
  }

  /** Waits until the page has this path, is loaded, and does not scroll horizontally. */
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
