import { Refused } from '../../context.server'
import type { CommandResult } from '../commands/table'
import type { BackofficeHandlers } from '../handler'
import { invalidField, selectRow, toJson } from '../queries'

const maxTemplates = 50

export const handlers: BackofficeHandlers<'templates' | 'save-template' | 'delete-template'> = {
  templates: async ({ store }, { kind = null }) => {
    const rows = await store.query(
      `select id::text as id, kind, title, contents, made_at as "madeAt", made_by as "madeBy" from reply_templates
        where $1::text is null or kind = $1 order by title, reply_templates.id`,
      [kind],
    )
    return { status: 'success', rows: toJson<CommandResult<'templates'>['rows']>(rows) }
  },

  'save-template': async (ctx, { id, kind, title, contents }, sql) => {
    if (kind === 'cancel' && contents.length > 200) throw invalidField('contents', '200 characters at most')
    const values = [kind, title, contents, ctx.now(), ctx.operator.name]
    if (id !== undefined) {
      const changed = `update reply_templates set kind = $1, title = $2, contents = $3, made_at = $4, made_by = $5
        where id = $6 returning title`
      return { status: 'success', ...(await selectRow<{ title: string }>(sql, changed, [...values, id])) }
    }
    const [added] = await sql.query(
      `insert into reply_templates (kind, title, contents, made_at, made_by) select $1, $2, $3, $4, $5
        where (select count(*) from reply_templates) < $6 returning id`,
      [...values, maxTemplates],
    )
    if (!added) throw new Refused({ status: 'too_many_templates' }, 409)
    return { status: 'success', title }
  },

  'delete-template': async (_, { id }, sql) => ({
    status: 'success',
    ...(await selectRow<{ title: string }>(sql, 'delete from reply_templates where id = $1 returning title', [id])),
  }),
}
