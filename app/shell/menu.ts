import type { MessageKey } from '~/i18n/i18n'
import type { IconName } from '~/ui/icon/icon'

/** An entry of the menus. */
export type MenuEntry = {
  path: string
  label: MessageKey
  icon: IconName
  /** Left out while a break or self-exclusion closes the page. */
  closedWhileExcluded?: true
}

/** The ten menu entries in three groups. Message leads to /help. Source: docs/product.md, top bar. */
export const menu = {
  play: [
    { path: '/casino', label: 'nav.casino', icon: 'spade' },
    { path: '/slot', label: 'nav.slot', icon: 'cherry' },
    { path: '/sport', label: 'nav.sport', icon: 'volleyball' },
  ],
  money: [
    { path: '/deposit', label: 'nav.deposit', icon: 'circle-plus', closedWhileExcluded: true },
    { path: '/withdraw', label: 'nav.withdraw', icon: 'circle-arrow-up' },
    { path: '/comp', label: 'nav.comp', icon: 'ticket-check', closedWhileExcluded: true },
  ],
  support: [
    { path: '/notice', label: 'nav.notice', icon: 'bell' },
    { path: '/help', label: 'nav.help', icon: 'headset' },
    { path: '/help', label: 'nav.message', icon: 'message-circle-question-mark' },
    { path: '/user', label: 'nav.user', icon: 'user-round' },
  ],
} as const satisfies Record<string, readonly MenuEntry[]>

export type MenuGroup = keyof typeof menu

export const menuGroups = ['play', 'money', 'support'] as const satisfies readonly MenuGroup[]

/** The entries of a group that lead somewhere for this member. */
export function menuEntries(group: MenuGroup, isExcluded: boolean): readonly MenuEntry[] {
  const entries: readonly MenuEntry[] = menu[group]
  return entries.filter(({ closedWhileExcluded }) => !(closedWhileExcluded && isExcluded))
}

/** The tile of a member's own movements and bets, in the panel and, in place of the deposit, in the footer. */
export const historyTile = { to: '/user#history', icon: 'receipt-text', text: 'panel.tile.history' } as const

const memberPaths = new Set([
  ...menuGroups.flatMap((group) => menu[group].map(({ path }) => path as string)),
  '/note',
  '/documents',
  '/game',
  '/favourite',
  '/reality-check',
  '/admin',
])

/** Whether a path is for members only. Home, login, register and the legal pages are not. */
export function isMemberPath(path: string): boolean {
  const [, first = ''] = path.split('/')
  return memberPaths.has(`/${first}`)
}

/**
 * The `aria-current` of an entry: `page` for the page itself, `true` for a page below it. Of the two entries that lead
 * to /help only the first is marked.
 */
export function getAriaCurrent(entry: MenuEntry, path: string): 'page' | 'true' | undefined {
  if (entry.label === 'nav.message') return undefined
  if (path === entry.path) return 'page'
  return path.startsWith(`${entry.path}/`) ? 'true' : undefined
}

/** A path as far as the menus tell it from others: an entry's own, the entry's and `/` for any page below it, or ''. */
export function getMenuPath(path: string): string {
  const current = menuGroups
    .flatMap((group): readonly MenuEntry[] => menu[group])
    .find((one) => getAriaCurrent(one, path))
  if (!current) return ''
  return path === current.path ? path : `${current.path}/`
}
