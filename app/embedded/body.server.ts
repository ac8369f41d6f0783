const maxBytes = 64 * 1024

/** A request body larger than 64 KiB; answered with 413. */
export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge'
}

/** Reads a request's body and counts its bytes while reading. @throws BodyTooLarge above 64 KiB. */
export async function readBoundedBody(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw new BodyTooLarge()
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of request.body ?? []) {
    length += part.byteLength
    if (length > maxBytes) throw new BodyTooLarge()
    parts.push(part)
  }
  const body = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    body.set(part, at)
    at += part.byteLength
  }
  return body
}

/** A JSON response with `Cache-Control: no-store`. */
export function jsonResponse(answer: object, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(answer, { status, headers: { 'Cache-Control': 'no-store', ...headers } })
}
