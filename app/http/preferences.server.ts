import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { cookiesOf, setCookieLine } from '~/session/cookie.server'
import { sendCookie } from './answer.server'

/** Unsealed cookies with a browser's preferences. They hold no secrets. */

export type Theme = 'dark' | 'light' | 'system'

const yearSeconds = 365 * 24 * 60 * 60
const popupHiddenSeconds = 8 * 60 * 60
const recentGamesMax = 8

/** The theme in a cookie; `system` (the device's) until one was chosen. */
export function themeOf(word: string | undefined): Theme {
  return word === 'light' || word === 'dark' ? word : 'system'
}

/** The Set-Cookie line of a preference, valid for a year. */
export function preferenceLine(name: 'lng' | 'theme' | 'lite' | 'userId', value: string): string {
  return setCookieLine(name, value, yearSeconds)
}

/** The user id that last signed in on this browser, for the login form; '' when there is none. */
export function rememberedId(request: Request): string {
  const id = cookiesOf(request.headers.get('Cookie')).get('userId') ?? ''
  return id.length <= rememberedIdCharacters ? id : ''
}

export function rememberId(context: Readonly<RouterContextProvider>, id: string): void {
  if (id.length <= rememberedIdCharacters) sendCookie(context, preferenceLine('userId', id))
}

const rememberedIdCharacters = 64

/** A game in the cookie `recent`. */
export type RecentGame = { company: string; code: string }

const recentGame = z.tuple([z.string().min(1).max(64), z.string().min(1).max(64)])

/** The games last opened on this browser, latest first, at most 8. */
export function recentGames(request: Request): RecentGame[] {
  const cookie = cookiesOf(request.headers.get('Cookie')).get('recent')
  if (!cookie) return []
  try {
    const games = z.array(recentGame).safeParse(JSON.parse(cookie))
    return games.success ? games.data.slice(0, recentGamesMax).map(([company, code]) => ({ company, code })) : []
  } catch {
    return []
  }
}

/** Adds a game as the latest of the recent ones. */
export function rememberGame(request: Request, context: Readonly<RouterContextProvider>, opened: RecentGame): void {
  const others = recentGames(request).filter(({ company, code }) => company !== opened.company || code !== opened.code)
  const games = [opened, ...others].slice(0, recentGamesMax)
  const text = JSON.stringify(games.map(({ company, code }) => [company, code]))
  if (text.length <= recentCharactersMax) sendCookie(context, setCookieLine('recent', text, yearSeconds))
}

const recentCharactersMax = 1500

/** The pop-ups that this browser hides, as `popupCookieSuffix` of their ids. */
export function hiddenPopups(request: Request): ReadonlySet<string> {
  const hidden = new Set<string>()
  for (const name of cookiesOf(request.headers.get('Cookie')).keys()) {
    if (name.startsWith('pop_')) hidden.add(name.slice('pop_'.length))
  }
  return hidden
}

/** A pop-up's id (`idx`) in a form that is valid in a cookie name. */
export function popupMark(idx: string | number): string {
  return encodeURIComponent(String(idx))
    .replace(/[^\w.-]/g, '_')
    .slice(0, 64)
}

/** Hides a pop-up for 8 hours. */
export function hidePopup(context: Readonly<RouterContextProvider>, idx: string | number): void {
  sendCookie(context, setCookieLine(`pop_${popupMark(idx)}`, '1', popupHiddenSeconds))
}
