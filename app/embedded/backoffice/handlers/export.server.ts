import { rowsPerBatch, streamText } from '~/platform/stream-body.server'
import { toCsv } from '~/values/csv.server'
import { formatSeoulTime, seoulDayBounds, toSeoulDay } from '~/values/seoul'
import type { EmbeddedContext } from '../../context.server'
import type { MemberId } from '../../ledger/entries'
import { formatTransactionNumber } from '../../transactions/transaction-number'
import { withdrawalHoldBeganAt } from '../../transactions/withdrawal-holds.server'
import type { CommandPayload } from '../commands/table'
import type { BackofficeHandlers } from '../handler'
import { memberIdOf } from '../member-queries'
import { entriesFrom } from './ledger.server'
import { transactionsFrom, unlessBankChanged } from './transactions.server'

export const handlers = {
  export: async (ctx, payload) => {
    const memberId = await memberIdOf(ctx.store, payload.member)
    return streamText(csvBatches(ctx, { ...payload, memberId }), {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${payload.what}-${toSeoulDay(ctx.now().getTime())}.csv"`,
    })
  },
} satisfies BackofficeHandlers

/** Yields CSV as UTF-8 with a byte order mark, Seoul times and escaped formulas. Rows added later are left out. */
async function* csvBatches({ store }: EmbeddedContext, wanted: Wanted): AsyncGenerator<string, undefined> {
  const file = wanted.what === 'ledger' ? ledgerFile(wanted) : transactionsFile(wanted)
  const [id] = Object.values(file.columns)
  let header = toCsv([Object.keys(file.columns)], { bom: true })
  const columns = Object.entries(file.columns).map(([name, expression]) => `${expression} as ${name}`)
  const [newest] = await store.query<{ id: bigint | null }>(`select max(id) as id from ${file.table}`)
  const maxId = newest?.id ?? 0n
  for (let after = 0n; after < maxId; ) {
    const batch = await store.query<CsvRow>(
      `select ${columns.join(', ')} from ${file.from} where ${id} = any(array(
         select id from ${file.table} where id > $1 and ${file.filter} order by id limit ${rowsPerBatch}))
        order by ${id}`,
      [after, ...file.values],
    )
    // The query has no upper bound. With one and no statistics, PGlite's planner would sort all rows for each batch.
    const rows = batch.filter((row) => idOf(row) <= maxId && (file.isIncluded?.(row) ?? true))
    if (rows.length > 0) {
      yield header + toCsv(rows.map((row) => Object.entries(row).map(toCell)))
      header = ''
    }
    const last = batch.at(-1)
    if (!last) break
    after = idOf(last)
  }
  if (header !== '') yield header
  return undefined
}

type Wanted = CommandPayload<'export'> & { memberId: MemberId | null }
type CsvRow = Record<string, string | bigint | Date | null>

type CsvFile = {
  table: 'movements' | 'entries'
  /** The first is the id. */
  columns: Record<string, string>
  from: string
  filter: string
  values: readonly unknown[]
  isIncluded?: (row: CsvRow) => boolean
}

const columnsOf = (table: string, ...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, `${table}.${name}`]))

function transactionsFile({ what, state, memberId, ...range }: Wanted): CsvFile {
  return {
    table: 'movements',
    columns: {
      ...{ id: 'm.id', number: 'm.id', member: 'u.user_id' },
      ...columnsOf('u', 'nick'),
      ...columnsOf('m', 'won', 'fee', 'method'),
      payment: 'm.payment_idx',
      ...columnsOf('m', 'state', 'applied_at', 'settled_at', 'settled_by'),
      bank: unlessBankChanged('u.bank_name'),
      account_number: unlessBankChanged('u.bank_number'),
      account_owner: unlessBankChanged('u.bank_owner'),
      account_changed_at: withdrawalHoldBeganAt,
    },
    from: transactionsFrom,
    filter: `kind = $2 and ($3 = 'all' or state = $3) and ($4::bigint is null or member_id = $4)
      and ($5::timestamptz is null or applied_at >= $5) and ($6::timestamptz is null or applied_at < $6)`,
    values: [what === 'deposits' ? 'deposit' : 'withdrawal', state, memberId, ...seoulDayBounds(range)],
  }
}

function ledgerFile({ memberId, ...range }: Wanted): CsvFile {
  const [from, to] = seoulDayBounds(range)
  return {
    table: 'entries',
    columns: {
      ...{ entry: 'e.id', transfer: 'e.transfer_id', time: 't.made_at', account: 'a.kind', member: 'u.user_id' },
      ...{ provider: 'a.provider', won: 'e.won', balance_after: 'e.after' },
      ...columnsOf('t', 'cause', 'cause_id'),
    },
    from: entriesFrom,
    filter: `($2::bigint is null or account_id in (select id from accounts where member_id = $2))`,
    values: [memberId],
    isIncluded: ({ time }) => time instanceof Date && (from === null || time >= from) && (to === null || time < to),
  }
}

function idOf(row: CsvRow): bigint {
  const [id] = Object.values(row)
  if (typeof id !== 'bigint') throw new Error('a row of an export has no id')
  return id
}

/** The `number` column of a transaction is queried as its row's id and formatted here. */
function toCell([column, value]: [string, CsvRow[string]]): string | bigint | null {
  if (column === 'number' && typeof value === 'bigint') return formatTransactionNumber(value)
  return value instanceof Date ? formatSeoulTime(value) : value
}
