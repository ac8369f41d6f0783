import { days, minutes } from '~/values/durations'
import { type Day, seoulDayBounds, toSeoulDay } from '~/values/seoul'
import type { EmbeddedContext } from '../context.server'
import type { Sql, Store } from '../store/store.server'

/** The delay between a day's end and its count. It allows for clock differences and for transactions being settled. */
const closesAfterMs = minutes(10)
/** The maximum time that a run spends on counting days. The first run may find years of bets. */
const maxRunMs = 1_000
export const closingLock = 7_140_001

/** Counts a day from the ledger and replaces its earlier figures. Call only inside a transaction. */
export async function countDay(sql: Sql, day: Day, now: Date): Promise<void> {
  await sql.query('delete from figure_days where day = $1::date', [day])
  await sql.query('insert into figure_days (day, counted_at) values ($1::date, $2)', [day, now])
  const bounds = seoulDayBounds({ from: day, to: day })
  await sql.longQuery('insert into play_figures select * from count_play($1, $2)', bounds)
}

export const lastClosedDay = (now: Date): Day => toSeoulDay(now.getTime() - closesAfterMs - days(1))

const closedThrough = new WeakMap<Store, Day>()

/** Counts ended days that are not counted yet, oldest first. Only one replica does so at a time. */
export async function closeFigureDays(ctx: EmbeddedContext): Promise<void> {
  const { store, now } = ctx
  const last = lastClosedDay(now())
  const beganMs = performance.now()
  while ((closedThrough.get(store) ?? '') < last && performance.now() - beganMs < maxRunMs) {
    const counted = await store.tx(async (sql) => {
      const [turn] = await sql.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [closingLock])
      if (!turn?.mine) return undefined
      const nextDay = `select coalesce((select max(day) + 1 from figure_days),
        (select seoul_day(min(settled_at)) from bets), $1::date) as day`
      const [next] = await sql.query<{ day: Day }>(nextDay, [last])
      if (!next || next.day > last) return last
      await countDay(sql, next.day, now())
      return next.day
    })
    if (counted === undefined) return
    closedThrough.set(store, counted)
  }
}
