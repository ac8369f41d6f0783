import { createHmac } from 'node:crypto'

/** Header with the time of signing, in milliseconds since 1970. */
export const timeHeader = 'X-Callback-Time'
/** Header with the HMAC-SHA256 of `<time>.<body>`, in hexadecimal. */
export const signatureHeader = 'X-Callback-Signature'

/** Returns the headers that sign a body, of callbacks to the site and of its alerts. */
export function signatureHeaders(secret: string, body: string | Uint8Array, at: Date): Record<string, string> {
  const time = String(at.getTime())
  return { [timeHeader]: time, [signatureHeader]: signatureOf(secret, time, body).toString('hex') }
}

export function signatureOf(secret: string, time: string, body: string | Uint8Array): Buffer {
  return createHmac('sha256', secret).update(`${time}.`).update(body).digest()
}
