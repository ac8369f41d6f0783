import { rowsPerBatch } from '~/platform/stream-body.server'
import { toJsonText } from '../backoffice/queries'
import type { EmbeddedContext } from '../context.server'
import type { MemberId } from '../ledger/entries'
import { tables } from './columns'

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
