import { type EmbeddedContext, Refused } from '../../context.server'
import { tables } from '../../data-care/columns'
import { eraseMember } from '../../data-care/erasure.server'
import { deleteExpired } from '../../data-care/retention.server'
import type { MemberId } from '../../ledger/entries'
import { lockBalances } from '../../ledger/ledger.server'
import { returnToCash } from '../../ledger/wallet.server'
import { endLogins } from '../../members/logins.server'
import { isOfEndedPlay } from '../../seed/store-money.server'
import type { DeskHandlers } from '../handler'
import { findMember, toJsonText } from '../queries'
import { rowsPerBatch, streamText } from '../stream-text.server'

/** Commands on personal data: closing and erasing a member, exporting what is stored about them, retention. */
export const handlers: DeskHandlers<'close' | 'erase' | 'export-member' | 'retention'> = {
  /** @throws Refused `not_found`; `erased` or `play_member` for a member who can't be opened again. */
  close: async (ctx, { member, closed }, sql) => {
    const { id } = await findMember(sql, member)
    // Before the member's row, in the order of all changes of a member: no game opens and no bet is taken meanwhile.
    await lockBalances(sql, id)
    const [before] = await sql.query<{ closed_at: Date | null; erased_at: Date | null }>(
      'select closed_at, erased_at from members where id = $1 for no key update',
      [id],
    )
    if (before?.erased_at) throw new Refused({ status: 'erased' }, 409)
    if (!closed && (await isOfEndedPlay(sql, id))) throw new Refused({ status: 'play_member' }, 409)
    const changed = (before?.closed_at != null) !== closed
    const closedAt = changed ? (closed ? ctx.now() : null) : (before?.closed_at ?? null)
    await sql.query('update members set closed_at = $2 where id = $1', [id, closedAt])
    if (closed) {
      await endLogins(sql, ctx, { members: [id] })
      await returnToCash(sql, { ...ctx, member: { id } })
    }
    return { status: 'success', changed, member, closedAt: closedAt?.toISOString() ?? null }
  },

  /** @throws Refused `not_found`, `unsettled` */
  erase: async (ctx, { member }, sql) => {
    const { id } = await findMember(sql, member)
    const { excludedUntil, ...erased } = await eraseMember(sql, ctx, id)
    return { status: 'success', ...erased, excludedUntil: excludedUntil?.toISOString() ?? null }
  },

  'export-member': async (ctx, { member }) => {
    const { id } = await findMember(ctx.store, member)
    return streamText(memberAsJson(ctx, { id, member }), {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="member-${id}.json"`,
    })
  },

  retention: async (ctx, _payload, sql) => ({ status: 'success', ...(await deleteExpired(sql, ctx)) }),
}

/**
 * Yields all that is stored about a member as one JSON object: `tables` has their rows by table and column. A table is
 * read in batches by its key, up to the last row that is there when it is reached.
 */
async function* memberAsJson(
  { store, now }: EmbeddedContext,
  { id, member }: { id: MemberId; member: string },
): AsyncGenerator<string, undefined> {
  const head = { format: 'madang-member-1', exportedAt: now().toISOString(), member }
  yield `${JSON.stringify(head).slice(0, -1)},"tables":{`
  let isFirstTable = true
  for (const [table, { personal = [], ledger = [], technical = [], member: care }] of Object.entries(tables)) {
    if (!care) continue
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
