import { Refused } from '../context.server'
import type { MemberId } from '../ledger/entries'
import type { Sql } from '../store/store.server'
import { type Page, selectPage } from './queries'

export const bankAccountColumn = "jsonb_build_object('name', bank_name, 'number', bank_number, 'owner', bank_owner)"

export const tagsColumn = (member: string) =>
  `array(select tag from member_tags where member_id = ${member} order by tag)`

/** SQL: members (id) who share details with a member (own), and which details. */
export const detailsInCommon = `(
  select id, 'phone' from members where phone = own.phone and phone <> ''
   union all select id, 'bankAccount' from members where bank_number = own.bank_number and bank_number <> ''
   union all select id, 'holder' from members where bank_owner = own.bank_owner and bank_owner <> ''
   union all select distinct t.member_id, 'address' from tokens t
              where t.address in (select address from tokens where member_id = own.id)
   union all select b.member_id, 'browser' from member_browsers mine join member_browsers b using (hash)
              where mine.member_id = own.id) as shared (id, what)`

export const depositsAndWithdrawals = `coalesce(sum(won) filter (where kind = 'deposit'), 0)::bigint as deposits,
  coalesce(sum(won) filter (where kind = 'withdrawal'), 0)::bigint as withdrawals`

/** SQL: a member's unanswered request for bank details. `member` is the column with the member's id. */
export const openAccountRequest = (member: string) =>
  `(select h.id from account_requests r join help_requests h on h.account_request_id = r.id
     where r.member_id = ${member} and r.answered_at is null and h.answered_at is null limit 1)`

export const entriesFrom = `entries e join transfers t on t.id = e.transfer_id join accounts a on a.id = e.account_id
  left join members u on u.id = a.member_id`

export async function findMember(sql: Sql, userId: string) {
  const select = 'select id, closed_at as "closedAt", erased_at as "erasedAt" from members where user_id = $1'
  const [row] = await sql.query<{ id: MemberId; closedAt: Date | null; erasedAt: Date | null }>(select, [userId])
  if (!row) throw new Refused({ status: 'not_found', members: [userId] }, 404)
  return row
}

export const memberIdOf = async (sql: Sql, userId: string | undefined): Promise<MemberId | null> =>
  userId === undefined ? null : (await findMember(sql, userId)).id

export async function selectOfMember<Row>(
  sql: Sql,
  { member, ...paging }: Page & { member: string },
  table: string,
  columns: string,
) {
  const { id } = await findMember(sql, member)
  const list = { columns, from: table, where: 'member_id = $1', values: [id], order: `${table}.id desc` }
  return selectPage<Row>(sql, paging, list)
}

/** Looks up members by user id. @throws Refused `not_found` with the unknown ids */
export async function findMemberIds(sql: Sql, userIds: readonly string[]): Promise<MemberId[]> {
  const wanted = [...new Set(userIds)]
  const select = 'select id, user_id from members where user_id = any($1::text[])'
  const rows = await sql.query<{ id: MemberId; user_id: string }>(select, [wanted])
  const found = new Set(rows.map(({ user_id }) => user_id))
  const missing = wanted.filter((name) => !found.has(name))
  if (missing.length > 0) throw new Refused({ status: 'not_found', members: missing }, 404)
  return rows.map(({ id }) => id)
}
