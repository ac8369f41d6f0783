import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import puppeteer, { type Browser, type ElementHandle, type Page } from 'puppeteer-core'
import { expect, vi } from 'vitest'
import { firefoxPath } from '../../bin/install/browser.mjs'

/** The elements that a walk looks for: by role and whole accessible name, or by a selector, within a part of the page. */
export type Wanted = { role: string; name: string; within?: string } | string

const patience = { timeout: 60_000, interval: 100 }

export function launchFirefox(): Promise<Browser> {
  return puppeteer.launch({ browser: 'firefox', executablePath: firefoxPath, headless: true })
}

/**
 * Serves a site with a header that makes browsers run no script on any page. Firefox has no such switch for a single
 * page, and hangs in forms when its setting for all pages is off.
 *
 * @param base the site's origin.
 */
export async function serveWithoutScripts(base: string): Promise<{ base: string; server: Server }> {
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
export function walkIn(page: Page, base: string) {
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
