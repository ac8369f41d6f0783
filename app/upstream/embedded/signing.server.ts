import { createHmac, timingSafeEqual } from 'node:crypto'
import type { HouseContext } from './context.server'
import { keptSecret } from './secrets.server'

/** Milliseconds since 1970 at which a message was signed. */
export const timeHeader = 'x-house-time'
/** HMAC-SHA256 over `<time>.<body>`, in hexadecimal. */
export const signatureHeader = 'x-house-signature'

/** A message signed longer ago or further ahead than this is none. */
export const signatureWindowMs = 5 * 60_000

/** What callbacks are signed with: PROVIDER_SECRET, else one that the house made. */
export async function callbackSecret({ options, store, now }: HouseContext): Promise<string> {
  return options.providerSecret ?? keptSecret(store, 'callbacks', now())
}

/** The headers that make a message one of ours. */
export function signatureOf(secret: string, body: string | Uint8Array, at: Date): Record<string, string> {
  const time = String(at.getTime())
  return { [timeHeader]: time, [signatureHeader]: digest(secret, time, body).toString('hex') }
}

/** Whether a message carries a signature of ours, made just now. */
export function isSigned(secret: string, body: Uint8Array, headers: Headers, now: Date): boolean {
  const time = headers.get(timeHeader) ?? ''
  const signature = headers.get(signatureHeader) ?? ''
  if (!/^\d{1,15}$/.test(time) || !/^[0-9a-f]{64}$/i.test(signature)) return false
  if (!timingSafeEqual(Buffer.from(signature, 'hex'), digest(secret, time, body))) return false
  return Math.abs(now.getTime() - Number(time)) <= signatureWindowMs
}

function digest(secret: string, time: string, body: string | Uint8Array): Buffer {
  return createHmac('sha256', secret).update(`${time}.`).update(body).digest()
}
