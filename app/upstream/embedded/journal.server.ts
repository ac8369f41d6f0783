import type { HouseContext } from './context.server'
import type { Checkpoint, Journal, Moved } from './store/journal.server'
import type { Sql } from './store/store.server'

/** Describes the records and checkpoints of a journal that its store does not match, one text for each. */
export async function lostFrom(sql: Sql, journal: Journal): Promise<string[]> {
  const { moved, checkpoints } = journal.read()
  const [missing, short] = [await missingOf(sql, moved), await shortOf(sql, checkpoints)]
  return [...short.map(({ words }) => words), ...missing.map(movedWords)]
}

/** Compares a newly opened store with its journal. Logs losses, and starts an empty journal with a checkpoint. */
export async function checkJournal({ store, log }: HouseContext): Promise<void> {
  const { journal } = store
  if (journal === undefined) return
  if (journal.putAside !== undefined) {
    log.warn({ journal: journal.putAside }, 'the store begins anew; the journal of an earlier one was put aside')
  }
  const { moved, checkpoints, unreadable } = journal.read()
  if (unreadable > 0) log.warn({ unreadable }, 'the journal holds lines that were cut off')
  const lost = await lostFrom(store, journal)
  if (lost.length > 0) {
    log.error(
      { journal: journal.path, count: lost.length, lost: lost.slice(0, namedMost) },
      'the store lacks what its journal says was acknowledged; see the desk’s audit',
    )
  }
  if (moved.length + checkpoints.length === 0) await shorten(store, journal)
}

const namedMost = 20

/** Replaces the older half of a long journal by a checkpoint. Records that the store lacks stay. */
export async function shortenJournal({ store }: HouseContext): Promise<void> {
  const { journal } = store
  if (!journal?.isLong || !store.still) return
  // Nothing is committed meanwhile, so the counts are complete.
  await store.still((sql) => shorten(sql, journal))
}

async function shorten(sql: Sql, journal: Journal): Promise<void> {
  const { moved, checkpoints, unreadable } = journal.read()
  const [older, newer] = [moved.slice(0, Math.ceil(moved.length / 2)), moved.slice(Math.ceil(moved.length / 2))]
  const missing = new Set(await missingOf(sql, older))
  const short = await shortOf(sql, checkpoints)
  const [seen] = await sql.query<{ movement: bigint | null; transfer: bigint | null }>(
    'select (select max(id) from movements) as movement, (select max(id) from transfers) as transfer',
  )
  const highest = (what: Moved['what']) => {
    // An empty journal starts from what the store holds now.
    if (moved.length === 0) return seen?.[what] ?? 0n
    const ids = older.filter((one) => one.what === what && !missing.has(one)).map(({ id }) => id)
    const before = checkpoints.map(({ movements, transfers }) => (what === 'movement' ? movements : transfers).upTo)
    return [...ids, ...before].reduce((most, id) => (id > most ? id : most), 0n)
  }
  const checkpoint = await counted(sql, highest('movement'), highest('transfer'))
  const kept = {
    checkpoints: [...short.map(({ checkpoint }) => checkpoint), checkpoint],
    moved: [...moved.filter((one) => missing.has(one)), ...newer],
  }
  journal.shorten(kept, moved.length + checkpoints.length + unreadable)
}

async function counted(sql: Sql, movement: bigint, transfer: bigint): Promise<Checkpoint> {
  const [row] = await sql.patiently<{ movements: number; won: bigint; transfers: number }>(
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
async function missingOf(sql: Sql, moved: readonly Moved[]): Promise<Moved[]> {
  const rows = await sql.patiently<{ at: number }>(
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
      moved.map((_, at) => BigInt(at)),
      moved.map(({ what }) => what),
      moved.map(({ id }) => id),
      moved.map(({ won }) => won),
      moved.map(({ at }) => at),
    ],
  )
  return rows.flatMap(({ at }) => moved[at] ?? [])
}

/** Checkpoints whose number of rows or sum of movements differs from the store's. */
async function shortOf(sql: Sql, checkpoints: readonly Checkpoint[]) {
  const short: { checkpoint: Checkpoint; words: string }[] = []
  for (const checkpoint of checkpoints) {
    const { movements, transfers } = checkpoint
    const now = await counted(sql, movements.upTo, transfers.upTo)
    if (now.movements.count !== movements.count || now.movements.won !== movements.won) {
      const held = `${now.movements.count} of ${now.movements.won} won`
      const acknowledged = `${movements.count} of ${movements.won} won`
      const words = `movements up to no. ${movements.upTo}: ${held}, where ${acknowledged} were acknowledged`
      short.push({ checkpoint, words })
    } else if (now.transfers.count !== transfers.count) {
      const words = `transfers up to no. ${transfers.upTo}: ${now.transfers.count}, where ${transfers.count} were acknowledged`
      short.push({ checkpoint, words })
    }
  }
  return short
}

function movedWords({ what, id, won, at, about }: Moved): string {
  return `${what} ${id} of ${won} won at ${at.toISOString()}: ${about}`
}
