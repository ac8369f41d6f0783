import type { MessageKey } from '~/i18n/words'
import type { IconName } from '~/ui/icon/icon'

/** An entry of the menus. */
export type Place = { path: string; label: MessageKey; icon: IconName }

/** The ten entries of the top bar, in their three groups. Message leads to /help. Source: docs/product.md, top bar. */
export const menu = {
  play: [
    { path: '/casino', label: 'nav.casino', icon: 'spade' },
    { path: '/slot', label: 'nav.slot', icon: 'cherry' },
    { path: '/sport', label: 'nav.sport', icon: 'volleyball' },
  ],
  money: [
    { path: '/deposit', label: 'nav.deposit', icon: 'circle-plus' },
    { path: '/withdraw', label: 'nav.withdraw', icon: 'circle-arrow-up' },
    { path: '/comp', label: 'nav.comp', icon: 'ticket-check' },
  ],
  talk: [
    { path: '/notice', label: 'nav.notice', icon: 'bell' },
    { path: '/help', label: 'nav.help', icon: 'headset' },
    { path: '/help', label: 'nav.message', icon: 'message-circle-question-mark' },
    { path: '/user', label: 'nav.user', icon: 'user-round' },
  ],
} as const satisfies Record<string, readonly Place[]>

export type Group = keyof typeof menu

export const groups = ['play', 'money', 'talk'] as const satisfies readonly Group[]

const memberRoots = new Set([
  ...groups.flatMap((group) => menu[group].map(({ path }) => path as string)),
  '/note',
  '/game',
  '/admin',
])

/** Whether a path of this site is for members alone: every screen but home, login, register and the words of the house. */
export function isForMembers(path: string): boolean {
  const [, first = ''] = path.split('/')
  return memberRoots.has(`/${first}`)
}

/**
 * What `aria-current` says of an entry: this very page, or a page under it (a provider's games under slot). Of two
 * entries with one path only the first is marked: a page is in one place.
 */
export function currentMark(place: Place, path: string): 'page' | 'true' | undefined {
  if (place.label === 'nav.message') return undefined
  if (path === place.path) return 'page'
  return path.startsWith(`${place.path}/`) ? 'true' : undefined
}
