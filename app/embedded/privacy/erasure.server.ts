import { stored } from '~/values/status'
import { redactActs } from '../backoffice/command-log.server'
import { type EmbeddedContext, Refused } from '../context.server'
import type { MemberId } from '../ledger/entries'
import { lockBalances } from '../ledger/ledger.server'
import { closedUntil } from '../limits/stored-limits.server'
import { excludeIdentity } from '../members/excluded-identities.server'
import { endLogins } from '../members/logins.server'
import type { Sql } from '../store/store.server'
import { tables } from './columns'

/** SQL condition: a member has money, pending transactions or open bets. @param member SQL for the member's id */
export const hasUnsettled = (member: string) => `(
  exists (select 1 from accounts where member_id = ${member} and balance <> 0)
  or exists (select 1 from movements where member_id = ${member} and state = '${stored.pending}')
  or exists (select 1 from bets where member_id = ${member} and settled_at is null and returned_at is null))`

/**
 * Permanently erases a member's personal data, as specified in privacy/columns.json. Sessions end. An exclusion still
 * blocks the phone and bank account. Call only inside a transaction.
 * @returns the name that replaces the id; `changed` is false if the member was erased before
 * @throws Refused with `unsettled` if the member still has money, pending transactions or open bets
 */
export async function eraseMember(sql: Sql, ctx: EmbeddedContext, id: MemberId) {
  // Every change to a member takes this lock first.
  await lockBalances(sql, id)
  const now = ctx.now()
  const [row] = await sql.query<MemberRow>(
    `select user_id, phone, bank_number, erased_at, ${hasUnsettled('m.id')} as unsettled,
            ${closedUntil('$2')} as excluded_until
       from members m left join play_limits on member_id = m.id where m.id = $1 for no key update of m`,
    [id, now],
  )
  if (!row) throw new Error(`member ${id}: no such row`)
  const excludedUntil = row.excluded_until !== null && row.excluded_until > now ? row.excluded_until : null
  if (row.erased_at !== null) return { changed: false, member: row.user_id, excludedUntil }
  if (row.unsettled) throw new Refused({ status: 'unsettled' }, 409)

  if (excludedUntil) await excludeIdentity(sql, ctx, { phone: row.phone, bankNumber: row.bank_number }, excludedUntil)
  await endLogins(sql, ctx, { members: [id] })
  await redactActs(sql, { member: id }, null)
  for (const [table, { member }] of Object.entries(tables)) {
    if (member?.erasure === 'delete') await sql.query(`delete from ${table} where ${member.rows}`, [id])
    if (typeof member?.erasure !== 'object') continue
    const assignments = Object.entries(member.erasure.replaceBy).map(([column, value]) => `${column} = ${value}`)
    await sql.query(`update ${table} set ${assignments.join(', ')} where ${member.rows}`, [id])
  }
  const markErased =
    'update members set closed_at = coalesce(closed_at, $2), erased_at = $2 where id = $1 returning user_id'
  const [erased] = await sql.query<{ user_id: string }>(markErased, [id, now])
  return { changed: true, member: erased?.user_id ?? '', excludedUntil }
}

type MemberRow = {
  user_id: string
  phone: string
  bank_number: string
  erased_at: Date | null
  unsettled: boolean
  excluded_until: Date | null
}
