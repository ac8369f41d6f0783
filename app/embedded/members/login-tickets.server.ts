import { minutes } from '~/values/durations'
import { createRefusal, type EmbeddedContext } from '../context.server'
import type { MemberId } from '../ledger/entries'
import { refusalOf, takeCode } from './factors.server'
import { type BegunLogin, insertLogin, lockForLogin } from './logins.server'
import { createToken, hashToken } from './secrets.server'

const ticketLifetimeMs = minutes(5)

/** Makes the ticket of a log-in that awaits its code. */
export async function createTicket(
  ctx: EmbeddedContext,
  member: MemberId,
  loginHash: string,
): Promise<string | undefined> {
  const ticket = createToken()
  const now = ctx.now()
  return ctx.store.tx(async (sql) => {
    if (!(await lockForLogin(sql, member, loginHash))) return undefined
    await sql.query('insert into login_tickets (hash, member_id, ends_at) values ($1, $2, $3)', [
      ...[hashToken(ticket), member, new Date(now.getTime() + ticketLifetimeMs)],
    ])
    return ticket
  })
}

/** Begins the log-in of a ticket by a code, both once. */
export async function useTicket(
  ctx: EmbeddedContext,
  ticket: string,
  otp: string,
): Promise<{ member: MemberId } & BegunLogin> {
  const values = [hashToken(ticket), ctx.now()]
  const used = await ctx.store.tx(async (sql) => {
    const liveTicket = 'select member_id as member from login_tickets where hash = $1 and ends_at > $2'
    const [found] = await sql.query<{ member: MemberId }>(liveTicket, values)
    // The member before the ticket, in the order of all that end tickets.
    if (!found || !(await lockForLogin(sql, found.member))) throw createRefusal('ticket_old')
    if ((await sql.query(`${liveTicket} for update`, values)).length === 0) throw createRefusal('ticket_old')
    const code = await takeCode(sql, ctx, found.member, otp)
    if (code.kind !== 'taken') return code
    await sql.query('delete from login_tickets where hash = $1', [values[0]])
    return { ...found, ...(await insertLogin(sql, ctx, found.member)) }
  })
  if ('kind' in used) throw refusalOf(used)
  return used
}
