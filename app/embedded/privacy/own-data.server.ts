import { rowsPerBatch } from '~/platform/stream-body.server'
import { hours } from '~/values/durations'
import { toJsonText } from '../backoffice/queries'
import { createRefusal, type EmbeddedContext, type Handlers } from '../context.server'
import type { MemberId } from '../ledger/entries'
import { checkPassword } from '../members/passwords.server'
import { hasRows } from '../store/store.server'
import { tables } from './columns'

const againAfterMs = hours(1)

export const handlers = {
  'get-member-data': async (ctx, { pw }) => {
    const { member, store, now } = ctx
    if ((await checkPassword(ctx, member.id, 'login', pw)) === undefined) throw createRefusal('pass')
    const since = new Date(now().getTime() - againAfterMs)
    // A single query, so that only one of several concurrent requests gets the data.
    const claimExport =
      'update members set exported_at = $2 where id = $1 and coalesce(exported_at <= $3, true) returning id'
    if (!(await hasRows(store, claimExport, [member.id, now(), since]))) {
      const [given] = await store.query<{ at: Date }>('select exported_at as at from members where id = $1', [
        member.id,
      ])
      throw createRefusal('wait', { ms: Math.max(1, (given?.at.getTime() ?? 0) - since.getTime()) })
    }
    const texts = memberAsJson(ctx, { id: member.id, member: member.userId }, 'success')
    return { status: 'success', chunks: toBytes(texts) }
  },
} satisfies Partial<Handlers>

async function* toBytes(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array, void> {
  for await (const text of texts) yield Buffer.from(text)
}

export async function* memberAsJson(
  { store, now }: EmbeddedContext,
  { id, member }: { id: MemberId; member: string },
  status?: string,
): AsyncGenerator<string, undefined> {
  const head = { status, format: 'madang-member-1', exportedAt: now().toISOString(), member }
  yield `${JSON.stringify(head).slice(0, -1)},"tables":{`
  let isFirstTable = true
  for (const [table, { personal = [], ledger = [], technical = [], member: care }] of Object.entries(tables)) {
    if (!care || (care.isBackofficeOnly && status !== undefined)) continue
    yield `${isFirstTable ? '' : ','}\n${JSON.stringify(table)}:[`
    isFirstTable = false
    const columns = [...personal, ...ledger, ...technical].filter((column) => !care.notExported?.includes(column))
    const read = (condition: string, values: readonly unknown[]) =>
      store.query(
        `select ${care.key} as export_key, ${columns.join(', ')} from ${table}
          where ${care.exportedRows ?? care.rows} and ${condition} order by ${care.key} limit ${rowsPerBatch}`,
        [id, ...values],
      )
    let rows = await read('true', [])
    for (let isFirstRow = true; rows.length > 0; isFirstRow = false) {
      const last = rows.at(-1)?.export_key
      const lines = rows.map(({ export_key: _, ...row }) => toJsonText(row))
      yield `${isFirstRow ? '' : ','}\n${lines.join(',\n')}`
      if (rows.length < rowsPerBatch) break
      rows = await read(`${care.key} > $2`, [last])
    }
    yield ']'
  }
  yield '\n}}\n'
  return undefined
}
