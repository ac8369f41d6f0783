import { rateLimitDefaults } from '~/platform/settings/rate-limit-settings.server'
import type { PasswordKind } from '~/upstream/contract/call'
import { seconds, toSeconds } from '~/values/durations'
import { type EmbeddedContext, Refused } from '../context.server'
import type { MemberId } from '../ledger/entries'
import { verifyPassword } from './secrets.server'

/** The site's default, whatever RATE_LIMITS says. */
const { count: maxWrongPasswords, seconds: windowSeconds } = rateLimitDefaults.password
/** A window begins with its first wrong password; later ones do not extend it. */
const wrongPasswordsWindowMs = seconds(windowSeconds)

const hashColumn = { login: 'login_hash', exchange: 'exchange_hash' } as const

/**
 * Checks a signed-in member's password. Wrong ones are counted in the database before the answer, by member and kind; a
 * right one does not reset the count, or a guesser could continue after each withdrawal.
 * @param password undefined or empty is wrong, but not counted
 * @returns the matching stored hash
 * @throws Refused `limited` (429, Retry-After) after too many wrong passwords, even for the right one
 */
export async function checkPassword(
  ctx: EmbeddedContext,
  member: MemberId,
  kind: PasswordKind,
  password: string | undefined,
): Promise<string | undefined> {
  if (!password) return undefined
  await assertAttemptsLeft(ctx, member, kind)
  const [row] = await ctx.store.query<{ hash: string }>(
    `select ${hashColumn[kind]} as hash from members where id = $1`,
    [member],
  )
  if (await verifyPassword(password, row?.hash)) {
    // Again: concurrent attempts may have used up the limit.
    await assertAttemptsLeft(ctx, member, kind)
    return row?.hash
  }
  const counted = await ctx.store.query(
    `insert into wrong_passwords as w (member_id, kind, began_at, count) values ($1, $2, $3, 1)
     on conflict (member_id, kind) do update
        set began_at = case when w.began_at <= $4 then excluded.began_at else w.began_at end,
            count = case when w.began_at <= $4 then 1 else w.count + 1 end
      where w.began_at <= $4 or w.count < $5
     returning count`,
    [member, kind, ctx.now(), windowStart(ctx), maxWrongPasswords],
  )
  if (counted.length === 0) await assertAttemptsLeft(ctx, member, kind)
  return undefined
}

async function assertAttemptsLeft(ctx: EmbeddedContext, member: MemberId, kind: PasswordKind): Promise<void> {
  const [exhausted] = await ctx.store.query<{ began_at: Date }>(
    'select began_at from wrong_passwords where member_id = $1 and kind = $2 and count >= $3 and began_at > $4',
    [member, kind, maxWrongPasswords, windowStart(ctx)],
  )
  if (!exhausted) return
  const leftMs = exhausted.began_at.getTime() + wrongPasswordsWindowMs - ctx.now().getTime()
  const retryAfterSeconds = Math.max(1, Math.ceil(toSeconds(leftMs)))
  throw new Refused({ status: 'limited' }, 429, { 'Retry-After': String(retryAfterSeconds) })
}

function windowStart({ now }: EmbeddedContext): Date {
  return new Date(now().getTime() - wrongPasswordsWindowMs)
}
