import { isIP } from 'node:net'
import { days, hours } from '~/values/durations'
import type { EmbeddedContext } from '../context.server'
import type { MemberId } from '../ledger/entries'
import { sendAccountNote } from '../messages/notes.server'
import { accountNote } from '../seed/messages'
import type { Sql } from '../store/store.server'
import { hashToken } from './secrets.server'

/** A browser counts as new if its last login is older than this. */
const newAfterMs = days(90)
/** The maximum number of stored browsers per member. Without cookies, each login looks like a new browser. */
const maxBrowsers = 50
/** While a note about a new browser is unread and newer than this, no further note is sent. */
const sharedNoteMs = hours(1)

/** Stores the browser of a login. If the browser is new, sends the member a note. */
export async function noteNewBrowser(sql: Sql, ctx: EmbeddedContext, member: MemberId): Promise<void> {
  if (!ctx.device) return
  const hash = hashToken(ctx.device)
  const now = ctx.now()
  const [known] = await sql.query<{ count: number; isSeen: boolean }>(
    `with remembered as (
       insert into member_browsers (member_id, hash, seen_at) values ($1, $2, $4)
       on conflict (member_id, hash) do update set seen_at = excluded.seen_at
     )
     select count(*)::integer as count, coalesce(bool_or(hash = $2 and seen_at > $3), false) as "isSeen"
       from member_browsers where member_id = $1`,
    [member, hash, new Date(now.getTime() - newAfterMs), now],
  )
  if (!known || known.isSeen) return
  if (known.count >= maxBrowsers)
    await sql.query(
      `delete from member_browsers where member_id = $1 and hash not in (
         select hash from member_browsers where member_id = $1 order by seen_at desc, hash limit $2)`,
      [member, maxBrowsers],
    )
  if (known.count === 0) return
  const unread = await sql.query(
    'select 1 from notes where member_id = $1 and title = $2 and read_at is null and made_at > $3 limit 1',
    [member, accountNote('newBrowser').title, new Date(now.getTime() - sharedNoteMs)],
  )
  if (unread.length === 0) await sendAccountNote(sql, ctx, member, 'newBrowser')
}

export function shortNetwork(address: string | null): string {
  if (address === null) return ''
  if (isIP(address) === 4) return address.replace(/\d+$/, '*')
  if (isIP(address) !== 6) return ''
  // Shows only the first three groups of an IPv6 address, because the rest can vary within a household.
  const [head = ''] = address.split('::')
  if (head === '') return address
  return `${head.split(':').slice(0, 3).join(':')}:*`
}
