import { inPeriods, type LimitKind, type LimitName, type LimitPeriod, limitName, limitSlots } from '~/limits/names'
import { defaultLimits, firstCountedDay, knownEnd, refuseDeposit, runningExclusion, sumInPeriods } from '~/limits/rules'
import type { StoredLimits } from '~/limits/schemas'
import { monthsAfter } from '~/values/seoul'
import { stored } from '~/values/status'
import { createRefusal, type EmbeddedContext, type MemberIdContext } from '../context.server'
import type { MemberId } from '../ledger/entries'
import { limitsReminderNote } from '../seed/messages'
import { insertRow, type Sql } from '../store/store.server'

/** All stored limits, including those on losses and playing time, and the time of the last reality check. */
export type MemberLimits = Required<StoredLimits> & { realityCheckedAt: Date | null }

type LimitsRow = Record<LimitName, bigint | number | null> & {
  pending: StoredLimits['pending']
  reality: StoredLimits['reality']
  reality_checked_at: Date | null
  break_until: Date | null
  excluded_until: Date | null
  ends_on_request: boolean
}

const limitColumns = limitSlots.map(({ name }) => name).join()

export async function readLimits(sql: Sql, member: MemberId): Promise<MemberLimits> {
  const ofMember = `select ${limitColumns}, pending, reality, reality_checked_at, break_until, excluded_until,
      ends_on_request from play_limits where member_id = $1`
  const [row] = await sql.query<LimitsRow>(ofMember, [member])
  const limitsOf = (kind: LimitKind) =>
    inPeriods((period) => {
      const limit = row?.[limitName(kind, period)] ?? null
      return limit === null ? null : Number(limit)
    })
  const limits = { deposit: limitsOf('deposit'), loss: limitsOf('loss'), time: limitsOf('time') }
  if (!row) return { ...defaultLimits, ...limits, endsOnRequest: false, realityCheckedAt: null }
  return {
    ...limits,
    pending: row.pending,
    reality: row.reality,
    realityCheckedAt: row.reality_checked_at,
    breakUntil: row.break_until?.toISOString() ?? null,
    excludedUntil: row.excluded_until?.toISOString() ?? null,
    endsOnRequest: row.ends_on_request,
  }
}

export async function storeLimits(sql: Sql, ctx: MemberIdContext, limits: MemberLimits): Promise<void> {
  const { realityCheckedAt, ...stored } = limits
  await sql.query(
    `insert into play_limits
       (member_id, pending, reality, reality_checked_at, break_until, excluded_until, ends_on_request, ${limitColumns})
     values ($1, $2::jsonb, $3, $4, $5, $6, $7, ${limitSlots.map((_, index) => `$${index + 8}`).join()})
     on conflict (member_id) do update set
       pending = excluded.pending, reality = excluded.reality, reality_checked_at = excluded.reality_checked_at,
       break_until = excluded.break_until, excluded_until = excluded.excluded_until,
       ends_on_request = excluded.ends_on_request,
       ${limitSlots.map(({ name }) => `${name} = excluded.${name}`).join()}`,
    [
      ctx.member.id,
      JSON.stringify(stored.pending),
      stored.reality,
      realityCheckedAt,
      stored.breakUntil,
      stored.excludedUntil,
      stored.endsOnRequest,
      ...limitSlots.map(({ kind, period }) => stored[kind][period]),
    ],
  )
}

/** Logs a requested change and the resulting limits. The entry is never deleted. */
export async function logLimitsChange(
  sql: Sql,
  ctx: MemberIdContext,
  { by, change, limits }: { by: 'member' | 'desk'; change: object; limits: StoredLimits },
): Promise<void> {
  const values = { change: JSON.stringify(change), limits: JSON.stringify(limits) }
  await insertRow(sql, 'play_limit_changes', { member_id: ctx.member.id, made_at: ctx.now(), made_by: by, ...values })
}

export async function findExclusion(sql: Sql, ctx: EmbeddedContext, member: MemberId) {
  return runningExclusion(await readLimits(sql, member), ctx.now())
}

/** Callers that write must have locked the balances. @throws Refused with `excluded` and the exclusion's end */
export async function assertNotExcluded(sql: Sql, ctx: MemberIdContext): Promise<void> {
  const exclusion = await findExclusion(sql, ctx, ctx.member.id)
  if (exclusion) throw createRefusal('excluded', knownEnd(exclusion))
}

/**
 * Checks the member's own deposit limits. Call only inside a transaction that has locked the member's balances.
 * @param won the amount to deposit
 * @throws Refused with `deposit_limit`, plus the tightest limit's period and how much of it is left, in won
 */
export async function assertWithinDepositLimits(sql: Sql, ctx: MemberIdContext, won: bigint): Promise<void> {
  const limits = await readLimits(sql, ctx.member.id)
  const exceeded = refuseDeposit(Number(won), limits, await depositedInPeriods(sql, ctx))
  if (exceeded) throw createRefusal('deposit_limit', exceeded)
}

/** Returns the sums, in won, of the deposits requested in the current periods. Cancelled deposits don't count. */
export async function depositedInPeriods(sql: Sql, ctx: MemberIdContext): Promise<Record<LimitPeriod, number>> {
  const now = ctx.now()
  const sumByDay = `select seoul_day(applied_at) as day, sum(won)::bigint as won from movements
    where member_id = $1 and kind = 'deposit' and state <> '${stored.cancelled}'
      and applied_at >= $2::date::timestamp at time zone 'Asia/Seoul' group by 1`
  const rows = await sql.query<{ day: string; won: bigint }>(sumByDay, [ctx.member.id, firstCountedDay(now)])
  return sumInPeriods(
    rows.map(({ day, won }) => [day, Number(won)]),
    now,
  )
}

/** Source: UKGC RTS 12E. */
const reminderMonths = 6

/**
 * Sends a note asking the member to review their limits, six months after registration, a change or the last note. Call
 * only inside a transaction that has locked the member's balances.
 */
export async function remindOfLimits(sql: Sql, ctx: MemberIdContext): Promise<void> {
  const { member } = ctx
  const now = ctx.now()
  const due = await sql.query(
    `insert into play_limits (member_id, pending, reality, reminded_at)
     select id, '[]', 60, $2 from members left join play_limits on member_id = id
      where id = $1 and greatest(joined_at, reminded_at,
        (select max(made_at) from play_limit_changes where play_limit_changes.member_id = $1)) <= $3
     on conflict (member_id) do update set reminded_at = excluded.reminded_at
     returning member_id`,
    [member.id, now, monthsAfter(now, -reminderMonths)],
  )
  if (due.length === 0) return
  const { title, contents } = limitsReminderNote
  await insertRow(sql, 'notes', { member_id: member.id, title, contents, made_at: now })
}

/** SQL: the end of the last break or exclusion in a play_limits row, or null if there was none. */
export const lastExclusionEnd = (limits = 'play_limits') => `greatest(${limits}.break_until, ${limits}.excluded_until)`

/** SQL: like `lastExclusionEnd`, but `infinity` if the self-exclusion ends only on request. */
export const exclusionEndOrInfinity = (limits: string) =>
  `case when ${limits}.ends_on_request then 'infinity' else ${lastExclusionEnd(limits)} end`

/**
 * SQL: the end of the block on the member's former phone or bank account, or null if there is none. If a self-exclusion
 * ends only on request, the end is computed as if the member requested it at `moment`.
 */
export const closedUntil = (moment: string) =>
  `greatest(${lastExclusionEnd()}, case when ends_on_request then ${moment}::timestamptz + interval '24 hours' end)`

/** SQL condition: a play_limits row excludes its member at `moment`, by a break or a self-exclusion. */
export const isExcludedAt = (moment: string) => `(ends_on_request or ${lastExclusionEnd()} > ${moment}::timestamptz)`
