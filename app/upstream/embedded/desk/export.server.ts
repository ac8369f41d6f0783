import { stringify } from 'csv-stringify/sync'
import type { HouseContext } from '../context.server'
import { Refused } from '../context.server'
import { dayOf, momentsOf, timeOf } from '../seoul'
import type { Sql } from '../store/store.server'
import type { PayloadOf } from './acts'
import { type EntryRow, entryRows } from './books.server'
import type { DeskHandler } from './desk.server'
import { type MovementRow, movementRows } from './movements.server'

/** Rows in a batch. Other requests run between two batches. */
const rowsAtOnce = 1_000

/** CSV files for a spreadsheet. */
export const handlers: { export: DeskHandler<'export'> } = {
  export: async (ctx, asked) => {
    if (asked.member !== undefined) {
      const known = await ctx.store.query('select 1 from members where user_id = $1', [asked.member])
      if (known.length === 0) throw new Refused({ status: 'not_found' }, 404)
    }
    const lots = lotsOf(ctx, asked)
    // The header line. The store is first read for the second chunk, when the response has begun.
    const first = await lots.next()
    const encoder = new TextEncoder()
    let head = first.done ? undefined : first.value
    const body = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        const lot = head ?? (await lots.next()).value
        head = undefined
        if (lot === undefined) controller.close()
        else controller.enqueue(encoder.encode(lot))
      },
      cancel: async () => {
        await lots.return(undefined)
      },
    })
    return new Response(body, {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${asked.what}-${dayOf(ctx.now())}.csv"`,
        'Cache-Control': 'no-store',
      },
    })
  },
}

/**
 * Yields the rows as CSV: UTF-8 with a byte order mark, times in Seoul, and formulas escaped. Batches are read in the
 * order of ids, up to the highest id at the start; newer rows are left out.
 */
async function* lotsOf(ctx: HouseContext, asked: PayloadOf<'export'>): AsyncGenerator<string, undefined> {
  const table = asked.what === 'ledger' ? ledgerOf(ctx, asked) : movementsOf(ctx, asked)
  yield stringify([table.heads], { ...format, bom: true })
  let after = 0n
  const upTo = await table.last()
  while (after < upTo) {
    const { rows, last } = await table.lot(after, upTo)
    if (rows.length > 0) yield stringify(rows, format)
    if (last === undefined) break
    after = last
  }
  return undefined
}

const format = {
  escape_formulas: true,
  record_delimiter: 'windows',
  // Quotes a text with a line feed in it, which would otherwise start a new row.
  quote_record_delimiter: true,
} as const

type Cell = string | bigint | null
type Table = {
  heads: string[]
  last(): Promise<bigint>
  lot(after: bigint, upTo: bigint): Promise<{ rows: Cell[][]; last: bigint | undefined }>
}

function movementsOf({ store }: HouseContext, { what, state, member, ...range }: PayloadOf<'export'>): Table {
  const kind = what === 'deposits' ? 'deposit' : 'withdrawal'
  return {
    heads: [
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
    last: () => highestOf(store, 'movements'),
    lot: async (after, upTo) => {
      const lot = await store.query<MovementRow>(
        `${movementRows} where m.id = any(array(
           select id from movements
            where id > $1 and kind = $2 and ($3 = 'all' or state = $3)
              and ($4::text is null or member_id = (select id from members where user_id = $4))
              and ($5::timestamptz is null or applied_at >= $5) and ($6::timestamptz is null or applied_at < $6)
            order by id limit ${rowsAtOnce}))
          order by m.id`,
        [after, kind, state, member ?? null, ...momentsOf(range)],
      )
      const rows = upToHere(lot, upTo).map((row): Cell[] => [
        row.id,
        row.user_id,
        row.nick,
        row.won,
        row.fee,
        row.method,
        row.payment_idx,
        row.state,
        timeOf(row.applied_at),
        row.settled_at && timeOf(row.settled_at),
        row.settled_by,
        row.bank_name,
        row.bank_number,
        row.bank_owner,
      ])
      return { rows, last: lot.at(-1)?.id }
    },
  }
}

function ledgerOf({ store }: HouseContext, { member, ...range }: PayloadOf<'export'>): Table {
  return {
    heads: ['entry', 'transfer', 'time', 'account', 'member', 'provider', 'won', 'balance_after', 'cause', 'cause_id'],
    last: () => highestOf(store, 'entries'),
    lot: async (after, upTo) => {
      const lot = await store.query<EntryRow>(
        `${entryRows} where e.id = any(array(
           select id from entries
            where id > $1
              and ($2::text is null or account_id in
                  (select id from accounts where member_id = (select id from members where user_id = $2)))
            order by id limit ${rowsAtOnce}))
          order by e.id`,
        [after, member ?? null],
      )
      const [from, to] = momentsOf(range)
      const rows = upToHere(lot, upTo)
        .filter(({ made_at }) => (from === null || made_at >= from) && (to === null || made_at < to))
        .map((row): Cell[] => [
          row.id,
          row.transfer_id,
          timeOf(row.made_at),
          row.kind,
          row.user_id,
          row.provider,
          row.won,
          row.after,
          row.cause,
          row.cause_id,
        ])
      return { rows, last: lot.at(-1)?.id }
    },
  }
}

/**
 * Drops the rows past the last id of the file. The query has no upper bound: without statistics, which PGlite does not
 * keep, the planner expects few rows between two bounds and sorts all of them for each batch.
 */
function upToHere<Row extends { id: bigint }>(lot: readonly Row[], upTo: bigint): Row[] {
  return lot.filter(({ id }) => id <= upTo)
}

async function highestOf(sql: Sql, table: 'movements' | 'entries'): Promise<bigint> {
  const [row] = await sql.query<{ id: bigint | null }>(`select max(id) as id from ${table}`)
  return row?.id ?? 0n
}
