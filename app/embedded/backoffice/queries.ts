import { Refused } from '../context.server'
import type { MemberId } from '../ledger/entries'
import type { Sql } from '../store/store.server'

/** SQL: a member's bank account, with the field names that commands' results use. */
export const bankAccountColumn = "jsonb_build_object('name', bank_name, 'number', bank_number, 'owner', bank_owner)"

/** SQL: the tags of a member; `member` is the column with the member's number. */
export const tagsColumn = (member: string) =>
  `array(select tag from member_tags where member_id = ${member} order by tag)`

/** SQL: members (id) with details in common with a member (own), and what they share. */
export const detailsInCommon = `(
  select id, 'phone' from members where phone = own.phone and phone <> ''
   union all select id, 'bankAccount' from members where bank_number = own.bank_number and bank_number <> ''
   union all select id, 'holder' from members where bank_owner = own.bank_owner and bank_owner <> ''
   union all select t.member_id, 'address' from tokens mine join tokens t using (address) where mine.member_id = own.id
   union all select b.member_id, 'browser' from member_browsers mine join member_browsers b using (hash)
              where mine.member_id = own.id) as shared (id, what)`

/** SQL: a member's unanswered request for bank details; `member` is the column with the member's number. */
export const openAccountRequest = (member: string) =>
  `(select h.id from account_requests r join help_requests h on h.account_request_id = r.id
     where r.member_id = ${member} and r.answered_at is null and h.answered_at is null limit 1)`

export type Listed<Row> = { total: number; page: number; pages: number; rows: Row[] }

export async function selectPage<Row>(
  sql: Sql,
  list: {
    columns: string
    from: string
    where?: string
    values?: readonly unknown[]
    order: string
    page: number
    size: number
    countAll?: string
  },
): Promise<Listed<Row>> {
  const { columns, from, where = 'true', values = [], order, page, size, countAll } = list
  const count = countAll ?? `select count(*)::integer as total from ${from} where ${where}`
  const [counted] = await sql.query<{ total: number }>(count, countAll === undefined ? values : [])
  const rows = await sql.query(
    `select ${columns} from ${from} where ${where} order by ${order}
      limit ${size} offset ${(page - 1) * size}`,
    values,
  )
  const total = counted?.total ?? 0
  const pages = Math.max(1, Math.ceil(total / size))
  return { total, page, pages, rows: toJson(rows) }
}

/** Reads a list that has no pages. */
export async function selectRows<Row>(sql: Sql, select: string, values?: readonly unknown[]): Promise<{ rows: Row[] }> {
  return { rows: toJson(await sql.query(select, values)) }
}

export async function selectRow<Row>(sql: Sql, select: string, values: readonly unknown[]): Promise<Row> {
  const [row] = await sql.query(select, values)
  if (!row) throw new Refused({ status: 'not_found' }, 404)
  return toJson<Row>(row)
}

/** Converts database values to JSON: times to ISO 8601 in UTC, amounts as in `wonToJson`. */
export function toJsonText(stored: object): string {
  return JSON.stringify(stored, (_name, value) => (typeof value === 'bigint' ? wonToJson(value) : value))
}

export function toJson<Result>(stored: object): Result {
  return JSON.parse(toJsonText(stored))
}

export function wonToJson(won: bigint): number | string {
  const number = Number(won)
  return Number.isSafeInteger(number) ? number : String(won)
}

export function amountToJson(amount: { count: number; won: bigint } | undefined) {
  return { count: amount?.count ?? 0, won: wonToJson(amount?.won ?? 0n) }
}

export async function findMember(
  sql: Sql,
  userId: string,
): Promise<{ id: MemberId; closedAt: Date | null; erasedAt: Date | null }> {
  const [row] = await sql.query<Awaited<ReturnType<typeof findMember>>>(
    'select id, closed_at as "closedAt", erased_at as "erasedAt" from members where user_id = $1',
    [userId],
  )
  if (!row) throw new Refused({ status: 'not_found', members: [userId] }, 404)
  return row
}

export async function assertKnownMember(sql: Sql, userId: string | undefined): Promise<void> {
  if (userId !== undefined) await findMember(sql, userId)
}

export function invalidField(field: string, message: string): Refused {
  return new Refused({ status: 'invalid', wrong: [{ field, message }] }, 422)
}
