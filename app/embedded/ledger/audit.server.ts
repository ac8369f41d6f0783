import { stored } from '~/values/status'
import type { Sql } from '../store/store.server'
import auditSql from './audit.sql?raw'
import type { Account } from './entries'

type CountAndSum = { count: number; won: bigint }

const checks = [...auditSql.matchAll(/^-- check: (.*)\n([^;]*);/gm)]
if (checks.length !== auditSql.match(/;$/gm)?.length) throw new Error('audit.sql has a query without a heading')

export type AuditResult = Awaited<ReturnType<typeof auditLedger>>

/**
 * Audits the ledger. Checks that entries sum to zero, balances match their entries, and no member's balance is
 * negative. Also checks that the entries of each transaction and bet match its state, that each request code took
 * effect once, and that the log's hash chain is intact. Each check of audit.sql is one query, so it sees a consistent
 * state.
 */
export async function auditLedger(sql: Sql) {
  const findings: { check: string; count: number; examples: readonly string[] }[] = []
  for (const [, check = '', violations = ''] of checks) {
    const [found] = await sql.longQuery<{ count: number; examples: string[] | null }>(
      `select count(*)::integer as count, (array_agg(what))[1:5] as examples from (${violations}) as wrong (what)`,
    )
    if (found && found.count > 0) findings.push({ check, count: found.count, examples: found.examples ?? [] })
  }
  const figures = await readFigures(sql)
  if (figures.sum !== 0n) findings.push({ check: 'all entries sum to zero', count: 1, examples: [String(figures.sum)] })
  return { inOrder: findings.length === 0, findings, figures }
}

/** Returns totals. `accounts` has the sum of entries per kind of account. `sum` is zero in a sound ledger. */
async function readFigures(sql: Sql) {
  const accounts: Record<Account['kind'], bigint> = {
    cash: 0n,
    game: 0n,
    comp: 0n,
    provider: 0n,
    jackpot: 0n,
    bank: 0n,
    payments: 0n,
    held: 0n,
    comp_budget: 0n,
    fees: 0n,
  }
  let [entries, sum] = [0, 0n]
  for (const kind of await sql.longQuery<{ kind: Account['kind']; count: number; won: bigint }>(
    `select a.kind, sum(e.count)::integer as count, sum(e.won)::bigint as won
       from (select account_id, count(*) as count, sum(won) as won from entries group by account_id) e
       join accounts a on a.id = e.account_id group by a.kind`,
  )) {
    accounts[kind.kind] = kind.won
    entries += kind.count
    sum += kind.won
  }
  const [rows] = await sql.longQuery<{ members: number; transfers: number }>(
    'select (select count(*) from members)::integer as members, (select count(*) from transfers)::integer as transfers',
  )
  const transactions = await sql.longQuery<CountAndSum & { kind: string; state: string }>(
    `select kind, state, count(*)::integer as count, sum(won)::bigint as won from movements group by kind, state`,
  )
  const bets = await sql.longQuery<CountAndSum & { state: string }>(
    `select case when returned_at is not null then 'returned' when settled_at is not null then 'settled' else 'open' end as state,
            count(*)::integer as count, sum(stake)::bigint as won from bets group by 1`,
  )
  const none: CountAndSum = { count: 0, won: 0n }
  const transactionTotals = (kind: string, state: string) =>
    transactions.find((row) => row.kind === kind && row.state === state) ?? none
  const betTotals = (state: string) => bets.find((row) => row.state === state) ?? none
  return {
    members: rows?.members ?? 0,
    transfers: rows?.transfers ?? 0,
    entries,
    sum,
    accounts,
    waiting: {
      deposits: transactionTotals('deposit', stored.pending),
      withdrawals: transactionTotals('withdrawal', stored.pending),
    },
    done: {
      deposits: transactionTotals('deposit', stored.done),
      withdrawals: transactionTotals('withdrawal', stored.done),
    },
    bets: { open: betTotals('open'), settled: betTotals('settled'), returned: betTotals('returned') },
  }
}
