import { Refused } from '../context.server'
import type { Sql } from '../store/store.server'

export type Page = { page: number; size: number }
export type Listed<Row> = { total: number; page: number; pages: number; rows: Row[] }

/** The parts of a list's query. `countAll` replaces the query that counts its rows. */
export type List = Record<'columns' | 'from' | 'order', string> & { where?: string; countAll?: string | undefined } & {
  values?: readonly unknown[]
}

export async function selectPage<Row>(sql: Sql, { page, size }: Page, list: List): Promise<Listed<Row>> {
  const { columns, from, where = 'true', values = [], order, countAll } = list
  const count = countAll ?? `select count(*)::integer as total from ${from} where ${where}`
  const [counted] = await sql.query<{ total: number }>(count, countAll === undefined ? values : [])
  const select = `select ${columns} from ${from} where ${where} order by ${order}
    limit ${size} offset ${(page - 1) * size}`
  const rows = await sql.query(select, values)
  return { ...pagesOf(counted?.total ?? 0, { page, size }), rows: toJson(rows) }
}

export const pagesOf = (total: number, { page, size }: Page) => ({
  total,
  page,
  pages: Math.max(1, Math.ceil(total / size)),
})

export async function selectRows<Row>(sql: Sql, select: string, values?: readonly unknown[]): Promise<{ rows: Row[] }> {
  return { rows: toJson(await sql.query(select, values)) }
}

/** @throws Refused 404 `not_found`, or 409 with the given status, if there is no row */
export async function selectRow<Row>(sql: Sql, select: string, values: readonly unknown[], refusal = 'not_found') {
  const [row] = await sql.query(select, values)
  if (!row) throw new Refused({ status: refusal }, refusal === 'not_found' ? 404 : 409)
  return toJson<Row>(row)
}

/** Converts database values to JSON. Times are ISO 8601 in UTC, and amounts are as in `wonToJson`. */
export function toJsonText(stored: object): string {
  return JSON.stringify(stored, (_name, value) => (typeof value === 'bigint' ? wonToJson(value) : value))
}

export const toJson = <Result>(stored: object): Result => JSON.parse(toJsonText(stored))

export function wonToJson(won: bigint): number | string {
  const number = Number(won)
  return Number.isSafeInteger(number) ? number : String(won)
}

export function amountToJson(amount: { count: number; won: bigint } | undefined) {
  return { count: amount?.count ?? 0, won: wonToJson(amount?.won ?? 0n) }
}

export function invalidField(field: string, message: string): Refused {
  return new Refused({ status: 'invalid', wrong: [{ field, message }] }, 422)
}
