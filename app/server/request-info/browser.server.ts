import { randomUUID } from 'node:crypto'

/** The browser in a login record. `name` is the program's name, and `device` a random value from a cookie. */
export type Browser = { name: string; device: string }

/** Patterns for the User-Agent. The first match counts, because browsers also name the browsers they are based on. */
const programs = [
  [/KAKAOTALK/i, 'KakaoTalk'],
  [/NAVER\(/, 'Naver'],
  [/Line\//, 'LINE'],
  [/Whale\//, 'Whale'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const systems = [
  [/Android/, 'Android'],
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
] as const

/** Returns a name such as `Chrome on Android` (at most 40 characters), or '' if the User-Agent is unknown. */
export function browserName(userAgent: string): string {
  const find = (names: readonly (readonly [RegExp, string])[]) => names.find(([part]) => part.test(userAgent))?.[1]
  return [find(programs), find(systems)].filter((name) => name !== undefined).join(' on ')
}

/** Returns whether a request is from a browser that sends no cookies. Other programs send no Sec-Fetch-Dest. */
export const mayRefuseCookies = ({ headers }: Request): boolean =>
  !headers.has('Cookie') && headers.has('Sec-Fetch-Dest')

export const deviceCookie = 'device'
const devicePattern = /^[0-9a-f-]{36}$/

export function readBrowser(headers: Headers, cookies: ReadonlyMap<string, string>): Browser {
  const device = cookies.get(deviceCookie) ?? ''
  return {
    name: browserName(headers.get('User-Agent') ?? ''),
    device: devicePattern.test(device) ? device : randomUUID(),
  }
}
