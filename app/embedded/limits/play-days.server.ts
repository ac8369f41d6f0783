import { periodStarts } from '~/upstream/contract/play-limit-rules'
import { type LimitPeriod, limitPeriods } from '~/upstream/contract/play-limits'
import { minutes } from '~/values/durations'
import { toSeoulDay } from '~/values/seoul'
import type { MemberIdContext } from '../context.server'
import type { Sql } from '../store/store.server'
import { playPauseMs } from './play-time.server'
import { readLimits } from './stored-limits.server'

/** The refusal of a bet by the member's own limit, and what the limit leaves: won or minutes. */
export type PlayLimitRefusal = { status: 'loss_limit' | 'time_limit'; period: LimitPeriod; left: number }

/**
 * What a member lost, in won (below 0 where they won), and the whole minutes they played in the running day, week and
 * month in Seoul. Open bets count as lost. Days later than today, before the clock was set back, count too. `isRecent` is
 * whether they played since yesterday began.
 */
export async function playedInPeriods(
  sql: Sql,
  ctx: MemberIdContext,
): Promise<Record<'lossUsed' | 'timeUsed', Record<LimitPeriod, number>> & { isRecent: boolean }> {
  const starts = periodStarts(ctx.now())
  const [day, week, month] = limitPeriods.map((period) => toSeoulDay(starts[period].getTime()))
  const sums = limitPeriods.flatMap((period, index) => {
    const since = `filter (where day >= $${index + 2}::date)`
    return [
      `coalesce(sum(staked - won) ${since}, 0)::bigint as loss_${period}`,
      `coalesce(sum(played_ms) ${since}, 0)::bigint as time_${period}`,
    ]
  })
  const [row] = await sql.query<Record<string, bigint>>(
    `select ${sums.join()}, count(*) filter (where day >= $2::date - 1) as recent_days from play_days
      where member_id = $1 and day >= least($2::date - 1, $3::date, $4::date)`,
    [ctx.member.id, day, week, month],
  )
  const read = (name: string) => Number(row?.[name] ?? 0n)
  const time = (period: LimitPeriod) => Math.floor(read(`time_${period}`) / minutes(1))
  return {
    lossUsed: { day: read('loss_day'), week: read('loss_week'), month: read('loss_month') },
    timeUsed: { day: time('day'), week: time('week'), month: time('month') },
    isRecent: read('recent_days') > 0,
  }
}

/**
 * Counts the time that a member has played until now. Only inside a transaction that has locked the member's balances.
 * Where it is called for a bet, the time counts though the bet is refused: the member sat at the game.
 */
export async function countPlayTime(sql: Sql, ctx: MemberIdContext): Promise<void> {
  await sql.query("select count_play_time($1, $2, $3 * interval '1 millisecond')", [
    ctx.member.id,
    ctx.now(),
    playPauseMs,
  ])
}

/**
 * Why the member's own limits refuse a bet: a stake that could lose more than a limit of losses leaves, or playing time
 * that is used up. Undefined when they allow it. Only inside a transaction that has locked the member's balances.
 *
 * @param stake in won.
 */
export async function findPlayLimitRefusal(
  sql: Sql,
  ctx: MemberIdContext,
  stake: bigint,
): Promise<PlayLimitRefusal | undefined> {
  const { loss, time } = await readLimits(sql, ctx.member.id)
  if (limitPeriods.every((period) => loss[period] === null && time[period] === null)) return undefined
  const { lossUsed, timeUsed } = await playedInPeriods(sql, ctx)
  // The longest period first: it is the one that ends last.
  for (const period of limitPeriods.toReversed()) {
    const [lossLimit, timeLimit] = [loss[period], time[period]]
    if (timeLimit !== null && timeUsed[period] >= timeLimit) return { status: 'time_limit', period, left: 0 }
    if (lossLimit !== null && lossUsed[period] + Number(stake) > lossLimit)
      return { status: 'loss_limit', period, left: Math.max(0, lossLimit - lossUsed[period]) }
  }
  return undefined
}
