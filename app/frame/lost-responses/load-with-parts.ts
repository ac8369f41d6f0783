import type { DataStrategyResult } from 'react-router'
import { loadMessages } from '~/i18n/catalogue'
import { localeFromLang } from '~/i18n/locale'
import { loadMemberParts } from '../member-part'
import type { ShellData } from '../shell-data'

/** What the loaders or the action of a navigation, form or fetcher returned, by route id. */
export type RouteResults = Record<string, DataStrategyResult>

/**
 * Runs the request of a page, and loads what it may need beyond a visitor's home: the words of all pages, and for a member
 * what only members see. Nothing is fetched twice.
 *
 * @returns `hasParts`: false when a file of them can't be fetched.
 */
export async function loadWithParts(
  next: () => Promise<RouteResults>,
): Promise<{ results: RouteResults; hasParts: boolean }> {
  const messages = succeeds(loadMessages(localeFromLang(document.documentElement.lang), true))
  const results = await next()
  // A navigation back to the shown page, which stays as it is.
  if (Object.keys(results).length === 0) return { results, hasParts: true }
  // They are loaded only now, because the page's script, which came meanwhile, has parts of its own.
  const memberParts = isMembers(results) ? succeeds(loadMemberParts()) : true
  return { results, hasParts: (await messages) && (await memberParts) }
}

const succeeds = (work: Promise<void>) =>
  work.then(
    () => true,
    () => false,
  )

function isMembers({ root }: RouteResults): boolean {
  return root?.type === 'data' && (root.result as ShellData | undefined)?.member != null
}
