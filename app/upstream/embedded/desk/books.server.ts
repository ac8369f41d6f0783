import { type Amount, audit } from '../audit.server'
import { Refused } from '../context.server'
import { type Account, type Cause, correctionEntries } from '../ledger'
import { NotEnough, post, TooMuch } from '../ledger.server'
import { momentsOf } from '../seoul'
import type { DeskHandler } from './desk.server'
import { membersNamed } from './members.server'
import { moment, pageOf, pagesOf, wonOf } from './paging'

/** Commands on the ledger: listing, correction and audit. */
export const handlers: { [A in 'ledger' | 'correct' | 'audit']: DeskHandler<A> } = {
  /** @throws Refused `not_found`; `balance` for a debit past the balance; `limit` when it would be too large. */
  correct: async (ctx, { member: name, account, won }, sql) => {
    const [member] = await membersNamed(sql, [name])
    if (member === undefined) throw new Refused({ status: 'not_found' }, 404)
    const entries = correctionEntries({ member, account, won: BigInt(won) })
    const done = await post(sql, { cause: 'correction', at: ctx.now(), entries }).catch((error: unknown) => {
      if (error instanceof NotEnough) throw new Refused({ status: 'balance' }, 409)
      if (error instanceof TooMuch) throw new Refused({ status: 'limit' }, 409)
      throw error
    })
    const after = wonOf(done.after({ kind: account, member }))
    return { status: 'success', transfer: String(done.id), member: name, account, won, after }
  },

  ledger: async ({ store }, { member, account, page, ...range }) => {
    if (member !== undefined) {
      const known = await store.query('select 1 from members where user_id = $1', [member])
      if (known.length === 0) throw new Refused({ status: 'not_found' }, 404)
    }
    const where = `($1::text is null or a.member_id = (select id from members where user_id = $1))
      and ($2::text is null or a.kind = $2)
      and ($3::timestamptz is null or t.made_at >= $3) and ($4::timestamptz is null or t.made_at < $4)`
    const values = [member ?? null, account ?? null, ...momentsOf(range)]
    const filtered = values.some((value) => value !== null)
    const [all] = filtered
      ? await store.query<{ total: number }>(
          `select count(*)::integer as total from entries e join transfers t on t.id = e.transfer_id
             join accounts a on a.id = e.account_id where ${where}`,
          values,
        )
      : // Without a filter the count needs no joins, which is faster on a long ledger.
        await store.query<{ total: number }>('select count(*)::integer as total from entries')
    const rows = await store.query<EntryRow>(`${entryRows} where ${where} order by e.id desc ${pageOf(page)}`, values)
    return {
      status: 'success',
      ...pagesOf(all?.total ?? 0, page),
      rows: rows.map((row) => ({
        id: String(row.id),
        transfer: String(row.transfer_id),
        at: moment(row.made_at),
        account: row.kind,
        member: row.user_id,
        provider: row.provider,
        won: wonOf(row.won),
        after: row.after === null ? null : wonOf(row.after),
        cause: row.cause,
        causeId: row.cause_id,
      })),
    }
  },

  audit: async ({ store }) => {
    const began = performance.now()
    const { inOrder, findings, figures } = await audit(store)
    const { members, transfers, entries, sum, accounts, waiting, done, bets } = figures
    return {
      status: 'success',
      inOrder,
      findings: findings.map(({ check, count, examples }) => ({ check, count, examples: [...examples] })),
      figures: {
        members,
        transfers,
        entries,
        sum: wonOf(sum),
        accounts: Object.fromEntries(Object.entries(accounts).map(([kind, won]) => [kind, wonOf(won)])),
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
  cause: Cause
  cause_id: string | null
}

/** Selects all entries. A condition on e (entries), t (transfers), a (accounts) and u (members) is appended. */
export const entryRows = `select e.id, e.transfer_id, t.made_at, a.kind, u.user_id, a.provider, e.won, e.after, t.cause, t.cause_id
  from entries e join transfers t on t.id = e.transfer_id join accounts a on a.id = e.account_id
  left join members u on u.id = a.member_id`

function amount({ count, won }: Amount) {
  return { count, won: wonOf(won) }
}
