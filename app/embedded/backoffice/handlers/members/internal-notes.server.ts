import type { BackofficeHandlers } from '../../handler'
import { assertKnownMember, findMember, selectPage, selectRow } from '../../queries'

/** What the back office notes about members for itself. */
export const handlers: BackofficeHandlers<'internal-notes' | 'add-internal-note' | 'tag-member'> = {
  'internal-notes': async ({ store }, { member, ...paging }) => {
    await assertKnownMember(store, member)
    return selectPage(store, {
      columns: 'id::text as id, made_at as at, made_by as by, contents',
      from: 'internal_notes',
      where: 'member_id = (select id from members where user_id = $1)',
      values: [member],
      order: 'internal_notes.id desc',
      ...paging,
    })
  },

  'add-internal-note': async ({ operator, now }, { member, contents }, sql) => {
    const { id } = await findMember(sql, member)
    const note = await selectRow<{ id: string }>(
      sql,
      `insert into internal_notes (member_id, made_at, made_by, contents) values ($1, $2, $3, $4) returning id::text as id`,
      [id, now(), operator.name, contents],
    )
    return { status: 'success', ...note, member }
  },

  'tag-member': async (_ctx, { member, tags }, sql) => {
    const { id } = await findMember(sql, member)
    const removed = await sql.query(
      'delete from member_tags where member_id = $1 and tag <> all($2::text[]) returning tag',
      [id, tags],
    )
    const added = await sql.query(
      'insert into member_tags (member_id, tag) select $1, unnest($2::text[]) on conflict do nothing returning tag',
      [id, tags],
    )
    return { status: 'success', changed: removed.length + added.length > 0, member, tags: [...new Set(tags)].sort() }
  },
}
