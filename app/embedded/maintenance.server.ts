import { parseSeoulMinute } from '~/values/seoul'
import { invalidField } from './backoffice/queries'
import type { EmbeddedContext } from './context.server'
import type { Sql } from './store/store.server'

export type Maintenance = { from: Date; until: Date; text: string | null }

/** Returns the stored maintenance period of the site, even if it has ended, or undefined. */
export async function readMaintenance(sql: Sql): Promise<Maintenance | undefined> {
  return (await sql.query<Maintenance>('select began_at as from, until, text from site_maintenance'))[0]
}

/**
 * Parses the start and end of a closure in Seoul time. `15:00` means the next 15:00. Without a start, it begins now.
 * @throws Refused `invalid` unless both are to come, and the end is after the start
 */
export function closureTimes(
  { now }: EmbeddedContext,
  { closedFrom, closedUntil }: { closedFrom?: string | undefined; closedUntil?: string | undefined },
) {
  const from = closedFrom === undefined ? now() : timeAfter(now(), 'closedFrom', closedFrom)
  const until = closedUntil === undefined ? null : endAfter(from, closedFrom, 'closedUntil', closedUntil)
  const result = { closedFrom: closedFrom ? from.toISOString() : null, closedUntil: until?.toISOString() ?? null }
  return { from, until, result }
}

/** @param rule what the time must be, if it isn't after the earliest one */
export function timeAfter(earliest: Date, field: string, typed: string, rule = 'a future time'): Date {
  if (!typed) throw invalidField(field, 'some text')
  const at = parseSeoulMinute(typed, earliest)
  if (!at) throw invalidField(field, 'a time, such as 15:00 or 2026-03-01 15:00')
  if (at <= earliest) throw invalidField(field, rule)
  return at
}

/** Parses an end, which must be after the start. Without a start, `from` is now. */
export const endAfter = (from: Date, start: string | undefined, field: string, typed: string) =>
  timeAfter(from, field, typed, start ? 'a time after the start' : undefined)
