import { inPeriods, limitPeriods } from '~/limits/names'
import { firstCountedDay, isCheckDue, maxStakeOf, refuseStake, sumInPeriods } from '~/limits/rules'
import { hours, minutes } from '~/values/durations'
import { daysBefore, seoulDayBounds, toSeoulDay } from '~/values/seoul'
import type { MemberIdContext } from '../context.server'
import type { Sql } from '../store/store.server'
import { readLimits } from './stored-limits.server'

/** A gaming session ends after this long without a bet or a newly opened game. */
const playPauseMs = minutes(30)
/** Limits how many bets the query reads. */
const longestPlayMs = hours(24)

/**
 * Returns losses in won (negative for net gains) and minutes played. `isRecent` is true if there was play yesterday or
 * today. @param showsOpen whether to read `lossOpen`, the stakes of open bets
 */
export async function playedInPeriods(sql: Sql, ctx: MemberIdContext, showsOpen = false) {
  const now = ctx.now()
  const yesterday = daysBefore(toSeoulDay(now.getTime()), 1)
  const from = firstCountedDay(now)
  const [start] = seoulDayBounds({ from })
  const rows = await sql.query<{ day: string; loss: bigint; ms: bigint; open: bigint }>(
    `select day, staked - won as loss, played_ms as ms, 0::bigint as open from play_days
      where member_id = $1 and day >= least($2, $3)::date
      union all
     select seoul_day(made_at), 0, 0, stake from bets where $5 and member_id = $1 and settled_at is null
        and returned_at is null and made_at >= $4`,
    [ctx.member.id, yesterday, from, start, showsOpen],
  )
  const daysOf = (part: 'loss' | 'ms' | 'open') => rows.map((row) => [row.day, Number(row[part])] as const)
  const playedMs = sumInPeriods(daysOf('ms'), now)
  return {
    lossUsed: sumInPeriods(daysOf('loss'), now),
    lossOpen: sumInPeriods(daysOf('open'), now),
    timeUsed: inPeriods((period) => Math.floor(playedMs[period] / minutes(1))),
    isRecent: rows.some(({ day }) => day >= yesterday),
  }
}

/** Counts play time, even for refused bets. Call only inside a transaction that has locked the member's balances. */
export async function countPlayTime(sql: Sql, ctx: MemberIdContext): Promise<void> {
  await sql.query("select count_play_time($1, $2, $3 * interval '1 millisecond')", [
    ctx.member.id,
    ctx.now(),
    playPauseMs,
  ])
}

/** Finds the limit that a stake in won would exceed. Call only inside a transaction that has locked the balances. */
export async function findPlayLimitRefusal(sql: Sql, ctx: MemberIdContext, stake: bigint) {
  const limits = await readLimits(sql, ctx.member.id)
  if (limitPeriods.every((period) => limits.loss[period] === null && limits.time[period] === null)) return undefined
  const { lossUsed, timeUsed } = await playedInPeriods(sql, ctx)
  return refuseStake(limits, { loss: lossUsed, time: timeUsed }, Number(stake))
}

/** Returns the maximum stake of a member's slot round in won, or undefined if there is none. */
export async function findMaxStake(sql: Sql, ctx: MemberIdContext): Promise<number | undefined> {
  const [row] = await sql.query<{ birth_year: number | null }>('select birth_year from members where id = $1', [
    ctx.member.id,
  ])
  return maxStakeOf(ctx.options, row?.birth_year ?? null, ctx.now())
}

/** If a reality check is due, returns the play since the last one, in milliseconds and whole won. */
export async function findDueRealityCheck(sql: Sql, ctx: MemberIdContext) {
  const { reality, realityCheckedAt } = await readLimits(sql, ctx.member.id)
  const played = reality === null ? null : await readPlayed(sql, ctx, realityCheckedAt)
  if (played === null) return undefined
  const [fromMs, nowMs] = [Date.parse(played.from), ctx.now().getTime()]
  return isCheckDue(reality, fromMs, nowMs) ? { ...played, timeMs: nowMs - fromMs } : undefined
}

/** SQL: the start and latest activity of member $1's latest gaming session, from bets and launches in $2 to $3. */
const playSince = `with acts as (
    select made_at from bets where member_id = $1 and made_at >= $2 and made_at <= $3
    union all select made_at from game_launches where member_id = $1 and made_at >= $2 and made_at <= $3
  ), play as (
    select max(made_at) as latest,
           max(made_at) filter (where before is null or made_at - before > $4 * interval '1 millisecond') as began
      from (select made_at, lag(made_at) over (order by made_at) as before from acts) as paired
  )`

/**
 * Returns play since the last reality check or since the session started, whichever is later. Amounts are in won. Open
 * bets count as lost. Returned bets count only as time. Returns null without play in the last 30 minutes.
 */
export async function readPlayed(sql: Sql, ctx: MemberIdContext, realityCheckedAt: Date | null) {
  const now = ctx.now()
  // A stored time in the future is ignored. It means that the clock was set back.
  const checkedAt = realityCheckedAt !== null && realityCheckedAt <= now ? realityCheckedAt : null
  const since = new Date(Math.max(now.getTime() - longestPlayMs, (checkedAt?.getTime() ?? 0) - playPauseMs))
  const [played] = await sql.query<{ began: Date; latest: Date; staked: bigint; won: bigint }>(
    `${playSince}
     select began, latest, coalesce(sum(stake), 0)::bigint as staked, coalesce(sum(win), 0)::bigint as won
       from play left join bets on member_id = $1 and made_at >= began and made_at > $5 and made_at <= $3
        and returned_at is null
      where latest > $5 group by began, latest`,
    [ctx.member.id, since, now, playPauseMs, checkedAt ?? new Date(0)],
  )
  if (!played || now.getTime() - played.latest.getTime() > playPauseMs) return null
  const from = checkedAt !== null && checkedAt > played.began ? checkedAt : played.began
  return { from: from.toISOString(), staked: Number(played.staked), won: Number(played.won) }
}
