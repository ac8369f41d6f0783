import { stringify } from 'csv-stringify/sync'
import type { HouseContext } from '../context.server'
import { Refused } from '../context.server'
import { dayOf, momentsOf, timeOf } from '../seoul'
import type { PayloadOf } from './acts'
import { type EntryRow, entryRows } from './books.server'
import type { DeskHandler } from './desk.server'
import { type MovementRow, movementRows } from './movements.server'

/** Rows that are read and written at once: other requests get their turn between two lots. */
const rowsAtOnce = 1_000

/** Files for a spreadsheet. */
export const handlers: { export: DeskHandler<'export'> } = {
  export: async (ctx, asked) => {
    if (asked.member !== undefined) {
      const known = await ctx.store.query('select 1 from members where user_id = $1', [asked.member])
      if (known.length === 0) throw new Refused({ status: 'not_found' }, 404)
    }
    const lots = lotsOf(ctx, asked)
    // Read before anything is answered: a store that is away is said with a status, not with a torn file.
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
 * The rows as CSV that spreadsheets open as it is meant: UTF-8 with a byte order mark, times of Seoul, and no text that
 * a spreadsheet would run as a formula. Read lot by lot behind the last number, up to the highest number at the
 * beginning: what comes meanwhile is left for the next file.
 */
async function* lotsOf(ctx: HouseContext, asked: PayloadOf<'export'>): AsyncGenerator<string, undefined> {
  const table = asked.what === 'ledger' ? ledgerOf(ctx, asked) : movementsOf(ctx, asked)
  yield stringify([table.heads], { ...format, bom: true })
  let after = 0n
  const upTo = await table.last()
  for (;;) {
    const { rows, last } = await table.lot(after, upTo)
    if (last === undefined) return undefined
    yield stringify(rows, format)
    after = last
  }
}

const format = {
  escape_formulas: true,
  record_delimiter: 'windows',
  // A single line end inside a text would otherwise begin a row of its own.
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
    last: async () => {
      const [row] = await store.query<{ id: bigint | null }>('select max(id) as id from movements')
      return row?.id ?? 0n
    },
    lot: async (after, upTo) => {
      const rows = await store.query<MovementRow>(
        `${movementRows} where m.id > $1 and m.id <= $2 and m.kind = $3 and ($4 = 'all' or m.state = $4)
           and ($5::text is null or u.user_id = $5)
           and ($6::timestamptz is null or m.applied_at >= $6) and ($7::timestamptz is null or m.applied_at < $7)
          order by m.id limit ${rowsAtOnce}`,
        [after, upTo, kind, state, member ?? null, ...momentsOf(range)],
      )
      return {
        last: rows.at(-1)?.id,
        rows: rows.map((row) => [
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
        ]),
      }
    },
  }
}

function ledgerOf({ store }: HouseContext, { member, ...range }: PayloadOf<'export'>): Table {
  return {
    heads: ['entry', 'transfer', 'time', 'account', 'member', 'provider', 'won', 'balance_after', 'cause', 'cause_id'],
    last: async () => {
      const [row] = await store.query<{ id: bigint | null }>('select max(id) as id from entries')
      return row?.id ?? 0n
    },
    lot: async (after, upTo) => {
      const rows = await store.query<EntryRow>(
        `${entryRows} where e.id > $1 and e.id <= $2 and ($3::text is null or u.user_id = $3)
           and ($4::timestamptz is null or t.made_at >= $4) and ($5::timestamptz is null or t.made_at < $5)
          order by e.id limit ${rowsAtOnce}`,
        [after, upTo, member ?? null, ...momentsOf(range)],
      )
      return {
        last: rows.at(-1)?.id,
        rows: rows.map((row) => [
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
        ]),
      }
    },
  }
}
