import { parseSeoulMinute } from '~/values/seoul'
import { invalidField } from './backoffice/queries'
import type { Sql } from './store/store.server'

export type Maintenance = { until: Date; text: string | null }

/** Returns the stored maintenance period of the site, even if it has ended, or undefined. */
export async function readMaintenance(sql: Sql): Promise<Maintenance | undefined> {
  return (await sql.query<Maintenance>('select until, text from site_maintenance'))[0]
}

/**
 * Parses a time in Seoul. `15:00` means the next 15:00.
 * @param rule what the time must be, if it isn't after the earliest one
 */
export function timeAfter(earliest: Date, field: string, typed: string, rule = 'a future time'): Date {
  if (!typed) throw invalidField(field, 'some text')
  const at = parseSeoulMinute(typed, earliest)
  if (!at) throw invalidField(field, 'a time, such as 15:00 or 2026-03-01 15:00')
  if (at <= earliest) throw invalidField(field, rule)
  return at
}
