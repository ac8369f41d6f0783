import { newAddressOf, oldAddressOf } from '~/platform/old-names'
import { Refused } from '../../context.server'
import { commands, isCommandName } from '../commands/table'
import type { BackofficeHandlers } from '../handler'
import { invalidField, selectPage, selectRow } from '../queries'

const maxViews = 50

/** @throws Refused `invalid` for the address of a filled-in form */
function assertList(address: string): void {
  const command = /^\/backoffice\/command\/([a-z-]+)/.exec(newAddressOf(address))?.[1] ?? 'overview'
  if (!isCommandName(command) || commands[command].kind !== 'read') throw invalidField('address', 'a back-office list')
}

export const handlers: BackofficeHandlers<'views' | 'keep-view' | 'remove-view'> = {
  views: async ({ store }, paging) => {
    const page = await selectPage<{ name: string; address: string; keptAt: string; keptBy: string }>(store, {
      columns: `name, address, kept_at as "keptAt", kept_by as "keptBy"`,
      from: 'kept_views',
      order: 'name',
      ...paging,
    })
    return { ...page, rows: page.rows.map((row) => ({ ...row, address: newAddressOf(row.address) })) }
  },

  'keep-view': async ({ operator, now }, { name, address }, sql) => {
    assertList(address)
    const kept = await sql.query(
      `insert into kept_views (name, address, kept_at, kept_by) values ($1, $2, $3, $4) on conflict (name) do update
          set address = excluded.address, kept_at = excluded.kept_at, kept_by = excluded.kept_by
        where kept_views.kept_by = $4 or $5 returning name`,
      [name, oldAddressOf(address), now(), operator.name, operator.role === 'owner'],
    )
    if (kept.length === 0) throw new Refused({ status: 'name_taken' }, 409)
    const all = await sql.query('select 1 from kept_views')
    if (all.length > maxViews) throw new Refused({ status: 'too_many_views' }, 409)
    return { status: 'success', name, address: newAddressOf(address) }
  },

  'remove-view': async ({ operator }, { name }, sql) => {
    const removed = 'delete from kept_views where name = $1 and (kept_by = $2 or $3) returning name'
    await selectRow(sql, removed, [name, operator.name, operator.role === 'owner'])
    return { status: 'success', name }
  },
}
