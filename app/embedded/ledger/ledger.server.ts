import { insertRow, type Sql } from '../store/store.server'
import { type Account, accountKey, assertBalanced, type Entry, type MemberId, type TransferCause } from './entries'

export type MemberBalances = { cash: bigint; game: bigint; comp: bigint }

/** Thrown if a transfer would make a balance negative. Nothing has been written in that case. */
export class InsufficientFunds extends Error {
  override name = 'InsufficientFunds'
}

/** Thrown if a transfer would raise a balance above `maxBalance`. Nothing has been written in that case. */
export class BalanceTooLarge extends Error {
  override name = 'BalanceTooLarge'
}

/** The maximum balance in won: 2^53-1. JSON numbers above it are not exact. */
export const maxBalance = BigInt(Number.MAX_SAFE_INTEGER)

type AccountRow = { id: bigint; key: string; balance: bigint | null }

/**
 * Posts one transfer: locks its accounts, then inserts its entries. A trigger on the entries updates the balances. Call
 * only inside a transaction.
 * @returns the transfer's id, and `after`, which returns the new balance in won of a member's account or the jackpot
 * @throws InsufficientFunds, BalanceTooLarge; RangeError if the entries do not sum to zero
 */
export async function postTransfer(
  sql: Sql,
  transfer: { cause: TransferCause; causeId?: string; at: Date; entries: readonly Entry[] },
): Promise<{ id: bigint; after: (account: Account) => bigint }> {
  const { entries } = transfer
  assertBalanced(entries)
  const accounts = await lockAccounts(
    sql,
    entries.map((entry) => entry.account),
  )
  const lines = entries.map(({ account, won }) => {
    const row = requireAccount(accounts.get(accountKey(account)), account)
    const after = row.balance === null ? null : row.balance + won
    if (after !== null && after < 0n) throw new InsufficientFunds(accountKey(account))
    if (after !== null && after > maxBalance) throw new BalanceTooLarge(accountKey(account))
    return { id: row.id, won, after, key: row.key }
  })
  const { cause, causeId = null, at } = transfer
  const made = await insertRow<{ id: bigint }>(sql, 'transfers', { cause, cause_id: causeId, made_at: at }, 'id')
  const insertEntries = `insert into entries (transfer_id, account_id, won)
    select $1, line.account, line.won from unnest($2::bigint[], $3::bigint[]) as line (account, won)`
  await sql.query(insertEntries, [made.id, lines.map((line) => line.id), lines.map((line) => line.won)])
  const after = new Map(lines.map((line) => [line.key, line.after]))
  return {
    id: made.id,
    after: (account) => {
      const balance = after.get(accountKey(account))
      if (balance === null || balance === undefined)
        throw new RangeError(`${accountKey(account)}: has no stored balance`)
      return balance
    },
  }
}

export async function balancesOf(sql: Sql, member: MemberId): Promise<MemberBalances> {
  const ofMember = 'select kind, balance from accounts where member_id = $1'
  const rows = await sql.query<{ kind: keyof MemberBalances; balance: bigint }>(ofMember, [member])
  const balances: MemberBalances = { cash: 0n, game: 0n, comp: 0n }
  for (const { kind, balance } of rows) balances[kind] = balance
  return balances
}

export async function openAccounts(sql: Sql, member: MemberId): Promise<void> {
  await sql.query(
    "insert into accounts (kind, member_id, balance) values ('cash', $1, 0), ('game', $1, 0), ('comp', $1, 0)",
    [member],
  )
}

/** Locks a member's accounts until the transaction ends and returns their balances. */
export async function lockBalances(sql: Sql, member: MemberId): Promise<MemberBalances> {
  const accounts = await lockAccounts(sql, [
    { kind: 'cash', member },
    { kind: 'game', member },
    { kind: 'comp', member },
  ])
  const balanceIn = (kind: keyof MemberBalances) =>
    requireAccount(accounts.get(accountKey({ kind, member })), { kind, member }).balance ?? 0n
  return { cash: balanceIn('cash'), game: balanceIn('game'), comp: balanceIn('comp') }
}

/** Locks accounts with a stored balance. To prevent deadlocks, members come first, by account id, then the jackpot. */
async function lockAccounts(sql: Sql, accounts: readonly Account[]): Promise<Map<string, AccountRow>> {
  const wanted = accounts.map(toAccountColumns)
  const find = async () => {
    const rows = await sql.query<AccountColumns & { id: bigint; balance: bigint | null }>(
      `with kept as (
         select id, kind, member_id, provider, balance from accounts
          where member_id = any($1::bigint[]) or (kind = 'jackpot' and kind = any($2::text[]))
          order by kind = 'jackpot', id
            for no key update)
       select id, kind, member_id as member, provider, balance from kept
        union all
       select id, kind, member_id, provider, balance from accounts
        where kind = any($2::text[]) and member_id is null and balance is null
          and (provider is null or provider = any($3::text[]))`,
      [
        wanted.flatMap(({ member }) => (member === null ? [] : [member])),
        wanted.flatMap(({ member, kind }) => (member === null ? [kind] : [])),
        wanted.flatMap(({ provider }) => (provider === null ? [] : [provider])),
      ],
    )
    return new Map(
      rows.map((row) => [accountColumnsKey(row), { id: row.id, key: accountColumnsKey(row), balance: row.balance }]),
    )
  }

  const found = await find()
  const missing = wanted.flatMap(({ provider }) =>
    provider === null || found.has(`provider:${provider}`) ? [] : [provider],
  )
  if (missing.length === 0) return found
  await sql.query(
    "insert into accounts (kind, provider) select 'provider', provider from unnest($1::text[]) as line (provider) on conflict do nothing",
    [missing],
  )
  return find()
}

type AccountColumns = { kind: Account['kind']; member: MemberId | null; provider: string | null }

function toAccountColumns(account: Account): AccountColumns {
  return {
    kind: account.kind,
    member: 'member' in account ? account.member : null,
    provider: 'provider' in account ? account.provider : null,
  }
}

function accountColumnsKey({ kind, member, provider }: AccountColumns): string {
  return member !== null ? `${kind}:${member}` : provider !== null ? `${kind}:${provider}` : kind
}

function requireAccount<T>(row: T | undefined, account: Account): T {
  if (!row) throw new RangeError(`${accountKey(account)}: no such account`)
  return row
}
