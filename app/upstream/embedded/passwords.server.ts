import type { HouseContext } from './context.server'
import { Refused } from './context.server'
import type { MemberId } from './ledger'
import { fits } from './secrets.server'

/** What a member signs in with, and what lets their money out. */
export type PasswordKind = 'login' | 'exchange'

/** Wrong ones of one kind that a member may give in a window; with the next one no more is looked at until it ends. */
export const wrongPasswordsMost = 10
/** A window begins with its first wrong one and is not moved by those that follow. */
export const wrongPasswordsWindowMs = 60 * 60_000

const hashColumn = { login: 'login_hash', exchange: 'exchange_hash' } as const

/**
 * Checks a password that somebody who is signed in gives, wherever it is asked for: wrong ones are counted by member and
 * kind in the database, so that calls, payment pages and replicas share one count. A right one neither counts nor
 * resets the count; else whoever guesses would go on after each withdrawal of the member's own.
 *
 * An answer is given only while the count allows one, and counted first when it is no: many at once learn no more than
 * as many in a row. The login call does not ask here: its strangers are limited by address, and must lock nobody out.
 *
 * @param password none, and an empty one, fit nothing and are no guess.
 * @returns the hash that it fits; undefined when it is wrong.
 * @throws Refused `limited` (429, Retry-After) when there were too many, whether this one is right or not.
 */
export async function checkPassword(
  ctx: HouseContext,
  member: MemberId,
  kind: PasswordKind,
  password: string | undefined,
): Promise<string | undefined> {
  if (!password) return undefined
  await expectTriesLeft(ctx, member, kind)
  const [row] = await ctx.store.query<{ hash: string }>(
    `select ${hashColumn[kind]} as hash from members where id = $1`,
    [member],
  )
  if (await fits(password, row?.hash)) {
    // Again: others may have used the last tries up while this one was compared.
    await expectTriesLeft(ctx, member, kind)
    return row?.hash
  }
  const counted = await ctx.store.query(
    `insert into wrong_passwords as w (member_id, kind, began_at, count) values ($1, $2, $3, 1)
     on conflict (member_id, kind) do update
        set began_at = case when w.began_at <= $4 then excluded.began_at else w.began_at end,
            count = case when w.began_at <= $4 then 1 else w.count + 1 end
      where w.began_at <= $4 or w.count < $5
     returning count`,
    [member, kind, ctx.now(), windowStart(ctx), wrongPasswordsMost],
  )
  if (counted.length === 0) await expectTriesLeft(ctx, member, kind)
  return undefined
}

/** @throws Refused `limited` when a member has given too many wrong passwords of a kind. */
async function expectTriesLeft(ctx: HouseContext, member: MemberId, kind: PasswordKind): Promise<void> {
  const [full] = await ctx.store.query<{ began_at: Date }>(
    'select began_at from wrong_passwords where member_id = $1 and kind = $2 and count >= $3 and began_at > $4',
    [member, kind, wrongPasswordsMost, windowStart(ctx)],
  )
  if (!full) return
  const leftMs = full.began_at.getTime() + wrongPasswordsWindowMs - ctx.now().getTime()
  const retryAfterSeconds = Math.max(1, Math.ceil(leftMs / 1_000))
  throw new Refused({ status: 'limited' }, 429, { 'Retry-After': String(retryAfterSeconds) })
}

/** What began at this moment or before is over. */
function windowStart({ now }: HouseContext): Date {
  return new Date(now().getTime() - wrongPasswordsWindowMs)
}
