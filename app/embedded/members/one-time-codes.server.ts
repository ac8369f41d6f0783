import { randomBytes } from 'node:crypto'
import { TOTP, Secret as TotpSecret } from 'otpauth'
import { seconds } from '~/values/durations'
import { cleanCode } from '~/values/typed-text'
import type { Sql } from '../store/store.server'
import { hashToken } from './secrets.server'

const stepMs = seconds(30)
const recoveryCodes = 10
const recoveryCodeBytes = 10

/** A new secret for time-based codes, in Base32. */
export const createTotpSecret = () => new TotpSecret({ size: 20 }).base32

/** The time-based codes of a secret. Source: RFC 6238. */
export const totpOf = (secret: string, label = '', issuer = 'Madang') =>
  new TOTP({ issuer, label, secret, digits: 6, period: 30 })

/** The step of 30 seconds that a code of six digits is of, this one or one beside it; undefined: another code. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: 1 })
  return delta === null ? undefined : Math.floor(now.getTime() / stepMs) + delta
}

/** A code as it is compared: without the blanks and hyphens that it is read with, and full-width digits as plain ones. */
export const normalizeCode = (code: string) => cleanCode(code).replace(/[\s-]/g, '').toLowerCase()

/** Ten recovery codes, each four groups of four from 80 random bits. */
function createRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodes }, () => {
    const text = new TotpSecret({ buffer: Uint8Array.from(randomBytes(recoveryCodeBytes)).buffer }).base32
    return (text.match(/.{4}/g) ?? []).join('-').toLowerCase()
  })
}

/** Whether a code of six digits, or a recovery code, was typed. */
export const isTimeBased = (typed: string) => /^\d{6}$/.test(typed)

/** The recovery codes of who has a second factor, each of which takes the place of a code once. `owner` is their column. */
const recoveryCodesIn = (table: string, owner: string) => ({
  /** @returns whether the code was there and not used. @param typed as `normalizeCode` gives it */
  async take(sql: Sql, id: bigint | null, typed: string, now: Date): Promise<boolean> {
    const taken = await sql.query(
      `update ${table} set used_at = $3 where ${owner} = $1 and hash = $2 and used_at is null returning hash`,
      [id, hashToken(typed), now],
    )
    return taken.length > 0
  },
  /** Makes ten in place of those before. */
  async renew(sql: Sql, id: bigint | null): Promise<string[]> {
    const codes = createRecoveryCodes()
    await sql.query(`delete from ${table} where ${owner} = $1`, [id])
    await sql.query(`insert into ${table} (${owner}, hash) select $1, unnest($2::text[])`, [
      id,
      codes.map((code) => hashToken(normalizeCode(code))),
    ])
    return codes
  },
})
export const memberRecoveryCodes = recoveryCodesIn('member_recovery_codes', 'member_id')
export const backofficeRecoveryCodes = recoveryCodesIn('desk_recovery_codes', 'token_id')

/** SQL: counts a wrong code in a row since $2, or as the first at $3. */
export const countWrongCode = `wrong_codes = case when wrong_codes_since > $2 then wrong_codes + 1 else 1 end,
  wrong_codes_since = case when wrong_codes_since > $2 then wrong_codes_since else $3 end`
