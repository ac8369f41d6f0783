import { href } from 'react-router'
import type { Query } from '~/server/request-info/query.server'
import { hrefWithQuery } from '~/values/addresses'
import { isHistoryTab } from '../history/query'

export const profileTabs = ['profile', 'history', 'limits', 'safer-play', 'security'] as const
export type ProfileTab = (typeof profileTabs)[number]

export const profileTabHref = (tab: ProfileTab): string =>
  hrefWithQuery(href('/user'), tab === 'profile' ? {} : { tab })

const intentsOfTabs: { readonly [Tab in ProfileTab]?: readonly unknown[] } = {
  limits: ['limits', 'limits-confirm', 'limits-cancel'],
  'safer-play': ['break', 'exclude', 'exclusion-end'],
  security: ['end-login', 'end-others', 'factor-start', 'factor-on', 'factor-off', 'factor-codes'],
}

export function profileTabOfForm(posted: FormData): ProfileTab {
  return profileTabs.find((tab) => intentsOfTabs[tab]?.includes(posted.get('intent'))) ?? 'profile'
}

/** Returns the tab for a URL. `?tab=` names a tab, or a list in the history tab. A date range selects the history. */
export function profileTabOf(search: Query): ProfileTab {
  if (search.ask !== undefined) return 'safer-play'
  const asked = search.tab
  const asksForDays = [search.range, search.from, search.to].some((value) => value !== undefined)
  if (isHistoryTab(asked) || (asked === undefined && asksForDays)) return 'history'
  return profileTabs.find((tab) => tab === asked) ?? 'profile'
}
