import { href } from 'react-router'
import type { MessageKey } from '~/i18n/i18n'
import { useHasPage } from '~/session/page-settings'
import { useExclusion } from '~/session/session-context'
import type { IconName } from '~/ui/icon/icon'
import { historySectionHref, writeInquiryHref } from '~/values/addresses'

export const menuDrawerId = 'menu'
export const memberDrawerId = 'wallet'

export type MenuEntry = { path: string; label: MessageKey; icon: IconName; to?: string; closedWhileExcluded?: true }

/** The ten menu entries in three groups. "Message" opens a form on /help. Source: docs/product.md, top bar. */
export const menu = {
  play: [
    { path: href('/casino'), label: 'nav.casino', icon: 'spade', closedWhileExcluded: true },
    { path: href('/slot'), label: 'nav.slot', icon: 'cherry', closedWhileExcluded: true },
    { path: href('/sport'), label: 'nav.sport', icon: 'volleyball', closedWhileExcluded: true },
  ],
  money: [
    { path: href('/deposit'), label: 'nav.deposit', icon: 'circle-plus', closedWhileExcluded: true },
    { path: href('/withdraw'), label: 'nav.withdraw', icon: 'circle-arrow-up' },
    { path: href('/comp'), label: 'nav.comp', icon: 'ticket-check', closedWhileExcluded: true },
  ],
  support: [
    { path: href('/notice'), label: 'nav.notice', icon: 'bell' },
    { path: href('/help'), label: 'nav.help', icon: 'headset' },
    { path: href('/help'), label: 'nav.message', to: writeInquiryHref, icon: 'message-circle-question-mark' },
    { path: href('/user'), label: 'nav.user', icon: 'user-round' },
  ],
} as const satisfies Record<string, readonly MenuEntry[]>

export type MenuGroup = keyof typeof menu

export const menuGroups = ['play', 'money', 'support'] as const satisfies readonly MenuGroup[]

export function useMenuEntries(): (group: MenuGroup) => readonly MenuEntry[] {
  const hasPage = useHasPage()
  const isExcluded = useExclusion() !== null
  return (group) =>
    menu[group].filter(
      ({ closedWhileExcluded, path }: MenuEntry) => !(closedWhileExcluded && isExcluded) && hasPage(path),
    )
}

export const historyTile = { to: historySectionHref, icon: 'receipt-text', text: 'receipt.history' } as const

const memberPaths: readonly string[] = [
  ...menuGroups.flatMap((group) => menu[group].map(({ path }) => path)),
  href('/note'),
  href('/documents'),
  href('/game'),
  href('/favourite'),
  href('/reality-check'),
  href('/settled'),
  href('/admin/error'),
]

/** Returns whether a path is for members only. Home, login, registration and the legal pages are not. */
export function isMemberPath(path: string): boolean {
  return memberPaths.some((member) => path === member || path.startsWith(`${member}/`))
}

/** Returns an entry's `aria-current`: `page`, or `true` on a page below it. A page's second entry has none. */
export function getAriaCurrent(entry: MenuEntry, path: string): 'page' | 'true' | undefined {
  if (entry.label === 'nav.message' || entry.label === 'receipt.history') return undefined
  if (path === entry.path) return 'page'
  return path.startsWith(`${entry.path}/`) ? 'true' : undefined
}
