import { createRefusal, type EmbeddedContext, type Handlers } from '../context.server'
import type { MemberId } from '../ledger/entries'
import { readerLocale } from '../member-language'
import { type AccountNote, accountNote, type Message, messageInLanguage } from '../seed/messages'
import { insertRow, type Sql } from '../store/store.server'
import { readSettlementNotes, type SettlementNote } from '../transactions/settlement-notes.server'
import { byteLengthSql, limitList, parseRowId } from './lists'

type NoteRow = Record<'title' | 'contents', string> & {
  id: bigint
  made_at: Date
  read_at: Date | null
  movement_id: bigint | null
}

export async function sendAccountNote(sql: Sql, { now }: EmbeddedContext, member: MemberId, name: AccountNote) {
  const { title, contents } = accountNote(name)
  await insertRow(sql, 'notes', { member_id: member, title, contents, made_at: now() })
}

export const handlers = {
  'get-user-note': async ({ store, member, options, language }) => {
    const locale = readerLocale(language)
    const rows = await store.query<NoteRow>(
      limitList(
        'select id, title, contents, made_at, read_at, movement_id from notes where member_id = $1 order by id desc',
        byteLengthSql('title', 'contents'),
      ),
      [member.id],
    )
    const settlements = await readSettlementNotes(store, locale, rows)
    return {
      note: rows.map((row) => {
        const note: Message & Partial<SettlementNote> =
          settlements.get(row.movement_id) ?? messageInLanguage<Message>(row, locale, options.siteName)
        const { title, contents, topic, transaction } = note
        return {
          _id: Number(row.id),
          title,
          text: contents,
          topic,
          transaction,
          regDate: row.made_at.toISOString(),
          isRead: row.read_at !== null,
        }
      }),
    }
  },

  /** Reading a note about a settlement also marks the settlement as seen. */
  'read-note-message': async ({ store, member, now }, { id }) => {
    const found = await store.query(
      `with read as (update notes set read_at = coalesce(read_at, $3) where member_id = $1 and id = $2
                     returning movement_id),
            seen as (update movements set seen_at = $3
                      where id in (select movement_id from read) and seen_at is null)
       select from read`,
      [member.id, parseRowId(id), now()],
    )
    if (found.length === 0) throw createRefusal('not_found')
  },

  'user-del-note': async ({ store, member }) => {
    await store.query('delete from notes where member_id = $1', [member.id])
  },

  'del-note': async ({ store, member }, { id }) => {
    await store.query('delete from notes where member_id = $1 and id = $2', [member.id, parseRowId(id)])
  },
} satisfies Partial<Handlers>
