import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { formatSetCookie, parseCookies } from '~/session/cookie.server'
import { days, hours, toSeconds } from '~/time/durations'
import { sendCookie } from './response-headers.server'

/** Unsealed cookies with a browser's preferences. They hold no secrets. */

export type Theme = 'dark' | 'light' | 'system'

const yearSeconds = toSeconds(days(365))
const popupHiddenSeconds = toSeconds(hours(8))
const maxRecentGames = 8

/** The theme in a cookie; `system` (the device's) until one was chosen. */
export function parseTheme(value: string | undefined): Theme {
  return value === 'light' || value === 'dark' ? value : 'system'
}

/** The Set-Cookie line of a preference, valid for a year. */
export function preferenceCookieLine(name: 'lng' | 'theme' | 'lite' | 'userId', value: string): string {
  return formatSetCookie(name, value, yearSeconds)
}

/** The user id that last signed in on this browser, for the login form; '' when there is none. */
export function readRememberedId(request: Request): string {
  const id = parseCookies(request.headers.get('Cookie')).get('userId') ?? ''
  return id.length <= maxRememberedIdCharacters ? id : ''
}

export function rememberId(context: Readonly<RouterContextProvider>, id: string): void {
  if (id.length <= maxRememberedIdCharacters) sendCookie(context, preferenceCookieLine('userId', id))
}

const maxRememberedIdCharacters = 64

/** A game in the cookie `recent`. */
export type RecentGame = { company: string; code: string }

const recentGameSchema = z.tuple([z.string().min(1).max(64), z.string().min(1).max(64)])

/** The games last opened on this browser, latest first, at most 8. */
export function readRecentGames(request: Request): RecentGame[] {
  const cookie = parseCookies(request.headers.get('Cookie')).get('recent')
  if (!cookie) return []
  try {
    const games = z.array(recentGameSchema).safeParse(JSON.parse(cookie))
    return games.success ? games.data.slice(0, maxRecentGames).map(([company, code]) => ({ company, code })) : []
  } catch {
    return []
  }
}

/** Adds a game as the latest of the recent ones. */
export function rememberGame(request: Request, context: Readonly<RouterContextProvider>, opened: RecentGame): void {
  const others = readRecentGames(request).filter(
    ({ company, code }) => company !== opened.company || code !== opened.code,
  )
  const games = [opened, ...others].slice(0, maxRecentGames)
  const text = JSON.stringify(games.map(({ company, code }) => [company, code]))
  if (text.length <= maxRecentCharacters) sendCookie(context, formatSetCookie('recent', text, yearSeconds))
}

const maxRecentCharacters = 1500

/** The pop-ups that this browser hides, as `popupCookieSuffix` of their ids. */
export function readHiddenPopups(request: Request): ReadonlySet<string> {
  const hidden = new Set<string>()
  for (const name of parseCookies(request.headers.get('Cookie')).keys()) {
    if (name.startsWith('pop_')) hidden.add(name.slice('pop_'.length))
  }
  return hidden
}

/** A pop-up's id (`idx`) in a form that is valid in a cookie name. */
export function popupCookieSuffix(idx: string | number): string {
  return encodeURIComponent(String(idx))
    .replace(/[^\w.-]/g, '_')
    .slice(0, 64)
}

/** Hides a pop-up for 8 hours. */
export function hidePopup(context: Readonly<RouterContextProvider>, idx: string | number): void {
  sendCookie(context, formatSetCookie(`pop_${popupCookieSuffix(idx)}`, '1', popupHiddenSeconds))
}
