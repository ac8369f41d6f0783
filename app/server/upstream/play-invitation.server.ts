import { limitPeriods } from '~/limits/names'
import { runningExclusion } from '~/limits/rules'
import type { PlayLimits } from '~/upstream/contract/play-limits'
import { minDeposit } from '~/values/amount'
import type { Context } from '../http/incoming.server'
import { requestInfoContext } from '../request-info/request-info.server'
import { checkDueSince } from '../session/reality-clock.server'
import { upstreamContext } from './page-upstream.server'

/**
 * Returns whether a page may invite the member to play. False during a break, if a reality check is due, if a limit is
 * used up, or if the limits can't be read. Makes no upstream call that the page would not make anyway.
 */
export async function mayInviteToPlay(context: Context): Promise<boolean> {
  const outcome = await context.get(upstreamContext).callOptionalOnce('get-play-limits')
  if (!context.get(requestInfoContext).isCountryServed || outcome.kind === 'failed') return false
  if (outcome.kind === 'unsupported') return true
  const { limits } = outcome.response
  const isStopped = runningExclusion(limits, new Date()) !== undefined || hasUsedUpLimit(limits)
  return !isStopped && (await checkDueSince(context, limits)) === undefined
}

/** Returns whether a limit is used up. An unreadable limit counts as used up. */
function hasUsedUpLimit({ deposit, used, loss, lossUsed, time, timeUsed }: PlayLimits): boolean {
  const kinds = [
    { limit: deposit, spent: used, least: minDeposit },
    { limit: loss, spent: lossUsed, least: 1 },
    { limit: time, spent: timeUsed, least: 1 },
  ]
  return kinds.some(({ limit, spent, least }) =>
    limitPeriods.some((period) => {
      const most = limit && limit[period]
      return limit !== undefined && most !== null && (most === undefined || most - (spent?.[period] ?? 0) < least)
    }),
  )
}
