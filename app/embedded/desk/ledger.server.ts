import { seoulDayBounds } from '~/time/seoul'
import { Refused } from '../context.server'
import { auditLedger, type CountAndSum } from '../ledger/audit.server'
import { type Account, correctionEntries, type TransferCause } from '../ledger/entries'
import { BalanceTooLarge, InsufficientFunds, postTransfer } from '../ledger/ledger.server'
import type { DeskHandlers } from './handler'
import { findMemberIds } from './members.server'
import { isoTime, pagingFields, rowsOfPage, wonToJson } from './paging'

/** Commands on the ledger: listing, correction and audit. */
export const handlers: DeskHandlers<'ledger' | 'correct' | 'audit'> = {
  /** @throws Refused `not_found`; `balance` for a debit past the balance; `limit` when it would be too large. */
  correct: async (ctx, { member: name, account, won }, sql) => {
    const [member] = await findMemberIds(sql, [name])
    if (member === undefined) throw new Refused({ status: 'not_found' }, 404)
    const entries = correctionEntries({ member, account, won: BigInt(won) })
    const transfer = await postTransfer(sql, { cause: 'correction', at: ctx.now(), entries }).catch(
      (error: unknown) => {
        if (error instanceof InsufficientFunds) throw new Refused({ status: 'balance' }, 409)
        if (error instanceof BalanceTooLarge) throw new Refused({ status: 'limit' }, 409)
        throw error
      },
    )
    const after = wonToJson(transfer.after({ kind: account, member }))
    return { status: 'success', transfer: String(transfer.id), member: name, account, won, after }
  },

  ledger: async ({ store }, { member, account, page, ...range }) => {
    if (member !== undefined) {
      const known = await store.query('select 1 from members where user_id = $1', [member])
      if (known.length === 0) throw new Refused({ status: 'not_found' }, 404)
    }
    const where = `($1::text is null or a.member_id = (select id from members where user_id = $1))
      and ($2::text is null or a.kind = $2)
      and ($3::timestamptz is null or t.made_at >= $3) and ($4::timestamptz is null or t.made_at < $4)`
    const values = [member ?? null, account ?? null, ...seoulDayBounds(range)]
    const filtered = values.some((value) => value !== null)
    const [all] = filtered
      ? await store.query<{ total: number }>(
          `select count(*)::integer as total from entries e join transfers t on t.id = e.transfer_id
             join accounts a on a.id = e.account_id where ${where}`,
          values,
        )
      : // Without a filter the count needs no joins, which is faster on a long ledger.
        await store.query<{ total: number }>('select count(*)::integer as total from entries')
    const rows = await store.query<EntryRow>(
      `${selectEntries} where ${where} order by e.id desc ${rowsOfPage(page)}`,
      values,
    )
    return {
      status: 'success',
      ...pagingFields(all?.total ?? 0, page),
      rows: rows.map((row) => ({
        id: String(row.id),
        transfer: String(row.transfer_id),
        at: isoTime(row.made_at),
        account: row.kind,
        member: row.user_id,
        provider: row.provider,
        won: wonToJson(row.won),
        after: row.after === null ? null : wonToJson(row.after),
        cause: row.cause,
        causeId: row.cause_id,
      })),
    }
  },

  audit: async ({ store }) => {
    const began = performance.now()
    const { inOrder, findings, figures } = await auditLedger(store)
    const { members, transfers, entries, sum, accounts, waiting, done, bets } = figures
    return {
      status: 'success',
      inOrder,
      findings: findings.map(({ check, count, examples }) => ({ check, count, examples: [...examples] })),
      figures: {
        members,
        transfers,
        entries,
        sum: wonToJson(sum),
        accounts: Object.fromEntries(Object.entries(accounts).map(([kind, won]) => [kind, wonToJson(won)])),
        waiting: { deposits: amount(waiting.deposits), withdrawals: amount(waiting.withdrawals) },
        done: { deposits: amount(done.deposits), withdrawals: amount(done.withdrawals) },
        bets: { open: amount(bets.open), settled: amount(bets.settled), returned: amount(bets.returned) },
      },
      ms: Math.round(performance.now() - began),
    }
  },
}

/** A ledger entry with its account and the cause of its transfer. */
export type EntryRow = {
  id: bigint
  transfer_id: bigint
  made_at: Date
  kind: Account['kind']
  user_id: string | null
  provider: string | null
  won: bigint
  after: bigint | null
  cause: TransferCause
  cause_id: string | null
}

/** Selects all entries. A condition on e (entries), t (transfers), a (accounts) and u (members) is appended. */
export const selectEntries = `select e.id, e.transfer_id, t.made_at, a.kind, u.user_id, a.provider, e.won, e.after, t.cause, t.cause_id
  from entries e join transfers t on t.id = e.transfer_id join accounts a on a.id = e.account_id
  left join members u on u.id = a.member_id`

function amount({ count, won }: CountAndSum) {
  return { count, won: wonToJson(won) }
}
