import { createHmac, timingSafeEqual } from 'node:crypto'
import { headerOf } from '~/platform/old-names'
import { minutes } from '~/values/durations'
import type { EmbeddedContext } from '../context.server'
import { getOrCreateSecret } from '../members/secrets.server'

/** Header with the time of signing, in milliseconds since 1970. */
const timeHeader = 'X-Callback-Time'
/** Header with the HMAC-SHA256 of `<time>.<body>`, in hexadecimal. */
const signatureHeader = 'X-Callback-Signature'

/** Maximum difference between the time of signing and now; beyond it a signature is invalid. */
const signatureWindowMs = minutes(5)

/** A sender of callbacks: a game provider or a payment service, by its code. */
export type CallbackSender = { code: string; kind: 'games' | 'payments' }

/**
 * Secrets of one sender, newest first: the HMAC-SHA256 of its code, in hexadecimal, with each secret of PROVIDER_SECRET
 * or PAYMENT_SECRET, or with a generated one where the setting is empty. One sender's secret is useless for another.
 */
export async function senderSecrets(
  { options, store, now }: EmbeddedContext,
  { code, kind }: CallbackSender,
): Promise<readonly [string, ...string[]]> {
  const configured = kind === 'games' ? options.providerSecrets : options.paymentSecrets
  const [newest, ...older] = configured ?? []
  const deriveSecret = (secret: string) => createHmac('sha256', secret).update(code).digest('hex')
  return [
    deriveSecret(newest ?? (await getOrCreateSecret(store, `callbacks of ${kind}`, now()))),
    ...older.map(deriveSecret),
  ]
}

/** Creates the headers that sign a body at a time. */
export function signatureHeaders(secret: string, body: string | Uint8Array, at: Date): Record<string, string> {
  const time = String(at.getTime())
  return { [timeHeader]: time, [signatureHeader]: digest(secret, time, body).toString('hex') }
}

/** Whether the headers hold a signature of the body by one of the secrets, made within the window. */
export function hasValidSignature(secrets: readonly string[], body: Uint8Array, headers: Headers, now: Date): boolean {
  const time = headerOf(headers, timeHeader) ?? ''
  const signature = headerOf(headers, signatureHeader) ?? ''
  if (!/^\d{1,15}$/.test(time) || !/^[0-9a-f]{64}$/i.test(signature)) return false
  const given = Buffer.from(signature, 'hex')
  // All secrets are compared, so that the time does not show which one matched.
  const matches = secrets.map((secret) => timingSafeEqual(given, digest(secret, time, body)))
  return matches.includes(true) && Math.abs(now.getTime() - Number(time)) <= signatureWindowMs
}

function digest(secret: string, time: string, body: string | Uint8Array): Buffer {
  return createHmac('sha256', secret).update(`${time}.`).update(body).digest()
}
