import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { seoulDayBounds, toSeoulDay } from '~/values/seoul'
import { type EmbeddedContext, Refused } from '../../context.server'
import { auditLedger } from '../../ledger/audit.server'
import { correctionEntries } from '../../ledger/entries'
import { BalanceTooLarge, InsufficientFunds, postTransfer } from '../../ledger/ledger.server'
import type { Sql } from '../../store/store.server'
import type { CommandResult } from '../commands/table'
import type { BackofficeHandlers } from '../handler'
import { readMomentsOfLastChecks } from '../last-checks.server'
import { hasReportedEntry } from '../log-chain.server'
import { findMember, memberIdOf } from '../member-queries'
import { selectPage, toJson, wonToJson } from '../queries'

const reportedEntryCheck = "the last line of the back office's log that this process told is still there"

export const handlers = {
  /** @throws Refused `own_folder` on PGlite, which is backed up by copying its folder while the site is stopped */
  backup: async ({ store }) => {
    if (store.kind === 'pglite') throw new Refused({ status: 'own_folder' }, 409)
    return { store: store.kind }
  },

  'record-backup': async () => ({}),

  /** @throws Refused `not_found`; `balance` if it would be negative; `limit` if it would be too large. */
  correct: async (ctx, { member: name, account, won }, sql) => {
    const { id: member } = await findMember(sql, name)
    const entries = correctionEntries({ member, account, won: BigInt(won) })
    const transfer = await postTransfer(sql, { cause: 'correction', at: ctx.now(), entries }).catch(
      (error: unknown) => {
        if (error instanceof InsufficientFunds) throw new Refused({ status: 'balance' }, 409)
        if (error instanceof BalanceTooLarge) throw new Refused({ status: 'limit' }, 409)
        throw error
      },
    )
    const after = wonToJson(transfer.after({ kind: account, member }))
    return { transfer: String(transfer.id), member: name, account, won, after }
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
    const found = await selectPage<Entry>(store, { ...list, page, size, countAll })
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
      // Examples are left out, because they identify members' rows.
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
} satisfies BackofficeHandlers

type Entry = CommandResult<'ledger'>['rows'][number]

/** Replaces a page's entries by whole transfers. A transfer is on the page of its first entry, so pages differ in size. */
async function wholeTransfers(
  store: Sql,
  { columns, from, where, values, order }: Omit<Parameters<typeof selectPage>[1], 'page' | 'size'>,
  entries: readonly Entry[],
): Promise<Entry[]> {
  const transfers = entries.map(({ transfer }) => transfer)
  const all = await store.query(
    `select ${columns} from ${from} where ${where} and t.id = any($5::bigint[]) order by ${order}`,
    [...(values ?? []), transfers],
  )
  const whole = toJson<Entry[]>(all)
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

/** SQL: the logged reason why a transfer (t) corrected a member's account (a). */
const reasonOfCorrection = `case when t.cause = 'correction' and a.member_id is not null then (
  select said.payload->>'reason' from desk_acts line join desk_act_texts said on said.act_id = line.id
   where line.member_ids @> array[a.member_id] and line.act = 'correct' and not line.rehearsed
     and line.result->>'transfer' = t.id::text limit 1) end`

export const entriesFrom = `entries e join transfers t on t.id = e.transfer_id join accounts a on a.id = e.account_id
  left join members u on u.id = a.member_id`
