import type { MemberId } from '~/embedded/ledger/entries'
import { openAccounts } from '~/embedded/ledger/ledger.server'
import type { Sql, Store } from '~/embedded/store/store.server'

/** The sizes of members' histories, spread evenly over the days before `now`. The numbers are per member. */
export type Histories = {
  members: readonly MemberId[]
  /** Bank transfers, each a ledger transfer with two entries. There are as many withdrawals. */
  deposits: number
  /** Settled bets, each two transfers with six entries, three of them the member's. */
  bets: number
  /** Notes: one in twenty is unread. */
  notes: number
  days: number
  now: Date
}

/** The number of rows in one statement, because PGlite keeps a statement's result in memory. */
const rowsAtOnce = 20_000

/** The time of row n of $4: the last row just before $2, and the first one $3 days earlier. */
const madeAt = `$2::timestamptz - ($4::integer - n) * $3::integer * interval '1 day' / $4::integer`

/** The member and number of each row. $1 are the members, and $5 and $6 the first and last numbers. */
const rows = 'unnest($1::bigint[]) as member, generate_series($5::integer, $6::integer) as n'

/** Inserts histories without triggers, which saves minutes. Balances don't change, so an audit would fail. */
export async function insertHistories(store: Store, { members, deposits, bets, notes, days, now }: Histories) {
  const insert = async (count: number, insertRows: (sql: Sql, values: readonly unknown[]) => Promise<unknown>) => {
    const numbersAtOnce = Math.max(1, Math.floor(rowsAtOnce / members.length))
    for (let first = 1; first <= count; first += numbersAtOnce) {
      const last = Math.min(count, first + numbersAtOnce - 1)
      await store.tx(async (sql) => {
        await sql.exec('set local session_replication_role = replica; set local statement_timeout = 0')
        await insertRows(sql, [members, now, days, count, first, last])
      })
    }
  }
  await insert(deposits, (sql, values) => insertTransactions(sql, 'deposit', values))
  await insert(deposits, (sql, values) => insertTransactions(sql, 'withdrawal', values))
  await insert(bets, insertBets)
  await insert(notes, (sql, values) =>
    sql.longQuery(
      `insert into notes (member_id, title, contents, made_at, read_at)
         select member, '안내 ' || n, '내용', ${madeAt}, case when n % 20 > 0 then ${madeAt} end from ${rows} order by n`,
      values,
    ),
  )
}

async function insertTransactions(sql: Sql, kind: 'deposit' | 'withdrawal', values: readonly unknown[]): Promise<void> {
  const sign = kind === 'deposit' ? '' : '-'
  await sql.longQuery(
    `with made as (
       insert into movements (kind, member_id, won, method, state, applied_at, settled_at, settled_by)
         select '${kind}', member, 10000, 'bank', 'already', ${madeAt}, ${madeAt} + interval '1 minute', 'owner'
           from ${rows} order by n returning id, member_id, won, applied_at
     ), moved as (
       insert into transfers (cause, cause_id, made_at) select '${kind}', id::text, applied_at from made returning id, cause_id
     )
     insert into entries (transfer_id, account_id, won)
       select moved.id, line.account, line.won from moved join made on made.id::text = moved.cause_id,
         lateral (select id, ${sign}made.won from accounts where kind = 'cash' and member_id = made.member_id
                  union all select id, -(${sign}made.won) from accounts where kind = 'bank') as line (account, won)
        order by moved.id`,
    values,
  )
}

async function insertBets(sql: Sql, values: readonly unknown[]): Promise<void> {
  await sql.query(`insert into accounts (kind, provider) values ('provider', 'dodam-play') on conflict do nothing`)
  await sql.longQuery(
    `with made as (
       insert into bets (member_id, provider, game, round, stake, win, made_at, settled_at)
         select member, 'dodam-play', 'moon-rabbit-mill', member || '-' || n, 1000, 500, ${madeAt}, ${madeAt}
           from ${rows} order by n returning id, member_id, made_at
     ), moved as (
       insert into transfers (cause, cause_id, made_at)
         select cause, id::text, made_at from made, (values ('bet'), ('settlement')) as causes (cause) order by id
         returning id, cause, cause_id
     )
     insert into entries (transfer_id, account_id, won)
       select moved.id, accounts.id, line.won from moved join made on made.id::text = moved.cause_id
         join (values ('bet', 'game', -1000), ('bet', 'provider', 1000), ('settlement', 'game', 500),
                      ('settlement', 'provider', -500), ('settlement', 'comp', 3), ('settlement', 'comp_budget', -3))
           as line (cause, kind, won) on line.cause = moved.cause
         join accounts on accounts.kind = line.kind
          and (accounts.member_id = made.member_id or accounts.provider = 'dodam-play' or line.kind = 'comp_budget')
        order by moved.id`,
    values,
  )
}

/** Inserts the members `stranger1`, `stranger2`, … @param loginHash for all; without it, none can log in. */
export async function insertStrangers(store: Store, count: number, now: Date, loginHash = ''): Promise<MemberId[]> {
  return store.tx(async (sql) => {
    const members = await sql.query<{ id: MemberId }>(
      `insert into members (user_id, nick, nick_key, phone, bank_name, bank_number, bank_owner, login_hash, exchange_hash, joined_at)
         select 'stranger' || n, 'stranger' || n, 'stranger' || n, '010' || n, '국민은행', '1' || n, '나그네', $3, '', $2
           from generate_series(1, $1::integer) n returning id`,
      [count, now, loginHash],
    )
    for (const { id } of members) await openAccounts(sql, id)
    return members.map(({ id }) => id)
  })
}
