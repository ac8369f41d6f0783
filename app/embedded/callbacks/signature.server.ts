import { createHmac, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { minutes } from '~/values/durations'
import { memoize } from '~/values/memoize'
import type { EmbeddedContext } from '../context.server'
import { getOrCreateSecret } from '../members/secrets.server'
import type { Store } from '../store/store.server'

/** Header with the time of signing, in milliseconds since 1970. */
const timeHeader = 'x-house-time'
/** Header with the HMAC-SHA256 of `<time>.<body>`, in hexadecimal. */
const signatureHeader = 'x-house-signature'

/** Maximum difference between the time of signing and now; beyond it a signature is invalid. */
const signatureWindowMs = minutes(5)

/** A sender of callbacks: a game provider or a payment service, by its code. */
export type CallbackSender = { code: string; kind: 'games' | 'payments' }

/**
 * Secrets of one sender, newest first: the HMAC-SHA256 of its code, in hexadecimal, with each secret of PROVIDER_SECRET
 * or PAYMENT_SECRET, or with a generated one where the setting is empty. One sender's secret is useless for another.
 */
export async function senderSecrets(
  ctx: EmbeddedContext,
  { code, kind }: CallbackSender,
): Promise<readonly [string, ...string[]]> {
  const configured = kind === 'games' ? ctx.options.providerSecrets : ctx.options.paymentSecrets
  const [newest, ...older] = configured ?? []
  const deriveSecret = (secret: string) => createHmac('sha256', secret).update(code).digest('hex')
  return [deriveSecret(newest ?? (await generatedSecret(ctx, kind))), ...older.map(deriveSecret)]
}

/** For a while, so that wrong signatures cost no statements. A restored store may have other secrets. */
const generatedSecrets = memoize((_: Store) => new LRUCache<string, string>({ max: 2, ttl: minutes(1) }))

async function generatedSecret({ store, now }: EmbeddedContext, kind: CallbackSender['kind']): Promise<string> {
  const known = generatedSecrets(store).get(kind)
  if (known !== undefined) return known
  const secret = await getOrCreateSecret(store, `callbacks of ${kind}`, now())
  generatedSecrets(store).set(kind, secret)
  return secret
}

/** Creates the headers that sign a body at a time. */
export function signatureHeaders(secret: string, body: string | Uint8Array, at: Date): Record<string, string> {
  const time = String(at.getTime())
  return { [timeHeader]: time, [signatureHeader]: digest(secret, time, body).toString('hex') }
}

/** The time and signature of a request's headers; undefined where they are malformed, or not of the window. */
export function readSignature(headers: Headers, now: Date): { time: string; given: Buffer } | undefined {
  const time = headers.get(timeHeader) ?? ''
  const signature = headers.get(signatureHeader) ?? ''
  if (!/^\d{1,15}$/.test(time) || !/^[0-9a-f]{64}$/i.test(signature)) return undefined
  if (Math.abs(now.getTime() - Number(time)) > signatureWindowMs) return undefined
  return { time, given: Buffer.from(signature, 'hex') }
}

/** Whether a signature is one of the body by one of the secrets. */
export function isSignatureOf(
  { time, given }: { time: string; given: Buffer },
  body: Uint8Array,
  secrets: readonly string[],
): boolean {
  // All secrets are compared, so that the time does not show which one matched.
  return secrets.map((secret) => timingSafeEqual(given, digest(secret, time, body))).includes(true)
}

function digest(secret: string, time: string, body: string | Uint8Array): Buffer {
  return createHmac('sha256', secret).update(`${time}.`).update(body).digest()
}
