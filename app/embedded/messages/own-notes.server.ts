import type { EmbeddedContext } from '../context.server'
import type { MemberId } from '../ledger/entries'
import { type OwnNote, ownNote } from '../seed/messages'
import type { Sql } from '../store/store.server'

/** Sends a member a note about their account. */
export async function sendOwnNote(sql: Sql, { now }: EmbeddedContext, member: MemberId, name: OwnNote): Promise<void> {
  const { title, contents } = ownNote(name)
  await sql.query('insert into notes (member_id, title, contents, made_at) values ($1, $2, $3, $4)', [
    ...[member, title, contents, now()],
  ])
}
