import { randomBytes } from 'node:crypto'
import { TOTP, Secret as TotpSecret } from 'otpauth'
import type { Sealer } from '~/platform/create-sealer.server'
import { seconds } from '~/values/durations'
import { cleanCode } from '~/values/typed-text'
import { hashToken } from './members/secrets.server'
import { hasRows, type Sql } from './store/store.server'

const stepMs = seconds(30)
const recoveryCodes = 10
const recoveryCodeBytes = 10
const maxWrongCodes = 10

export const createTotpSecret = () => new TotpSecret({ size: 20 }).base32

/** Returns a generator of time-based one-time codes for a secret. Source: RFC 6238. */
export const totpOf = (secret: string, label = '', issuer = 'Madang') =>
  new TOTP({ issuer, label, secret, digits: 6, period: 30 })

/** Returns the 30-second step of a six-digit code. Undefined unless it is the current or an adjacent step. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const delta = totpOf(secret).validate({ token: normalizeCode(code), timestamp: now.getTime(), window: 1 })
  return delta === null ? undefined : Math.floor(now.getTime() / stepMs) + delta
}

const normalizeCode = (code: string) => cleanCode(code).replace(/[\s-]/g, '').toLowerCase()

/** Returns a recovery code: four groups of four characters, from 80 random bits. */
function createRecoveryCode(): string {
  const text = new TotpSecret({ buffer: Uint8Array.from(randomBytes(recoveryCodeBytes)).buffer }).base32
  return (text.match(/.{4}/g) ?? []).join('-').toLowerCase()
}

/** `wait`: after too many wrong codes, only recovery codes work for `ms`. `isLast` marks the tenth wrong code. */
export type CodeResult =
  | { kind: 'taken' | 'no_factor' }
  | { kind: 'wrong'; isLast: boolean }
  | { kind: 'wait'; ms: number }

type Columns = { table: string; id: string; secret: string; step: string } & {
  recovery: { table: string; owner: string }
  /** The window for ten wrong codes. After the tenth, only recovery codes work until the window ends. */
  wrongCodesMs: number
}

/** Second factors in a table: the app's secret, the recovery codes and the number of wrong codes. */
export const secondFactorsIn = ({ table, id, secret, step, recovery, wrongCodesMs }: Columns) => ({
  /**
   * Accepts a code from the app or a recovery code, each once. The transaction must commit even after a wrong code.
   * @param secretIn the column with the sealed secret
   * @throws Error if the secret can't be read
   */
  async take(
    sql: Sql,
    owner: bigint | null,
    code: string,
    { now, sealer, secretIn = secret }: { now: Date; sealer: Sealer; secretIn?: string },
  ): Promise<CodeResult> {
    const [row] = await sql.query<{ sealed: string; last: bigint | null; wrong: number; since: Date | null }>(
      `select ${secretIn} as sealed, ${step} as last, wrong_codes as wrong, wrong_codes_since as since
         from ${table} where ${id} = $1 and ${secretIn} is not null for update`,
      [owner],
    )
    if (!row) return { kind: 'no_factor' }
    const typed = normalizeCode(code)
    const isTimeBased = /^\d{6}$/.test(typed)
    if (!isTimeBased) {
      const useRecoveryCode = `update ${recovery.table} set used_at = $3
        where ${recovery.owner} = $1 and hash = $2 and used_at is null
        returning hash`
      if (await hasRows(sql, useRecoveryCode, [owner, hashToken(typed), now])) return { kind: 'taken' }
    }
    const waitMs = row.wrong < maxWrongCodes || !row.since ? 0 : row.since.getTime() + wrongCodesMs - now.getTime()
    if (waitMs > 0) return { kind: 'wait', ms: waitMs }
    if (isTimeBased) {
      const opened = await sealer.open(row.sealed)
      if (typeof opened !== 'string') throw new Error('second factor: secret not readable')
      const current = stepOf(opened, typed, now)
      if (current !== undefined && (row.last === null || BigInt(current) > row.last)) {
        await sql.query(`update ${table} set ${step} = $2 where ${id} = $1`, [owner, current])
        return { kind: 'taken' }
      }
    }
    const [counted] = await sql.query<{ wrong: number }>(
      `update ${table} set wrong_codes = case when wrong_codes_since > $2 then wrong_codes + 1 else 1 end,
         wrong_codes_since = case when wrong_codes_since > $2 then wrong_codes_since else $3 end
        where ${id} = $1 returning wrong_codes as wrong`,
      [owner, new Date(now.getTime() - wrongCodesMs), now],
    )
    return { kind: 'wrong', isLast: counted?.wrong === maxWrongCodes }
  },

  async renewRecoveryCodes(sql: Sql, owner: bigint | null): Promise<string[]> {
    const codes = Array.from({ length: recoveryCodes }, createRecoveryCode)
    await sql.query(`delete from ${recovery.table} where ${recovery.owner} = $1`, [owner])
    await sql.query(`insert into ${recovery.table} (${recovery.owner}, hash) select $1, unnest($2::text[])`, [
      owner,
      codes.map((code) => hashToken(normalizeCode(code))),
    ])
    return codes
  },
})
