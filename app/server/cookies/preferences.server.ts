import { days, hours, toSeconds } from '~/values/durations'
import type { Context } from '../http/incoming.server'
import { formatSetCookie, parseCookies, sendCookie } from './cookie.server'

/** Unsealed cookies for a browser's preferences. They contain no secrets. */

export const yearSeconds = toSeconds(days(365))
const popupHiddenSeconds = toSeconds(hours(8))

export function preferenceCookieLine(name: 'lng' | 'theme' | 'lite' | 'userId', value: string): string {
  return formatSetCookie(name, value, yearSeconds)
}

export function readRememberedId(request: Request): string {
  const id = parseCookies(request.headers.get('Cookie')).get('userId') ?? ''
  return id.length <= maxRememberedIdCharacters ? id : ''
}

/** Remembers a user id for a year. Ids longer than 64 characters are not stored. */
export function rememberId(context: Context, id: string): void {
  if (id.length <= maxRememberedIdCharacters) sendCookie(context, preferenceCookieLine('userId', id))
}

const maxRememberedIdCharacters = 64

export function readHiddenPopups(request: Request): ReadonlySet<string> {
  const names = [...parseCookies(request.headers.get('Cookie')).keys()]
  return new Set(names.filter((name) => name.startsWith('pop_')).map((name) => name.slice('pop_'.length)))
}

export function popupCookieSuffix(idx: string | number): string {
  return encodeURIComponent(String(idx))
    .replace(/[^\w.-]/g, '_')
    .slice(0, 64)
}

export function hidePopup(context: Context, idx: string | number): void {
  sendCookie(context, formatSetCookie(`pop_${popupCookieSuffix(idx)}`, '1', popupHiddenSeconds))
}
