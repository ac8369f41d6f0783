import type { EmbeddedContext } from '../context.server'
import type { Checkpoint, Journal, JournalRecord } from './journal.server'
import type { Sql } from './store.server'

/** Describes the records and checkpoints of a journal that its store does not match, one text for each. */
export async function findLosses(sql: Sql, journal: Journal): Promise<string[]> {
  const { records, checkpoints } = journal.read()
  const [missing, shortCheckpoints] = [
    await findMissingRecords(sql, records),
    await findShortCheckpoints(sql, checkpoints),
  ]
  return [...shortCheckpoints.map(({ description }) => description), ...missing.map(describeRecord)]
}

/** Compares a newly opened store with its journal. Logs losses, and starts an empty journal with a checkpoint. */
export async function checkJournal({ store, log }: EmbeddedContext): Promise<void> {
  const { journal } = store
  if (journal === undefined) return
  if (journal.quarantinedPath !== undefined) {
    log.warn({ journal: journal.quarantinedPath }, 'the store begins anew; the journal of an earlier one was put aside')
  }
  const { records, checkpoints, unreadable } = journal.read()
  if (unreadable > 0) log.warn({ unreadable }, 'the journal holds lines that were cut off')
  const losses = await findLosses(store, journal)
  if (losses.length > 0) {
    log.error(
      { journal: journal.path, count: losses.length, lost: losses.slice(0, maxLoggedLosses) },
      'the store lacks what its journal says was acknowledged; see the desk’s audit',
    )
  }
  if (records.length + checkpoints.length === 0) await replaceOlderHalf(store, journal)
}

const maxLoggedLosses = 20

/** Replaces the older half of a long journal by a checkpoint. Records that the store lacks stay. */
export async function shortenJournal({ store }: EmbeddedContext): Promise<void> {
  const { journal } = store
  if (!journal?.isLong || !store.runQuiesced) return
  // Nothing is committed meanwhile, so the counts are complete.
  await store.runQuiesced((sql) => replaceOlderHalf(sql, journal))
}

async function replaceOlderHalf(sql: Sql, journal: Journal): Promise<void> {
  const { records, checkpoints, unreadable } = journal.read()
  const [older, newer] = [records.slice(0, Math.ceil(records.length / 2)), records.slice(Math.ceil(records.length / 2))]
  const missing = new Set(await findMissingRecords(sql, older))
  const shortCheckpoints = await findShortCheckpoints(sql, checkpoints)
  const [newestIds] = await sql.query<{ movement: bigint | null; transfer: bigint | null }>(
    'select (select max(id) from movements) as movement, (select max(id) from transfers) as transfer',
  )
  const highestId = (what: JournalRecord['what']) => {
    // An empty journal starts from what the store holds now.
    if (records.length === 0) return newestIds?.[what] ?? 0n
    const ids = older.filter((one) => one.what === what && !missing.has(one)).map(({ id }) => id)
    const checkpointIds = checkpoints.map(
      ({ movements, transfers }) => (what === 'movement' ? movements : transfers).upTo,
    )
    return [...ids, ...checkpointIds].reduce((max, id) => (id > max ? id : max), 0n)
  }
  const checkpoint = await countUpTo(sql, highestId('movement'), highestId('transfer'))
  const remaining = {
    checkpoints: [...shortCheckpoints.map(({ checkpoint }) => checkpoint), checkpoint],
    records: [...records.filter((one) => missing.has(one)), ...newer],
  }
  journal.shorten(remaining, records.length + checkpoints.length + unreadable)
}

async function countUpTo(sql: Sql, movement: bigint, transfer: bigint): Promise<Checkpoint> {
  const [row] = await sql.longQuery<{ movements: number; won: bigint; transfers: number }>(
    `select (select count(*) from movements where id <= $1)::integer as movements,
            (select coalesce(sum(won), 0) from movements where id <= $1)::bigint as won,
            (select count(*) from transfers where id <= $2)::integer as transfers`,
    [movement, transfer],
  )
  return {
    movements: { upTo: movement, count: row?.movements ?? 0, won: row?.won ?? 0n },
    transfers: { upTo: transfer, count: row?.transfers ?? 0 },
  }
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

/** Checkpoints whose number of rows or sum of movements differs from the store's. */
async function findShortCheckpoints(sql: Sql, checkpoints: readonly Checkpoint[]) {
  const shortCheckpoints: { checkpoint: Checkpoint; description: string }[] = []
  for (const checkpoint of checkpoints) {
    const { movements, transfers } = checkpoint
    const now = await countUpTo(sql, movements.upTo, transfers.upTo)
    if (now.movements.count !== movements.count || now.movements.won !== movements.won) {
      const held = `${now.movements.count} of ${now.movements.won} won`
      const acknowledged = `${movements.count} of ${movements.won} won`
      const description = `movements up to no. ${movements.upTo}: ${held}, where ${acknowledged} were acknowledged`
      shortCheckpoints.push({ checkpoint, description })
    } else if (now.transfers.count !== transfers.count) {
      const description = `transfers up to no. ${transfers.upTo}: ${now.transfers.count}, where ${transfers.count} were acknowledged`
      shortCheckpoints.push({ checkpoint, description })
    }
  }
  return shortCheckpoints
}

function describeRecord({ what, id, won, at, about }: JournalRecord): string {
  return `${what} ${id} of ${won} won at ${at.toISOString()}: ${about}`
}
