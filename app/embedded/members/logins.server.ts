import { hours } from '~/values/durations'
import { stored } from '~/values/status'
import type { EmbeddedContext } from '../context.server'
import type { MemberId } from '../ledger/entries'
import { hasRows, type Sql } from '../store/store.server'
import { noteNewBrowser } from './browsers.server'
import { createToken, hashToken } from './secrets.server'

/** Longer than the site's default session, so that the site's session ends first. */
const tokenLifetimeMs = hours(24)

export const maxListedLogins = 20

export type NewLogin = { token: string; lastLoginAt: Date | null }

/** @param loginHash the hash that the password matched @returns undefined if the password has changed since */
export function startLogin(ctx: EmbeddedContext, member: MemberId, loginHash: string): Promise<NewLogin | undefined> {
  return ctx.store.tx(async (sql) =>
    (await lockForLogin(sql, member, loginHash)) ? insertLogin(sql, ctx, member) : undefined,
  )
}

/**
 * Locks a member for a login. Concurrent password changes and account closures run either before or after it.
 * @param loginHash the hash that must still be current, or undefined for any @returns whether the member may log in
 */
export async function lockForLogin(sql: Sql, member: MemberId, loginHash?: string): Promise<boolean> {
  const lockPassword =
    'select 1 from members where id = $1 and login_hash = coalesce($2, login_hash) and closed_at is null for share'
  return hasRows(sql, lockPassword, [member, loginHash ?? null])
}

/** Stores a new token. Deletes the member's ended tokens, except the latest ones. */
export async function insertLogin(sql: Sql, ctx: EmbeddedContext, member: MemberId): Promise<NewLogin> {
  const token = createToken()
  const now = ctx.now()
  // One query is faster when many members log in. Its final `select` does not see the new login.
  const [before] = await sql.query<{ at: Date | null }>(
    `with forgotten as (
       delete from tokens where member_id = $1 and (ends_at <= $2 or revoked_at is not null) and hash not in (
         select hash from tokens where member_id = $1 order by made_at desc limit $3)
     ), begun as (
       insert into tokens (hash, member_id, made_at, ends_at, address, browser) values ($4, $1, $2, $5, $6, $7)
     )
     select max(made_at) as at from tokens where member_id = $1`,
    [
      ...[member, now, maxListedLogins, hashToken(token), new Date(now.getTime() + tokenLifetimeMs)],
      ...[ctx.ip || null, ctx.browser || null],
    ],
  )
  await noteNewBrowser(sql, ctx, member)
  return { token, lastLoginAt: before?.at ?? null }
}

/** Finds the member of a valid bearer token. `hasDueTransactions` is true if any of their transactions are due. */
export async function findMemberByToken(ctx: EmbeddedContext, token: string) {
  const hash = hashToken(token)
  const [row] = await ctx.store.query<{ id: MemberId; user_id: string; due: boolean }>(
    `select m.id, m.user_id,
            exists (select 1 from movements where member_id = m.id and state = '${stored.pending}' and due_at <= $2) as due
       from tokens t join members m on m.id = t.member_id
      where t.hash = $1 and t.revoked_at is null and t.ends_at > $2 and m.closed_at is null`,
    [hash, ctx.now()],
  )
  return row && { id: row.id, userId: row.user_id, tokenHash: hash, hasDueTransactions: row.due }
}

/** Returns whether an account is closed. Callers that move money must have locked the balances. */
export async function isClosed(sql: Sql, member: MemberId): Promise<boolean> {
  return hasRows(sql, 'select 1 from members where id = $1 and closed_at is not null', [member])
}

/** The logins to end: one, by its token hash, or those of some or all members, optionally except one. */
type LoginsToEnd = { only: string } | { members: readonly MemberId[] | 'all'; except?: string }

/** Revokes logins and ends their games. With `members`, also ends tickets and withdrawal pages. */
export async function endLogins(sql: Sql, ctx: EmbeddedContext, which: LoginsToEnd): Promise<number> {
  const now = ctx.now()
  if ('only' in which) {
    const endOne = 'update tokens set revoked_at = $2 where hash = $1 and revoked_at is null returning hash'
    const ended = await sql.query(endOne, [which.only, now])
    await sql.query(`update game_launches ${endLaunch} where login_hash = $1 and ends_at > $2`, [which.only, now])
    return ended.length
  }
  const members = which.members === 'all' ? null : which.members
  const endAll = `update tokens set revoked_at = $2
    where ($1::bigint[] is null or member_id = any($1::bigint[])) and hash is distinct from $3
      and revoked_at is null and ends_at > $2 returning hash`
  const ended = await sql.query(endAll, [members, now, which.except ?? null])
  await sql.query('delete from login_tickets where $1::bigint[] is null or member_id = any($1::bigint[])', [members])
  await endGames(sql, ctx, members, which.except)
  await sql.query(`update payment_launches ${endLaunch} where ${openLaunches} and kind = 'withdrawal'`, [members, now])
  return ended.length
}

/** Ends a launch at its own start, which is in the past even for a process with a slow clock. */
export const endLaunch = 'set ends_at = made_at'

/** SQL condition: a launch is open at $2, and its member is in $1. If $1 is null, all members match. */
const openLaunches = '($1::bigint[] is null or member_id = any($1::bigint[])) and ends_at > $2'

export async function endGames(sql: Sql, ctx: EmbeddedContext, members: readonly MemberId[] | null, except?: string) {
  const closeLaunches = `update game_launches ${endLaunch}
    where ${openLaunches} and ($3::text is null or login_hash is distinct from $3)`
  await sql.query(closeLaunches, [members, ctx.now(), except ?? null])
}
