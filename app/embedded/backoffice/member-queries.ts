import { type MemberIdContext, Refused } from '../context.server'
import type { MemberId } from '../ledger/entries'
import { answerAccountSql } from '../messages/inquiries.server'
import type { Sql } from '../store/store.server'
import type { CommandResult } from './commands/table'
import type { FoundMember } from './handler'
import { type Page, selectPage, toJson } from './queries'

export const bankAccountColumn = "jsonb_build_object('name', bank_name, 'number', bank_number, 'owner', bank_owner)"

export const tagsColumn = (member: string) =>
  `array(select tag from member_tags where member_id = ${member} order by tag)`

export const isNamedLike = (part: string) =>
  `(position(${part} in user_id) > 0 or position(${part} in nick_key) > 0 or position(${part} in lower(bank_owner)) > 0)`

export async function listStaff(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ name: string }>(`select name from desk_tokens union values ('owner') order by name`)
  return rows.map(({ name }) => name)
}

type Hold = CommandResult<'lift-hold'>['hold']

/** Returns who put a member's payments on hold, when and why, or null if the log does not say. */
export async function findHold(sql: Sql, member: MemberId): Promise<Hold> {
  const last = `select act, who as by, made_at as at, texts.payload ->> 'reason' as reason
    from desk_acts left join desk_act_texts texts on act_id = id
    where act in ('hold', 'lift-hold') and member_ids @> array[$1::bigint] and not rehearsed
      and desk_acts.result ->> 'changed' = 'true' order by id desc limit 1`
  const [found] = await sql.query<NonNullable<Hold> & { act: string }>(last, [member])
  if (found?.act !== 'hold') return null
  const { by, at, reason } = toJson<typeof found>(found)
  return { by, at, reason }
}

/** SQL: a member's account number before staff changed it, unless the log's texts have been erased. */
const earlierNumber = "texts.result #>> '{before,bank,number}'"
const isAccountChange = `act = 'change-member' and not rehearsed
  and ${earlierNumber} <> texts.result #>> '{after,bank,number}'`

/** SQL: members (id) who share details with a member (own), and which. CTEs keep it from reading all changes logged. */
export const detailsInCommon = `(
  select id, 'phone' from members where phone = own.phone and phone <> ''
   union all select id, 'bankAccount' from members where bank_number = own.bank_number and bank_number <> ''
   union all select id, 'holder' from members where bank_owner = own.bank_owner and bank_owner <> ''
   union all (with texts as materialized (select * from desk_act_texts texts where ${earlierNumber} = own.bank_number)
     select member_ids[1], 'earlierAccount' from texts join desk_acts on id = act_id where ${isAccountChange})
   union all (with acts as materialized (select id, act, rehearsed from desk_acts where member_ids @> array[own.id])
     select members.id, 'earlierAccount' from acts join desk_act_texts texts on act_id = acts.id
       join members on bank_number = ${earlierNumber} where ${isAccountChange})
   union all select distinct t.member_id, 'address' from tokens t
              where t.address in (select address from tokens where member_id = own.id)
   union all select b.member_id, 'browser' from member_browsers mine join member_browsers b using (hash)
              where mine.member_id = own.id) as shared (id, what)`

/** SQL: a member's unanswered request for bank details. `member` is the column with the member's id. */
export const openAccountRequest = (member: string) =>
  `(select h.id from account_requests r join help_requests h on h.account_request_id = r.id
     where r.member_id = ${member} and r.answered_at is null and h.answered_at is null limit 1)`

/** SQL: when a member (u) was last sent the account to pay into. A day later, the account may have changed. */
export const accountSentAt = (appliedAt: string) =>
  `(select max(h.answered_at) from help_requests h where h.member_id = u.id and h.account_request_id is not null
     and ${answerAccountSql('h')} is not null and h.answered_at > ${appliedAt} - interval '1 day')`

export const entriesFrom = `entries e join transfers t on t.id = e.transfer_id join accounts a on a.id = e.account_id
  left join members u on u.id = a.member_id`

export async function findMember(sql: Sql, userId: string): Promise<FoundMember> {
  const select = 'select id, closed_at as "closedAt", erased_at as "erasedAt" from members where user_id = $1'
  const [row] = await sql.query<FoundMember>(select, [userId])
  if (!row) throw new Refused({ status: 'not_found', members: [userId] }, 404)
  return row
}

export const memberIdOf = async (sql: Sql, userId: string | undefined): Promise<MemberId | null> =>
  userId === undefined ? null : (await findMember(sql, userId)).id

export function selectOfMember<Row>({ store, member }: MemberIdContext, paging: Page, table: string, columns: string) {
  const list = { columns, from: table, where: 'member_id = $1', values: [member.id], order: `${table}.id desc` }
  return selectPage<Row>(store, paging, list)
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
