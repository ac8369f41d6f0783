import { randomBytes } from 'node:crypto'
import { TOTP, Secret as TotpSecret } from 'otpauth'
import { seconds } from '~/values/durations'

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
export const normalizeCode = (code: string) => code.normalize('NFKC').replace(/[\s-]/g, '').toLowerCase()

/** Ten recovery codes, each four groups of four from 80 random bits. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodes }, () => {
    const text = new TotpSecret({ buffer: Uint8Array.from(randomBytes(recoveryCodeBytes)).buffer }).base32
    return (text.match(/.{4}/g) ?? []).join('-').toLowerCase()
  })
}
