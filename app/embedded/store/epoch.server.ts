import { randomUUID } from 'node:crypto'
import type { Sql } from './store.server'

/** The store's epoch: a random name that each restore begins anew; '' before the first one. */
export async function readEpoch(sql: Sql): Promise<string> {
  const [latest] = await sql.query<{ name: string }>('select name from epochs order by id desc limit 1')
  return latest?.name ?? ''
}

/** Begins a new epoch: what was kept elsewhere about the store, such as responses to request codes, no longer counts. */
export async function beginEpoch(sql: Sql, now: Date): Promise<void> {
  await sql.query('insert into epochs (name, began_at) values ($1, $2)', [randomUUID(), now])
}
