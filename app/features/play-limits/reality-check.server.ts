import { href, redirect } from 'react-router'
import { type RealityCheck, realityMinutes } from '~/limits/names'
import { changesCheckInterval } from '~/limits/rules'
import type { PlayLimitsChange } from '~/limits/schemas'
import type { Context } from '~/server/http/incoming.server'
import { checkDueSince, isKnownPlay, storeRealityClock } from '~/server/session/reality-clock.server'
import { sessionContext } from '~/server/session/session.server'
import { upstreamContext } from '~/server/upstream/page-upstream.server'
import { rowsPerPage } from '~/upstream/contract/call'
import type { PlayLimits } from '~/upstream/contract/play-limits'
import type { OutcomeOf } from '~/upstream/outcome'
import { hrefWithQuery } from '~/values/addresses'
import type { Won } from '~/values/amount'
import { minutes } from '~/values/durations'
import { toSeoulDay } from '~/values/seoul'

/**
 * At the member's chosen interval, the reality check interrupts play and shows its duration and cost. The figures come
 * from the upstream if available. Otherwise, the site counts from the first game opened in the session. Source:
 * docs/safer-play.md.
 */

const maxBets = 100

export async function realityCheckDue(context: Context, limits: PlayLimits): Promise<RealityCheck | undefined> {
  const fromMs = await checkDueSince(context, limits)
  if (fromMs === undefined) return undefined
  const figures = isKnownPlay(context, limits.played) ? limits.played : await sumBetsSince(context, fromMs)
  return {
    from: new Date(fromMs).toISOString(),
    minutes: Math.floor((Date.now() - fromMs) / minutes(1)),
    ...(figures?.staked !== undefined && figures.won !== undefined ? { staked: figures.staked, won: figures.won } : {}),
  }
}

/** Returns the reality check (undefined if none is due) and the member's interval in minutes (null if none is set). */
export async function loadRealityCheck(context: Context) {
  const outcome = await context.get(upstreamContext).callOptionalOnce('get-play-limits')
  if (outcome.kind !== 'done') return { check: undefined, reality: null }
  const { limits } = outcome.response
  return { check: await realityCheckDue(context, limits), reality: limits.reality }
}

export async function redirectIfRealityCheckDue(context: Context, next: string): Promise<void> {
  const { check } = await loadRealityCheck(context)
  if (check) throw redirect(hrefWithQuery(href('/reality-check'), { next }), 303)
}

/**
 * Returns whether a reality check is due, for scripts that poll. Calls the upstream only if play began in this session
 * and the shortest interval has passed since then.
 */
export async function isRealityCheckDue(context: Context): Promise<boolean> {
  const session = context.get(sessionContext)
  const { playedFromMs } = session
  if (playedFromMs === undefined || Date.now() - playedFromMs < minutes(Math.min(...realityMinutes))) return false
  const outcome = await context.get(upstreamContext).call('get-play-limits', {})
  if (outcome.kind !== 'done') return false
  const { limits } = outcome.response
  // No check is due before the shortest interval has passed again, so there is no call until then.
  if (limits.reality === null || limits.played === null) session.setPlayedFrom(Date.now())
  return (await checkDueSince(context, limits)) !== undefined
}

/**
 * Restarts the reality check's clock after the member has seen it. `stop` ends play, and the next opened game starts
 * the clock. @returns the last call's outcome. Unless it is `done` or `unsupported`, the check stays due.
 */
export async function acknowledgeRealityCheck(
  context: Context,
  choice: 'go-on' | 'stop',
): Promise<OutcomeOf<'get-play-limits' | 'set-play-limits'>> {
  const upstream = context.get(upstreamContext)
  const known = await upstream.call('get-play-limits', {})
  const outcome =
    known.kind === 'done' ? await upstream.call('set-play-limits', { reality: known.response.limits.reality }) : known
  const session = context.get(sessionContext)
  if (choice === 'stop') session.setPlayedFrom(undefined)
  storeRealityClock(session)
  return outcome
}

/**
 * Changes a member's limits. If a reality check is due, a new interval is ignored, because it would end the check
 * unseen. @returns `reality-check-due` if there was nothing else to change, so nothing was sent
 */
export async function changeLimitsUnlessDue(
  context: Context,
  change: PlayLimitsChange,
): Promise<OutcomeOf<'get-play-limits' | 'set-play-limits'> | { kind: 'reality-check-due' }> {
  const upstream = context.get(upstreamContext)
  const { reality, ...rest } = change
  if (reality === undefined) return upstream.call('set-play-limits', change)
  const known = await upstream.call('get-play-limits', {})
  if (known.kind === 'done') {
    const { limits } = known.response
    if (!changesCheckInterval(change, limits.reality) || (await checkDueSince(context, limits)) === undefined)
      return upstream.call('set-play-limits', change)
  } else if (known.kind === 'unsupported') return upstream.call('set-play-limits', change)
  // If the limits can't be read, only a break is sent. Success with other limits would hide the unsaved interval.
  const isSent = known.kind === 'done' ? Object.keys(rest).length > 0 : rest.break || rest.exclude
  if (isSent) return upstream.call('set-play-limits', rest)
  return known.kind === 'done' ? { kind: 'reality-check-due' } : known
}

/** Sums stakes and wins since a time. Returns undefined if the list of bets is too long or some figures are missing. */
async function sumBetsSince(context: Context, fromMs: number): Promise<{ staked: Won; won: Won } | undefined> {
  const upstream = context.get(upstreamContext)
  const readPage = (page: number) => upstream.callOptional('get-bets-list', { from: toSeoulDay(fromMs), page })
  const first = await readPage(1)
  if (first.kind !== 'done') return undefined
  const { bets, total } = first.response
  if (total === undefined || total > maxBets) return undefined
  // Some upstreams don't paginate, and send the whole list each time.
  const pageCount = bets.length > rowsPerPage ? 1 : Math.ceil(total / rowsPerPage)
  const furtherPages = Array.from({ length: Math.max(0, pageCount - 1) }, (_, index) => readPage(index + 2))
  const sum = { staked: 0, won: 0 }
  for (const page of [first, ...(await Promise.all(furtherPages))]) {
    if (page.kind !== 'done') return undefined
    for (const { balanceBet, balanceWin, betTime } of page.response.bets) {
      if (betTime === '' || typeof balanceBet !== 'number' || typeof balanceWin !== 'number') return undefined
      if (Date.parse(betTime) < fromMs) continue
      sum.staked += balanceBet
      sum.won += balanceWin
    }
  }
  return sum
}
