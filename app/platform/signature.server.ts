import { createHmac } from 'node:crypto'

/** The header with the signing time, in milliseconds since the epoch. */
export const timeHeader = 'X-Callback-Time'
/** The header with the hexadecimal HMAC-SHA256 of `<time>.<body>`. */
export const signatureHeader = 'X-Callback-Signature'

/** Returns the headers that sign the body of a callback or an alert. */
export function signatureHeaders(secret: string, body: string | Uint8Array, at: Date): Record<string, string> {
  const time = String(at.getTime())
  return { [timeHeader]: time, [signatureHeader]: signatureOf(secret, time, body).toString('hex') }
}

export function signatureOf(secret: string, time: string, body: string | Uint8Array): Buffer {
  return createHmac('sha256', secret).update(`${time}.`).update(body).digest()
}
