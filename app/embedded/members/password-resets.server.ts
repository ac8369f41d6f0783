import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { PasswordKind } from '~/upstream/contract/call'
import { minutes } from '~/values/durations'
import { cleanCode } from '~/values/typed-text'
import { createRefusal, type EmbeddedContext, type Handlers } from '../context.server'
import type { MemberId } from '../ledger/entries'
import { lockBalances } from '../ledger/ledger.server'
import { hasRows, type Sql } from '../store/store.server'
import { alphabet } from '../transactions/transaction-number'
import { holdWithdrawals } from '../transactions/withdrawal-holds.server'
import { endLogins } from './logins.server'
import { hashPassword, hashToken } from './secrets.server'

const codeLifetimeMs = minutes(30)
const maxCodeTries = 5

const codeCharacters = 16

export const handlers = {
  'ask-password-reset': async ({ store, now }, { id, phone }) => {
    await store.query(
      `insert into password_resets as r (member_id, asked_at, asked_again_at, times, phone)
       values ((select id from members where user_id = $1 and closed_at is null), $2, $2, 1, $3)
       on conflict (member_id) do update
          set asked_at = coalesce(r.asked_at, excluded.asked_at), asked_again_at = excluded.asked_again_at,
              times = case when r.asked_at is null then 1 else least(r.times + 1, 1000000) end,
              phone = case when excluded.phone = (select phone from members where user_id = $1 and closed_at is null)
                             then excluded.phone
                           when r.member_id is null then null
                           when r.asked_at is null then excluded.phone else r.phone end`,
      [id.trim().toLowerCase(), now(), phone],
    )
  },

  'reset-password': async (ctx, { id, code, pw, kind = 'login' }) => {
    const newHash = await hashPassword(pw)
    const now = ctx.now()
    // Counts the attempt before comparing, so that parallel guesses gain no extra attempts.
    const [reset] = await ctx.store.query<ResetRow>(
      `update password_resets as r set tries = least(r.tries + 1, 1000000)
        where r.id = coalesce(
          (select own.id from members m join password_resets own on own.member_id = m.id
            where m.user_id = $1 and m.closed_at is null),
          (select id from password_resets where member_id is null))
       returning member_id, kind, code_hash, ends_at, used_at, tries`,
      [id.trim().toLowerCase()],
    )
    const typed = cleanCode(code).toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
    if (!reset || !isUsable(reset, { codeHash: hashToken(typed), kind, now })) throw createRefusal('fail')
    const { member_id: member, code_hash: codeHash } = reset
    const isSet = await ctx.store.tx(async (sql) => {
      await lockBalances(sql, member)
      const useCode = `update password_resets set used_at = $3, asked_at = null, phone = null
        where member_id = $1 and code_hash = $2 and used_at is null returning id`
      if (!(await hasRows(sql, useCode, [member, codeHash, now]))) return false
      const setPassword = `update members set ${kind === 'login' ? 'login_hash' : 'exchange_hash'} = $2
        where id = $1 and closed_at is null returning id`
      if (!(await hasRows(sql, setPassword, [member, newHash]))) return false
      // Wrong attempts with the old password no longer count.
      await sql.query('delete from wrong_passwords where member_id = $1 and kind = $2', [member, kind])
      await endLogins(sql, ctx, { members: [member] })
      await holdWithdrawals(sql, ctx, member, [kind])
      return true
    })
    if (!isSet) throw createRefusal('fail')
  },
} satisfies Partial<Handlers>

type ResetRow = {
  member_id: MemberId | null
  kind: PasswordKind | null
  code_hash: string | null
  ends_at: Date | null
  used_at: Date | null
  tries: number
}

/** Returns whether the code matches, is for this kind of password, is unused and unexpired, and has attempts left. */
function isUsable(
  reset: ResetRow,
  given: { codeHash: string; kind: PasswordKind; now: Date },
): reset is ResetRow & { member_id: MemberId; code_hash: string } {
  const { member_id, code_hash, ends_at } = reset
  // Without a stored hash, a dummy hash is compared, so that the comparison always takes the same time.
  const isEqual = timingSafeEqual(Buffer.from(given.codeHash), Buffer.from(code_hash ?? hashToken('')))
  if (member_id === null || code_hash === null || ends_at === null || reset.used_at !== null) return false
  return isEqual && reset.kind === given.kind && reset.tries <= maxCodeTries && ends_at > given.now
}

/** Creates a code for setting a password. Replaces earlier codes and closes the member's request. */
export async function makeResetCode(sql: Sql, ctx: EmbeddedContext, member: MemberId, kind: PasswordKind) {
  const characters = [...randomBytes(codeCharacters)].map((byte) => alphabet[byte % alphabet.length]).join('')
  const now = ctx.now()
  const endsAt = new Date(now.getTime() + codeLifetimeMs)
  await sql.query(
    `insert into password_resets (member_id, kind, code_hash, made_at, ends_at) values ($1, $2, $3, $4, $5)
     on conflict (member_id) do update
        set kind = excluded.kind, code_hash = excluded.code_hash, made_at = excluded.made_at, ends_at = excluded.ends_at,
            tries = 0, used_at = null, asked_at = null, phone = null`,
    [member, kind, hashToken(characters), now, endsAt],
  )
  return { code: characters.replace(/(.{4})(?!$)/g, '$1-'), endsAt }
}

/** Voids unused codes. The member may be changing the password to lock out someone with a code. */
export async function voidResetCodes(sql: Sql, ctx: EmbeddedContext, members: readonly MemberId[] | 'all') {
  const voidCodes = `update password_resets set used_at = $2
    where ($1::bigint[] is null or member_id = any($1)) and code_hash is not null and used_at is null and ends_at > $2`
  await sql.query(voidCodes, [members === 'all' ? null : members, ctx.now()])
}

export async function endReset(sql: Sql, ctx: EmbeddedContext, member: MemberId): Promise<boolean> {
  const endRequest = `update password_resets set asked_at = null, phone = null, used_at = coalesce(used_at, $2)
    where member_id = $1 and (asked_at is not null or (used_at is null and ends_at > $2)) returning id`
  return hasRows(sql, endRequest, [member, ctx.now()])
}
