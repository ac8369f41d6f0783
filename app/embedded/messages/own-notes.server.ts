import type { EmbeddedContext } from '../context.server'
import type { MemberId } from '../ledger/entries'
import { type OwnNote, ownNote } from '../seed/messages'
import { insertRow, type Sql } from '../store/store.server'

/** Sends a member a note about their account. */
export async function sendOwnNote(sql: Sql, { now }: EmbeddedContext, member: MemberId, name: OwnNote): Promise<void> {
  const { title, contents } = ownNote(name)
  await insertRow(sql, 'notes', { member_id: member, title, contents, made_at: now() })
}
