import { maxSeenAtOnce } from '~/upstream/contract/calls/money'
import { days } from '~/values/durations'
import { stored } from '~/values/status'
import type { Handlers, MemberContext } from '../context.server'
import type { TransactionKind } from '../ledger/entries'
import { formatTransactionRow, type TransactionRow, transactionColumns } from './history.server'
import { parseTransactionNumber } from './transaction-number'

const newsForMs = days(7)

export const handlers = {
  'mark-settled-seen': async ({ store, member, now }, { ids }) => {
    const rows = ids.map((id) => parseTransactionNumber(String(id))).filter((id) => id !== undefined)
    await store.tx(async (sql) => {
      const markSeen = `update movements set seen_at = $3
        where member_id = $1 and id = any($2::bigint[]) and seen_at is null and state <> '${stored.pending}'`
      await sql.query(markSeen, [member.id, rows, now()])
      const markRead =
        'update notes set read_at = $3 where member_id = $1 and movement_id = any($2::bigint[]) and read_at is null'
      await sql.query(markRead, [member.id, rows, now()])
    })
  },
} satisfies Partial<Handlers>

const unseenFilter = `member_id = $1 and seen_at is null and state <> '${stored.pending}'`

/** SQL: whether member $1 has settlements, of any age, that they have not seen. */
export const hasNewsColumn = `exists (select from movements where ${unseenFilter}) as has_news`

/** Lists the member's unseen settlements of the last seven days, newest first. */
export async function listSettlementNews(ctx: MemberContext) {
  const rows = await ctx.store.query<TransactionRow & { kind: TransactionKind }>(
    `select kind, ${transactionColumns} from movements where ${unseenFilter} and settled_at > $2
      order by settled_at desc, id desc limit ${maxSeenAtOnce}`,
    [ctx.member.id, new Date(ctx.now().getTime() - newsForMs)],
  )
  return rows.map(({ kind, ...row }) => ({
    ...formatTransactionRow(ctx, kind, row),
    kind: kind === 'deposit' ? ('deposit' as const) : ('withdraw' as const),
  }))
}
