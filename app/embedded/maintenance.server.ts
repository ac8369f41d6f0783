import { parseSeoulMinute } from '~/values/seoul'
import { invalidField } from './backoffice/queries'
import type { EmbeddedContext } from './context.server'
import type { Sql } from './store/store.server'

export type Maintenance = { until: Date; text: string | null }

/** Returns the stored maintenance period of the site, even if it has ended, or undefined. */
export async function readMaintenance(sql: Sql): Promise<Maintenance | undefined> {
  return (await sql.query<Maintenance>('select until, text from site_maintenance'))[0]
}

/** Parses the end of a closure in Seoul time. `15:00` means the next 15:00. @throws Refused with `invalid` */
export function closureEnd({ now }: EmbeddedContext, typed: string): Date {
  const until = parseSeoulMinute(typed, now())
  if (!until || until <= now()) throw invalidField('closedUntil', 'a time to come, as in 15:00 or 2026-03-01 15:00')
  return until
}
