import type { EmbeddedContext } from '../context.server'
import type { Journal, JournalRecord } from './journal.server'
import type { Sql } from './store.server'

/** Describes the records of a journal that its store does not match, one text for each. */
export async function findLosses(sql: Sql, journal: Journal): Promise<string[]> {
  return (await findMissingRecords(sql, journal.read().records)).map(describeRecord)
}

/** Compares a newly opened store with its journal, and logs losses. */
export async function checkJournal({ store, log }: EmbeddedContext): Promise<void> {
  const { journal } = store
  if (journal === undefined) return
  if (journal.quarantinedPath !== undefined) {
    log.warn({ journal: journal.quarantinedPath }, 'the store begins anew; the journal of an earlier one was put aside')
  }
  const { unreadable } = journal.read()
  if (unreadable > 0) log.warn({ unreadable }, 'the journal holds lines that were cut off')
  const losses = await findLosses(store, journal)
  if (losses.length > 0) {
    log.error(
      { journal: journal.path, count: losses.length, lost: losses.slice(0, maxLoggedLosses) },
      'the store lacks what its journal says was acknowledged; see the desk’s audit',
    )
  }
}

const maxLoggedLosses = 20

/** Drops the older half of a long journal, but for the records that the store lacks. */
export async function shortenJournal({ store }: EmbeddedContext): Promise<void> {
  const { journal } = store
  if (!journal?.isLong) return
  const { records, lines } = journal.read()
  const older = records.slice(0, Math.ceil(records.length / 2))
  journal.shorten([...(await findMissingRecords(store, older)), ...records.slice(older.length)], lines)
}

/** Records that have no row with the same id, amount and time. */
async function findMissingRecords(sql: Sql, records: readonly JournalRecord[]): Promise<JournalRecord[]> {
  const rows = await sql.longQuery<{ at: number }>(
    `select line.at::integer as at from unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::timestamptz[])
          as line (at, what, id, won, made_at)
      where not case line.what
        when 'movement' then exists (
          select 1 from movements m where m.id = line.id and m.won = line.won and m.applied_at = line.made_at)
        else exists (
          select 1 from transfers t where t.id = line.id and t.made_at = line.made_at
            and (select sum(won) from entries where transfer_id = t.id and won > 0) = line.won) end
      order by 1`,
    [
      records.map((_, at) => BigInt(at)),
      records.map(({ what }) => what),
      records.map(({ id }) => id),
      records.map(({ won }) => won),
      records.map(({ at }) => at),
    ],
  )
  return rows.flatMap(({ at }) => records[at] ?? [])
}

function describeRecord({ what, id, won, at, about }: JournalRecord): string {
  return `${what} ${id} of ${won} won at ${at.toISOString()}: ${about}`
}
