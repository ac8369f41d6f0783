import { inPeriods, type LimitKind, type LimitName, type LimitPeriod, limitName, limitSlots } from '~/limits/names'
import { defaultLimits, firstCountedDay, leftToDeposit, runningExclusion, sumInPeriods } from '~/limits/rules'
import type { StoredLimits } from '~/limits/schemas'
import { monthsAfter } from '~/values/seoul'
import { stored } from '~/values/status'
import type { EmbeddedContext, MemberIdContext } from '../context.server'
import { createRefusal } from '../context.server'
import type { MemberId } from '../ledger/entries'
import { limitsReminderNote } from '../seed/messages'
import { insertRow, type Sql } from '../store/store.server'

/** A member's limits, of losses and playing time too, and when they last had a reality check. */
export type MemberLimits = Required<StoredLimits> & { realityCheckedAt: Date | null }

type LimitsRow = Record<LimitName, bigint | number | null> & {
  pending: StoredLimits['pending']
  reality: StoredLimits['reality']
  reality_checked_at: Date | null
  break_until: Date | null
  excluded_until: Date | null
}

/** Each limit has a column of its name. */
const limitColumns = limitSlots.map(({ name }) => name).join()

/** Reads a member's limits; the default ones of a member who never set any. */
export async function readLimits(sql: Sql, member: MemberId): Promise<MemberLimits> {
  const [row] = await sql.query<LimitsRow>(
    `select ${limitColumns}, pending, reality, reality_checked_at, break_until, excluded_until
       from play_limits where member_id = $1`,
    [member],
  )
  const limitsOf = (kind: LimitKind) =>
    inPeriods((period) => {
      const limit = row?.[limitName(kind, period)] ?? null
      return limit === null ? null : Number(limit)
    })
  const limits = { deposit: limitsOf('deposit'), loss: limitsOf('loss'), time: limitsOf('time') }
  if (!row) return { ...defaultLimits, ...limits, realityCheckedAt: null }
  return {
    ...limits,
    pending: row.pending,
    reality: row.reality,
    realityCheckedAt: row.reality_checked_at,
    breakUntil: row.break_until?.toISOString() ?? null,
    excludedUntil: row.excluded_until?.toISOString() ?? null,
  }
}

/** Stores a member's limits. Only inside a transaction that has locked the member's balances. */
export async function storeLimits(sql: Sql, ctx: MemberIdContext, limits: MemberLimits): Promise<void> {
  const { realityCheckedAt, ...stored } = limits
  await sql.query(
    `insert into play_limits
       (member_id, pending, reality, reality_checked_at, break_until, excluded_until, ${limitColumns})
     values ($1, $2::jsonb, $3, $4, $5, $6, ${limitSlots.map((_, index) => `$${index + 7}`).join()})
     on conflict (member_id) do update set
       pending = excluded.pending, reality = excluded.reality, reality_checked_at = excluded.reality_checked_at,
       break_until = excluded.break_until, excluded_until = excluded.excluded_until,
       ${limitSlots.map(({ name }) => `${name} = excluded.${name}`).join()}`,
    [
      ctx.member.id,
      JSON.stringify(stored.pending),
      stored.reality,
      realityCheckedAt,
      stored.breakUntil,
      stored.excludedUntil,
      ...limitSlots.map(({ kind, period }) => stored[kind][period]),
    ],
  )
}

/** Logs a change of a member's limits, for ever: what was asked for, and the limits after it. */
export async function logLimitsChange(
  sql: Sql,
  ctx: MemberIdContext,
  { by, change, limits }: { by: 'member' | 'desk'; change: object; limits: StoredLimits },
): Promise<void> {
  await sql.query(
    `insert into play_limit_changes (member_id, made_at, made_by, change, limits)
     values ($1, $2, $3, $4::jsonb, $5::jsonb)`,
    [ctx.member.id, ctx.now(), by, JSON.stringify(change), JSON.stringify(limits)],
  )
}

/** The member's running break or self-exclusion; undefined when neither runs. */
export async function findExclusion(
  sql: Sql,
  ctx: EmbeddedContext,
  member: MemberId,
): Promise<ReturnType<typeof runningExclusion>> {
  return runningExclusion(await readLimits(sql, member), ctx.now())
}

/**
 * A caller that then writes must be in a transaction that has locked the member's balances, as a change of limits does.
 *
 * @throws Refused `excluded`, with its end, while the member's break or self-exclusion runs.
 */
export async function assertNotExcluded(sql: Sql, ctx: MemberIdContext): Promise<void> {
  const exclusion = await findExclusion(sql, ctx, ctx.member.id)
  if (exclusion) throw createRefusal('excluded', { until: exclusion.until })
}

/**
 * Asserts that a deposit keeps to the member's own limits. Only inside a transaction that has locked the member's
 * balances.
 *
 * @param won what the member wants to deposit.
 * @throws Refused `deposit_limit` with the tightest limit's period and the won that it leaves.
 */
export async function assertWithinDepositLimits(sql: Sql, ctx: MemberIdContext, won: bigint): Promise<void> {
  const tightest = leftToDeposit(await readLimits(sql, ctx.member.id), await depositedInPeriods(sql, ctx))
  if (tightest && won > BigInt(tightest.left)) throw createRefusal('deposit_limit', tightest)
}

/**
 * Won that the member applied to deposit in the running periods, by bank and by payment; cancelled deposits do not count.
 */
export async function depositedInPeriods(sql: Sql, ctx: MemberIdContext): Promise<Record<LimitPeriod, number>> {
  const now = ctx.now()
  const rows = await sql.query<{ day: string; won: bigint }>(
    `select seoul_day(applied_at) as day, sum(won)::bigint as won from movements
      where member_id = $1 and kind = 'deposit' and state <> '${stored.cancelled}'
        and applied_at >= $2::date::timestamp at time zone 'Asia/Seoul' group by 1`,
    [ctx.member.id, firstCountedDay(now)],
  )
  return sumInPeriods(
    rows.map(({ day, won }) => [day, Number(won)]),
    now,
  )
}

/** Source: UKGC RTS 12E. */
const reminderMonths = 6

/**
 * Asks a member by a note to look at their limits again, with a deposit six months after they registered, last changed a
 * limit or were last asked. Only inside a transaction that has locked the member's balances.
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
