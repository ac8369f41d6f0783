import { stringify } from 'csv-stringify/sync'
import { formatSeoulTime, seoulDayBounds, toSeoulDay } from '~/time/seoul'
import { type EmbeddedContext, Refused } from '../context.server'
import type { Sql } from '../store/store.server'
import type { CommandPayload } from './commands'
import type { DeskHandlers } from './handler'
import { type EntryRow, selectEntries } from './ledger.server'
import { type MovementRow, selectMovements } from './movements.server'

/** Rows in a batch. Other requests run between two batches. */
const rowsPerBatch = 1_000

/** CSV files for a spreadsheet. */
export const handlers: DeskHandlers<'export'> = {
  export: async (ctx, payload) => {
    if (payload.member !== undefined) {
      const known = await ctx.store.query('select 1 from members where user_id = $1', [payload.member])
      if (known.length === 0) throw new Refused({ status: 'not_found' }, 404)
    }
    const batches = csvBatches(ctx, payload)
    // The header line. The store is first read for the second chunk, when the response has begun.
    const first = await batches.next()
    const encoder = new TextEncoder()
    let firstBatch = first.done ? undefined : first.value
    const body = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        const batch = firstBatch ?? (await batches.next()).value
        firstBatch = undefined
        if (batch === undefined) controller.close()
        else controller.enqueue(encoder.encode(batch))
      },
      cancel: async () => {
        await batches.return(undefined)
      },
    })
    return new Response(body, {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${payload.what}-${toSeoulDay(ctx.now().getTime())}.csv"`,
        'Cache-Control': 'no-store',
      },
    })
  },
}

/**
 * Yields the rows as CSV: UTF-8 with a byte order mark, times in Seoul, and formulas escaped. Batches are read in the
 * order of ids, up to the highest id at the start; newer rows are left out.
 */
async function* csvBatches(ctx: EmbeddedContext, payload: CommandPayload<'export'>): AsyncGenerator<string, undefined> {
  const table = payload.what === 'ledger' ? ledgerTable(ctx, payload) : movementsTable(ctx, payload)
  yield stringify([table.columnNames], { ...csvOptions, bom: true })
  let after = 0n
  const maxId = await table.readMaxId()
  while (after < maxId) {
    const { rows, lastId } = await table.readBatch(after, maxId)
    if (rows.length > 0) yield stringify(rows, csvOptions)
    if (lastId === undefined) break
    after = lastId
  }
  return undefined
}

const csvOptions = {
  escape_formulas: true,
  record_delimiter: 'windows',
  // Quotes a text with a line feed in it, which would otherwise start a new row.
  quote_record_delimiter: true,
} as const

type Cell = string | bigint | null
type ExportTable = {
  columnNames: string[]
  readMaxId(): Promise<bigint>
  readBatch(after: bigint, upTo: bigint): Promise<{ rows: Cell[][]; lastId: bigint | undefined }>
}

function movementsTable(
  { store }: EmbeddedContext,
  { what, state, member, ...range }: CommandPayload<'export'>,
): ExportTable {
  const kind = what === 'deposits' ? 'deposit' : 'withdrawal'
  return {
    columnNames: [
      'id',
      'member',
      'nick',
      'won',
      'fee',
      'method',
      'payment',
      'state',
      'applied_at',
      'settled_at',
      'settled_by',
      'bank',
      'account_number',
      'account_owner',
    ],
    readMaxId: () => selectMaxId(store, 'movements'),
    readBatch: async (after, upTo) => {
      const batch = await store.query<MovementRow>(
        `${selectMovements} where m.id = any(array(
           select id from movements
            where id > $1 and kind = $2 and ($3 = 'all' or state = $3)
              and ($4::text is null or member_id = (select id from members where user_id = $4))
              and ($5::timestamptz is null or applied_at >= $5) and ($6::timestamptz is null or applied_at < $6)
            order by id limit ${rowsPerBatch}))
          order by m.id`,
        [after, kind, state, member ?? null, ...seoulDayBounds(range)],
      )
      const rows = dropRowsPast(batch, upTo).map((row): Cell[] => [
        row.id,
        row.user_id,
        row.nick,
        row.won,
        row.fee,
        row.method,
        row.payment_idx,
        row.state,
        formatSeoulTime(row.applied_at),
        row.settled_at && formatSeoulTime(row.settled_at),
        row.settled_by,
        row.bank_name,
        row.bank_number,
        row.bank_owner,
      ])
      return { rows, lastId: batch.at(-1)?.id }
    },
  }
}

function ledgerTable({ store }: EmbeddedContext, { member, ...range }: CommandPayload<'export'>): ExportTable {
  return {
    columnNames: [
      'entry',
      'transfer',
      'time',
      'account',
      'member',
      'provider',
      'won',
      'balance_after',
      'cause',
      'cause_id',
    ],
    readMaxId: () => selectMaxId(store, 'entries'),
    readBatch: async (after, upTo) => {
      const batch = await store.query<EntryRow>(
        `${selectEntries} where e.id = any(array(
           select id from entries
            where id > $1
              and ($2::text is null or account_id in
                  (select id from accounts where member_id = (select id from members where user_id = $2)))
            order by id limit ${rowsPerBatch}))
          order by e.id`,
        [after, member ?? null],
      )
      const [from, to] = seoulDayBounds(range)
      const rows = dropRowsPast(batch, upTo)
        .filter(({ made_at }) => (from === null || made_at >= from) && (to === null || made_at < to))
        .map((row): Cell[] => [
          row.id,
          row.transfer_id,
          formatSeoulTime(row.made_at),
          row.kind,
          row.user_id,
          row.provider,
          row.won,
          row.after,
          row.cause,
          row.cause_id,
        ])
      return { rows, lastId: batch.at(-1)?.id }
    },
  }
}

/**
 * Drops the rows past the last id of the file. The query has no upper bound: without statistics, which PGlite does not
 * keep, the planner expects few rows between two bounds and sorts all of them for each batch.
 */
function dropRowsPast<Row extends { id: bigint }>(batch: readonly Row[], maxId: bigint): Row[] {
  return batch.filter(({ id }) => id <= maxId)
}

async function selectMaxId(sql: Sql, table: 'movements' | 'entries'): Promise<bigint> {
  const [row] = await sql.query<{ id: bigint | null }>(`select max(id) as id from ${table}`)
  return row?.id ?? 0n
}
