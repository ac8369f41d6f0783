import { isDeepStrictEqual } from 'node:util'
import { inPeriods } from '~/limits/names'
import { changeLimits, changesCheckInterval, currentRaises, runningExclusion } from '~/limits/rules'
import type { PlayLimitsChange, StoredLimits } from '~/limits/schemas'
import type { Handlers, MemberIdContext } from '../context.server'
import { lockBalances } from '../ledger/ledger.server'
import { returnToCash } from '../ledger/wallet.server'
import { lockIdentityOf } from '../members/excluded-identities.server'
import { endGames } from '../members/logins.server'
import type { Sql } from '../store/store.server'
import { findDueRealityCheck, playedInPeriods, readPlayed } from './play.server'
import { depositedInPeriods, logLimitsChange, readLimits, storeLimits } from './stored-limits.server'

export const handlers = {
  'get-play-limits': async (ctx) => ({ status: 'success', limits: await describeLimits(ctx.store, ctx) }),

  'set-play-limits': async (ctx, change) => {
    await ctx.store.tx((sql) => changeMemberLimits(sql, ctx, change, 'member'))
    return { status: 'success', limits: await describeLimits(ctx.store, ctx) }
  },
} satisfies Partial<Handlers>

export async function describeLimits(sql: Sql, ctx: MemberIdContext) {
  const { realityCheckedAt, ...limits } = await readLimits(sql, ctx.member.id)
  const used = await depositedInPeriods(sql, ctx)
  const { lossUsed, isRecent, ...usage } = await playedInPeriods(sql, ctx, true)
  const pending = currentRaises(limits.pending, ctx.now())
  const played = isRecent ? await readPlayed(sql, ctx, realityCheckedAt) : null
  return { ...limits, pending, used, lossUsed: inPeriods((period) => Math.max(0, lossUsed[period])), ...usage, played }
}

/**
 * Changes a member's limits and logs the change. While a reality check is due, sending the current interval
 * acknowledges it, and a different interval is ignored. When a break or self-exclusion starts, open games end and
 * in-game money moves to cash. Open bets and waiting transactions are still settled. Call only inside a transaction.
 * @returns the new limits
 */
export async function changeMemberLimits(
  sql: Sql,
  ctx: MemberIdContext,
  asked: PlayLimitsChange,
  by: 'member' | 'desk',
): Promise<Required<StoredLimits>> {
  await lockBalances(sql, ctx.member.id)
  const { realityCheckedAt, ...current } = await readLimits(sql, ctx.member.id)
  const { reality: _, ...rest } = asked
  const isUnseen = changesCheckInterval(asked, current.reality) && (await findDueRealityCheck(sql, ctx)) !== undefined
  const change: PlayLimitsChange = isUnseen ? rest : asked
  // Locks the phone and bank account, so that nobody can register with them before the exclusion is stored.
  if (change.break ?? change.exclude) await lockIdentityOf(sql, ctx.member.id)
  const now = ctx.now()
  const limits = { ...current, endsOnRequest: false, ...changeLimits(current, change, now) }
  const isChanged = !isDeepStrictEqual(limits, current)
  const checkedAt = change.reality === undefined ? realityCheckedAt : now
  if (isChanged || checkedAt !== realityCheckedAt)
    await storeLimits(sql, ctx, { ...limits, realityCheckedAt: checkedAt })
  if (isChanged) await logLimitsChange(sql, ctx, { by, change, limits })
  if (runningExclusion(limits, now)) {
    await endGames(sql, ctx, [ctx.member.id])
    await returnToCash(sql, ctx)
  }
  return limits
}

/** If a reality check is due, restarts the interval. Call only inside a transaction. */
export async function restartRealityClock(sql: Sql, ctx: MemberIdContext): Promise<void> {
  await lockBalances(sql, ctx.member.id)
  if (!(await findDueRealityCheck(sql, ctx))) return
  const { reality } = await readLimits(sql, ctx.member.id)
  await changeMemberLimits(sql, ctx, { reality }, 'member')
}
