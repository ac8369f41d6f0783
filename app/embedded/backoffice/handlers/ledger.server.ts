import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { rowsPerBatch, streamText } from '~/platform/stream-body.server'
import { toCsv } from '~/values/csv.server'
import { formatSeoulTime, seoulDayBounds, toSeoulDay } from '~/values/seoul'
import { type EmbeddedContext, Refused } from '../../context.server'
import { auditLedger } from '../../ledger/audit.server'
import { correctionEntries, type MemberId } from '../../ledger/entries'
import { BalanceTooLarge, InsufficientFunds, postTransfer } from '../../ledger/ledger.server'
import type { Sql } from '../../store/store.server'
import { accountWhenSettled } from '../../transactions/history.server'
import { formatTransactionNumber } from '../../transactions/transaction-number'
import { withdrawalHoldBeganAt } from '../../transactions/withdrawal-holds.server'
import type { CommandPayload, CommandResult } from '../commands/table'
import type { BackofficeHandlers } from '../handler'
import { hasReportedEntry, readMomentsOfLastChecks } from '../log-facts.server'
import { entriesFrom, memberIdOf } from '../member-queries'
import { type List, selectPage, toJson, wonToJson } from '../queries'
import { transactionsFrom } from './transactions.server'

const reportedEntryCheck = 'the last log entry that this process reported still exists'

export const handlers = {
  /** @throws Refused `own_folder` on PGlite, which is backed up by copying its folder while the site is stopped */
  backup: async ({ store }) => {
    if (store.kind === 'pglite') throw new Refused({ status: 'own_folder' }, 409)
    return { store: store.kind }
  },

  'record-backup': async () => ({}),

  /** @throws Refused `not_found`; `balance` if the balance would be negative; `limit` if it would be too large */
  correct: async (ctx, { member, account, won }, sql) => {
    const { id } = ctx.member
    const entries = correctionEntries({ member: id, account, won: BigInt(won) })
    const transfer = await postTransfer(sql, { cause: 'correction', at: ctx.now(), entries }).catch(
      (error: unknown) => {
        if (error instanceof InsufficientFunds) throw new Refused({ status: 'balance' }, 409)
        if (error instanceof BalanceTooLarge) throw new Refused({ status: 'limit' }, 409)
        throw error
      },
    )
    const after = wonToJson(transfer.after({ kind: account, member: id }))
    return { transfer: String(transfer.id), member, account, won, after }
  },

  ledger: async ({ store }, { member, account, order, page, size, ...range }) => {
    const where = `($1::bigint is null or a.member_id = $1) and ($2::text is null or a.kind = $2)
      and ($3::timestamptz is null or t.made_at >= $3) and ($4::timestamptz is null or t.made_at < $4)`
    const values = [await memberIdOf(store, member), account ?? null, ...seoulDayBounds(range)]
    const isFiltered = values.some((value) => value !== null)
    const columns = `e.id::text as id, t.id::text as transfer, t.made_at as at, a.kind as account, u.user_id as member,
        a.provider, e.won, e.after, t.cause, t.cause_id as "causeId", ${reasonOfCorrection} as reason`
    const list = { columns, from: entriesFrom, where, values, order: order === 'oldest' ? 'e.id' : 'e.id desc' }
    const countAll = isFiltered ? undefined : 'select count(*)::integer as total from entries'
    const found = await selectPage<Entry>(store, { page, size }, { ...list, countAll })
    return { ...found, rows: await wholeTransfers(store, list, found.rows) }
  },

  audit: async (ctx) => {
    const began = performance.now()
    const { findings, ...audited } = await auditLedger(ctx.store)
    const ofEnd = (await hasReportedEntry(ctx)) ? [] : [{ check: reportedEntryCheck, count: 1, examples: [] }]
    const all = [...findings, ...ofEnd]
    const found = { ...audited, inOrder: all.length === 0, findings: all }
    return toJson<CommandResult<'audit'>>({ ...found, ms: Math.round(performance.now() - began) })
  },

  bundle: async (ctx): Promise<Response> => {
    const day = toSeoulDay(ctx.now().getTime())
    const { findings, ...audit } = await handlers.audit(ctx)
    const files = {
      ...(await ctx.options.describeSite?.()),
      'store.json': asJson(await describeStore(ctx)),
      // The examples of findings are omitted, because they identify members' rows.
      'audit.json': asJson({ ...audit, findings: findings.map(({ check, count }) => ({ check, count })) }),
    }
    const archive = pack()
    for (const [name, text] of Object.entries(files))
      archive.entry({ name: `madang-${day}/${name}`, mtime: ctx.now() }, text)
    archive.finalize()
    return new Response(new Uint8Array(await promisify(gzip)(await buffer(archive))), {
      headers: {
        'Content-Type': 'application/gzip',
        'Content-Disposition': `attachment; filename="madang-${day}.tar.gz"`,
        'Cache-Control': 'no-store',
      },
    })
  },

  export: async (ctx, payload) => {
    const memberId = await memberIdOf(ctx.store, payload.member)
    return streamText(csvBatches(ctx, { ...payload, memberId }), {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${payload.what}-${toSeoulDay(ctx.now().getTime())}.csv"`,
    })
  },
} satisfies BackofficeHandlers

type Entry = CommandResult<'ledger'>['rows'][number]

/** Completes the transfers that start on a page, so that no transfer is split. Pages therefore vary in size. */
async function wholeTransfers(store: Sql, { columns, from, where, values, order }: List, entries: readonly Entry[]) {
  const transfers = entries.map(({ transfer }) => transfer)
  const ofTransfers = `select ${columns} from ${from} where ${where} and t.id = any($5::bigint[]) order by ${order}`
  const whole = toJson<Entry[]>(await store.query(ofTransfers, [...(values ?? []), transfers]))
  const onPage = new Set(entries.map(({ id }) => id))
  const firsts = new Map(whole.toReversed().map(({ transfer, id }) => [transfer, id]))
  return whole.filter(({ transfer }) => onPage.has(firsts.get(transfer) ?? ''))
}

async function describeStore(ctx: EmbeddedContext): Promise<object> {
  const { store } = ctx
  const began = performance.now()
  const check = await store.check().then(
    () => ({ ok: true, ms: Math.round(performance.now() - began) }),
    (error: Error) => ({ ok: false, error: error.name }),
  )
  return {
    kind: store.kind,
    check,
    lastChecks: await readMomentsOfLastChecks(ctx),
    migrations: await store.query('select name, compatible_from as "compatibleFrom" from migrations order by name'),
  }
}

const asJson = (value: object) => `${JSON.stringify(toJson(value), null, 2)}\n`

const reasonOfCorrection = `case when t.cause = 'correction' and a.member_id is not null then (
  select said.payload->>'reason' from desk_acts line join desk_act_texts said on said.act_id = line.id
   where line.member_ids @> array[a.member_id] and line.act = 'correct' and not line.rehearsed
     and line.result->>'transfer' = t.id::text limit 1) end`

/** Yields CSV: UTF-8 with a byte order mark, Seoul time, formulas escaped. Rows added during a download are omitted. */
async function* csvBatches({ store }: EmbeddedContext, wanted: Wanted): AsyncGenerator<string, undefined> {
  const file = wanted.what === 'ledger' ? ledgerFile(wanted) : transactionsFile(wanted)
  const [id] = Object.values(file.columns)
  let header = toCsv([Object.keys(file.columns)], { bom: true })
  const columns = Object.entries(file.columns).map(([name, expression]) => `${expression} as ${name}`)
  const [newest] = await store.query<{ id: bigint | null }>(`select max(id) as id from ${file.table}`)
  const maxId = newest?.id ?? 0n
  const select = `select ${columns.join(', ')} from ${file.from} where ${id} = any(array(
      select id from ${file.table} where id > $1 and ${file.filter} order by id limit ${rowsPerBatch})) order by ${id}`
  for (let after = 0n; after < maxId; ) {
    const batch = await store.query<CsvRow>(select, [after, ...file.values])
    // Filtered here, because an upper bound in the query can make PGlite sort all rows for each batch.
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
  columns: Record<string, string>
  from: string
  filter: string
  values: readonly unknown[]
  isIncluded?: (row: CsvRow) => boolean
}

function transactionsFile({ what, state, memberId, ...range }: Wanted): CsvFile {
  return {
    table: 'movements',
    columns: {
      ...{ id: 'm.id', number: 'm.id', member: 'u.user_id', nick: 'u.nick', won: 'm.won', fee: 'm.fee' },
      ...{ method: 'm.method', payment: 'm.payment_idx', state: 'm.state', applied_at: 'm.applied_at' },
      ...{ settled_at: 'm.settled_at', settled_by: 'm.settled_by' },
      bank: `${accountWhenSettled('m')} ->> 'name'`,
      account_number: `${accountWhenSettled('m')} ->> 'number'`,
      account_owner: `${accountWhenSettled('m')} ->> 'owner'`,
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
      ...{ provider: 'a.provider', won: 'e.won', balance_after: 'e.after', cause: 't.cause', cause_id: 't.cause_id' },
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

function toCell([column, value]: [string, CsvRow[string]]): string | bigint | null {
  if (column === 'number' && typeof value === 'bigint') return formatTransactionNumber(value)
  return value instanceof Date ? formatSeoulTime(value) : value
}
