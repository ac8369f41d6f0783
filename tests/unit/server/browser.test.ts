import { expect, it } from 'vitest'
import { browserName, readBrowser } from '~/server/request-info/browser.server'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

it.each([
  ['Chrome on Android', `Mozilla/5.0 (Linux; Android 15; K) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`],
  [
    'Samsung Internet on Android',
    `Mozilla/5.0 (Linux; Android 15) ${webkit} SamsungBrowser/28.0 Chrome/130.0 Safari/537.36`,
  ],
  ['Safari on iPhone', `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${webkit} Version/18.6 Safari/604.1`],
  [
    'KakaoTalk on iPhone',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${webkit} KAKAOTALK/25.1 Safari/604.1`,
  ],
  [
    'Edge on Windows',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
  ],
  ['Whale on Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/138.0 Whale/4.33 Safari/537.36`],
  ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'],
  ['Safari on Mac', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.6 Safari/605.1.15`],
  ['', 'curl/8.5.0'],
  ['', ''],
])('the User-Agent identifies %s', (name, userAgent) => {
  expect(browserName(userAgent)).toBe(name)
  expect(browserName(userAgent).length).toBeLessThanOrEqual(40)
})

it('a browser’s random value is read from its cookie, or created if the cookie is invalid', () => {
  const device = '3f0c2a52-9f0c-4a52-8a46-0d7a3a1f7c11'
  const read = (value?: string) =>
    readBrowser(new Headers(), new Map(value === undefined ? [] : [['device', value]])).device
  expect(read(device)).toBe(device)
  for (const value of [undefined, '', 'x', `${device}x`, device.toUpperCase()]) {
    expect(read(value)).toMatch(/^[0-9a-f-]{36}$/)
    expect(read(value)).not.toBe(read(value))
  }
})
