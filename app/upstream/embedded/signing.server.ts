import { createHmac, timingSafeEqual } from 'node:crypto'
import type { HouseContext } from './context.server'
import { keptSecret } from './secrets.server'

/** Milliseconds since 1970 at which a message was signed. */
export const timeHeader = 'x-house-time'
/** HMAC-SHA256 over `<time>.<body>`, in hexadecimal. */
export const signatureHeader = 'x-house-signature'

/** A message signed longer ago or further ahead than this is none. */
export const signatureWindowMs = 5 * 60_000

/** Who sends callbacks: a game provider or a payment service, by its code. */
export type Sender = { code: string; kind: 'games' | 'payments' }

/**
 * The secrets of one sender, newest first: HMAC-SHA256 of its code, in hexadecimal, by each of the secrets of its kind,
 * PROVIDER_SECRET or PAYMENT_SECRET, else by one that was made here. So nobody who knows a sender's secret can speak
 * for another one.
 */
export async function senderSecrets(
  { options, store, now }: HouseContext,
  { code, kind }: Sender,
): Promise<readonly [string, ...string[]]> {
  const given = kind === 'games' ? options.providerSecrets : options.paymentSecrets
  const [newest, ...older] = given ?? []
  const derived = (secret: string) => createHmac('sha256', secret).update(code).digest('hex')
  return [derived(newest ?? (await keptSecret(store, `callbacks of ${kind}`, now()))), ...older.map(derived)]
}

/** The headers that make a message one of ours. */
export function signatureOf(secret: string, body: string | Uint8Array, at: Date): Record<string, string> {
  const time = String(at.getTime())
  return { [timeHeader]: time, [signatureHeader]: digest(secret, time, body).toString('hex') }
}

/** Whether a message carries a signature by one of these secrets, made just now. */
export function isSigned(secrets: readonly string[], body: Uint8Array, headers: Headers, now: Date): boolean {
  const time = headers.get(timeHeader) ?? ''
  const signature = headers.get(signatureHeader) ?? ''
  if (!/^\d{1,15}$/.test(time) || !/^[0-9a-f]{64}$/i.test(signature)) return false
  const given = Buffer.from(signature, 'hex')
  // Each is compared whatever the others say: the time tells nothing.
  const fits = secrets.map((secret) => timingSafeEqual(given, digest(secret, time, body)))
  return fits.includes(true) && Math.abs(now.getTime() - Number(time)) <= signatureWindowMs
}

function digest(secret: string, time: string, body: string | Uint8Array): Buffer {
  return createHmac('sha256', secret).update(`${time}.`).update(body).digest()
}
