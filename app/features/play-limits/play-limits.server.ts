import { brand } from '~/brand/brand.server'
import type { Locale } from '~/i18n/locale'
import { type LimitPeriod, limitPeriods, type PlayLimitsSummary } from '~/limits/names'
import { knownEnd, leftToDeposit, runningExclusion } from '~/limits/rules'
import { config } from '~/platform/settings/config.server'
import { countryOf } from '~/server/request-info/country.server'
import { excludedResponse, type PageUpstream } from '~/server/upstream/page-upstream.server'
import { isMissing, isSupported } from '~/upstream/client/call-support.server'
import type { PlayLimits } from '~/upstream/contract/play-limits'
import { sitePlayLimits } from '~/upstream/site-limits/site-play-limits.server'

export function helpLinesFor(request: Request, locale: Locale) {
  return brand.helpLines(countryOf(request.headers, config), locale)
}

/** Returns a summary of the member's limits, or null if unsupported or unreadable. */
export async function loadPlayLimitsSummary(upstream: PageUpstream): Promise<PlayLimitsSummary | null> {
  const outcome = await upstream.callOptionalOnce('get-play-limits')
  if (outcome.kind !== 'done') return null
  const { limits } = outcome.response
  const tightest = leftToDeposit(limits, limits.used)
  const limit = tightest && limits.deposit[tightest.period]
  return {
    tightest:
      tightest && typeof limit === 'number' ? { ...tightest, limit, used: limits.used[tightest.period] ?? 0 } : null,
    exclusion: runningExclusion(limits, new Date()) ?? null,
    ...(limitPeriods.some((name) => isUnreadable(limits, name)) ? { isUnreadable: true } : {}),
  }
}

function isUnreadable({ deposit, used }: PlayLimits, period: LimitPeriod): boolean {
  return deposit[period] === undefined || (deposit[period] !== null && used[period] === null)
}

/**
 * Closes a page during a break or self-exclusion. If the limits can't be read, the page opens, because the store of the
 * limits then rejects the page's calls. @param loadNews loads settlement news for the 403 page @throws the 403 page
 */
export async function throwIfExcluded(upstream: PageUpstream, loadNews?: () => Promise<unknown>): Promise<void> {
  const exclusion = (await loadPlayLimitsSummary(upstream))?.exclusion
  if (exclusion) throw excludedResponse({ ...knownEnd(exclusion), news: await loadNews?.() })
}

/**
 * Returns who stores play limits, for pages without a member. `nobody` means that the upstream doesn't have the calls
 * and there is no REDIS_URL. If no member has read limits in the last ten minutes, the result is `upstream or site`
 * with REDIS_URL, or else `unknown`.
 */
export function playLimitsKeeper(): 'upstream' | 'site' | 'upstream or site' | 'nobody' | 'unknown' {
  if (config.upstream.url === undefined) return 'upstream'
  if (isMissing('get-play-limits')) return sitePlayLimits ? 'site' : 'nobody'
  if (isSupported('get-play-limits')) return 'upstream'
  return sitePlayLimits ? 'upstream or site' : 'unknown'
}
