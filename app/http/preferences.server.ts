import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { cookiesOf, setCookieLine } from '~/session/cookie.server'
import { sendCookie } from './answer.server'

/** Cookies in plain words, which hold no secret and say how a browser likes the site. */

export type Theme = 'dark' | 'light' | 'system'

const yearSeconds = 365 * 24 * 60 * 60
const popupHiddenSeconds = 8 * 60 * 60
const recentGamesMax = 8

/** The theme a cookie names; until one was chosen, the device's, which is dark where it says nothing. */
export function themeOf(word: string | undefined): Theme {
  return word === 'light' || word === 'dark' ? word : 'system'
}

/** The Set-Cookie line of a preference, kept for a year. */
export function preferenceLine(name: 'lng' | 'theme' | 'lite' | 'userId', value: string): string {
  return setCookieLine(name, value, yearSeconds)
}

/** The id that last signed in on this browser, for the login form; '' when there is none. */
export function rememberedId(request: Request): string {
  const id = cookiesOf(request.headers.get('Cookie')).get('userId') ?? ''
  return id.length <= rememberedIdCharacters ? id : ''
}

export function rememberId(context: Readonly<RouterContextProvider>, id: string): void {
  if (id.length <= rememberedIdCharacters) sendCookie(context, preferenceLine('userId', id))
}

const rememberedIdCharacters = 64

/** A game as the cookie `recent` knows it. */
export type RecentGame = { company: string; code: string }

const recentGame = z.tuple([z.string().min(1).max(64), z.string().min(1).max(64)])

/** The games last opened on this browser, the latest first, 8 at most. */
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

/** Puts a game in front of the recent ones. */
export function rememberGame(request: Request, context: Readonly<RouterContextProvider>, opened: RecentGame): void {
  const others = recentGames(request).filter(({ company, code }) => company !== opened.company || code !== opened.code)
  const games = [opened, ...others].slice(0, recentGamesMax)
  const text = JSON.stringify(games.map(({ company, code }) => [company, code]))
  if (text.length <= recentCharactersMax) sendCookie(context, setCookieLine('recent', text, yearSeconds))
}

const recentCharactersMax = 1500

/** The ids (`idx`) of pop-ups that this browser hides. */
export function hiddenPopups(request: Request): ReadonlySet<string> {
  const hidden = new Set<string>()
  for (const name of cookiesOf(request.headers.get('Cookie')).keys()) {
    if (name.startsWith('pop_')) hidden.add(name.slice('pop_'.length))
  }
  return hidden
}

/** What `hiddenPopups` knows a pop-up by: its id, made fit for a cookie's name. */
export function popupMark(idx: string | number): string {
  return encodeURIComponent(String(idx))
    .replace(/[^\w.-]/g, '_')
    .slice(0, 64)
}

/** Hides a pop-up for 8 hours. */
export function hidePopup(context: Readonly<RouterContextProvider>, idx: string | number): void {
  sendCookie(context, setCookieLine(`pop_${popupMark(idx)}`, '1', popupHiddenSeconds))
}
