import { createHmac, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { headerOf } from '~/platform/old-names'
import { signatureHeader, signatureOf, timeHeader } from '~/platform/signature.server'
import { minutes } from '~/values/durations'
import { memoize } from '~/values/memoize'
import { readBoundedBody } from '../bounded-body.server'
import type { EmbeddedContext } from '../context.server'
import { getOrCreateSecret } from '../members/secrets.server'
import type { Store } from '../store/store.server'

/** The maximum difference between the signature's timestamp and the current time. */
const signatureWindowMs = minutes(5)

export type CallbackSender = { code: string; kind: 'games' | 'payments' }

/**
 * Returns a sender's secrets, newest first. Each is the hexadecimal HMAC-SHA256 of the sender's code. The key is a
 * secret from PROVIDER_SECRET or PAYMENT_SECRET, or a generated one.
 */
export async function senderSecrets(
  { options, store, now }: EmbeddedContext,
  { code, kind }: CallbackSender,
): Promise<readonly [string, ...string[]]> {
  const configured = kind === 'games' ? options.providerSecrets : options.paymentSecrets
  const [newest, ...older] = configured ?? []
  const deriveSecret = (secret: string) => createHmac('sha256', secret).update(code).digest('hex')
  return [
    deriveSecret(newest ?? (await generatedSecrets(store).forceFetch(kind, { context: now() }))),
    ...older.map(deriveSecret),
  ]
}

/** Cached, so that wrong signatures cause no queries. Expires after a minute, since a restore may change secrets. */
const generatedSecrets = memoize(
  (store: Store) =>
    new LRUCache<CallbackSender['kind'], string, Date>({
      max: 2,
      ttl: minutes(1),
      fetchMethod: (kind, _, { context }) => getOrCreateSecret(store, `callbacks of ${kind}`, context),
    }),
)

/** Reads a callback's body once, for both signature and message. @throws BodyTooLarge */
export const readCallbackBody = memoize((request: Request) => readBoundedBody(request))

/** Returns whether a sender signed the request. If the headers are invalid or too old, reads no body and no secrets. */
export async function isSignedBy(sender: CallbackSender, ctx: EmbeddedContext, request: Request): Promise<boolean> {
  const time = headerOf(request.headers, timeHeader) ?? ''
  const signature = headerOf(request.headers, signatureHeader) ?? ''
  if (!/^\d{1,15}$/.test(time) || !/^[0-9a-f]{64}$/i.test(signature)) return false
  if (Math.abs(ctx.now().getTime() - Number(time)) > signatureWindowMs) return false
  const [body, secrets] = [await readCallbackBody(request), await senderSecrets(ctx, sender)]
  const given = Buffer.from(signature, 'hex')
  // Compares all secrets, so that the response time does not reveal which one matched.
  return secrets.map((secret) => timingSafeEqual(given, signatureOf(secret, time, body))).includes(true)
}
