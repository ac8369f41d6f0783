import { href } from 'react-router'
import { hrefWithQuery } from '~/values/addresses/with-query'
import { isHistoryTab } from '../history/query'

/** The rooms of the member's own page, each at an address of its own. */
export const rooms = ['profile', 'history', 'limits', 'safer-play'] as const
export type Room = (typeof rooms)[number]

/** The address of a room. */
export function roomHref(room: Room): string {
  return hrefWithQuery(href('/user'), room === 'profile' ? {} : { tab: room })
}

const roomByIntent = new Map<unknown, Room>([
  ['limits', 'limits'],
  ['limits-confirm', 'limits'],
  ['limits-cancel', 'limits'],
  ['break', 'safer-play'],
  ['exclude', 'safer-play'],
])

/** The room of a form that was sent, in which it is shown again: without an intent of limits that of the passwords. */
export function roomOfForm(posted: FormData): Room {
  return roomByIntent.get(posted.get('intent')) ?? 'profile'
}

/**
 * The room that an address is of. `?tab=` names it, or one of the lists of the history; a range of days without it is of
 * the history.
 */
export function roomOf(search: URLSearchParams): Room {
  if (search.has('ask')) return 'safer-play'
  const tab = search.get('tab')
  const asksForDays = ['range', 'from', 'to'].some((name) => search.has(name))
  if (isHistoryTab(tab) || (tab === null && asksForDays)) return 'history'
  return rooms.find((room) => room === tab) ?? 'profile'
}
