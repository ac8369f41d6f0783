import { createHmac } from 'node:crypto'

/** The header with the signing time, in milliseconds since 1970. */
export const timeHeader = 'X-Callback-Time'
/** The header with the HMAC-SHA256 of `<time>.<body>`, in hexadecimal. */
export const signatureHeader = 'X-Callback-Signature'

/** Returns the headers that sign a body. The body belongs to a callback to the site or to an alert from it. */
export function signatureHeaders(secret: string, body: string | Uint8Array, at: Date): Record<string, string> {
  const time = String(at.getTime())
  return { [timeHeader]: time, [signatureHeader]: signatureOf(secret, time, body).toString('hex') }
}

export function signatureOf(secret: string, time: string, body: string | Uint8Array): Buffer {
  return createHmac('sha256', secret).update(`${time}.`).update(body).digest()
}
