import { Refused } from '../../context.server'
import type { DeskHandlers } from '../handler'
import { selectPage } from '../queries'

const maxViews = 50

/** Lists with their filters, which everybody at the desk finds by a name. */
export const handlers: DeskHandlers<'views' | 'keep-view' | 'remove-view'> = {
  views: ({ store }, { page }) =>
    selectPage(store, {
      columns: `name, address, kept_at as "keptAt", kept_by as "keptBy"`,
      from: 'kept_views',
      where: 'true',
      values: [],
      order: 'name',
      page,
    }),

  /** @throws Refused `too_many_views` */
  'keep-view': async ({ operator, now }, { name, address }, sql) => {
    await sql.query(
      `insert into kept_views (name, address, kept_at, kept_by) values ($1, $2, $3, $4)
       on conflict (name) do update set address = excluded.address, kept_at = excluded.kept_at, kept_by = excluded.kept_by`,
      [name, address, now(), operator.name],
    )
    const kept = await sql.query('select 1 from kept_views')
    if (kept.length > maxViews) throw new Refused({ status: 'too_many_views' }, 409)
    return { status: 'success', name, address }
  },

  /** @throws Refused `not_found` */
  'remove-view': async (_ctx, { name }, sql) => {
    const removed = await sql.query('delete from kept_views where name = $1 returning name', [name])
    if (removed.length === 0) throw new Refused({ status: 'not_found' }, 404)
    return { status: 'success', name }
  },
}
