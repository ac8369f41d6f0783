import { rateLimitDefaults } from '~/platform/settings/rate-limit-settings.server'
import type { PasswordKind } from '~/upstream/contract/call'
import { seconds, toSeconds } from '~/values/durations'
import { createRefusal, type EmbeddedContext, type Handlers, Refused } from '../context.server'
import type { MemberId } from '../ledger/entries'
import { hasRows } from '../store/store.server'
import { endGames, endLogins } from './logins.server'
import { voidResetCodes } from './password-resets.server'
import { hashPassword, verifyPassword } from './secrets.server'

/** The site's default limit. It applies here even if RATE_LIMITS changes it for the site. */
const { count: maxWrongPasswords, seconds: windowSeconds } = rateLimitDefaults.password
/** The window starts at the first wrong password. Further ones don't extend it. */
const wrongPasswordsWindowMs = seconds(windowSeconds)

const hashColumn = { login: 'login_hash', exchange: 'exchange_hash' } as const

export const handlers = {
  /** Changing the login password ends all other logins of the member. */
  'change-password': async (ctx, { kind, pass, new_pass }) => {
    const { id, tokenHash: ownTokenHash } = ctx.member
    const column = hashColumn[kind]
    const currentHash = await checkPassword(ctx, id, kind, pass)
    if (currentHash === undefined) throw createRefusal('pass')
    const newHash = await hashPassword(new_pass)
    await ctx.store.tx(async (sql) => {
      // Reset codes are locked before the member's row, in the same order as when a code is used.
      await voidResetCodes(sql, ctx, [id])
      const setHash = `update members set ${column} = $2 where id = $1 and ${column} = $3 returning id`
      // If no row changed, another request changed the password first.
      if (!(await hasRows(sql, setHash, [id, newHash, currentHash]))) throw createRefusal('pass')
      if (kind === 'exchange') return
      await endLogins(sql, ctx, { members: [id], except: ownTokenHash })
      // Games end too, because their pages need no login and someone else may know the URLs.
      await endGames(sql, ctx, [id])
    })
  },
} satisfies Partial<Handlers>

/**
 * Checks a signed-in member's password. Wrong passwords are counted by member and kind before the response. A correct
 * one does not reset the count; otherwise, a guesser could continue after each of the member's withdrawals.
 * @param password if it is undefined or empty, it is wrong but not counted
 * @returns the stored hash that matches
 * @throws Refused with `limited` (429, Retry-After) after too many wrong passwords, even if this one is correct
 */
export async function checkPassword(
  ctx: EmbeddedContext,
  member: MemberId,
  kind: PasswordKind,
  password: string | undefined,
): Promise<string | undefined> {
  if (!password) return undefined
  await assertAttemptsLeft(ctx, member, kind)
  const selectHash = `select ${hashColumn[kind]} as hash from members where id = $1`
  const [row] = await ctx.store.query<{ hash: string }>(selectHash, [member])
  if (await verifyPassword(password, row?.hash)) {
    // Checked again, because concurrent attempts may have reached the limit.
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

const windowStart = ({ now }: EmbeddedContext): Date => new Date(now().getTime() - wrongPasswordsWindowMs)
