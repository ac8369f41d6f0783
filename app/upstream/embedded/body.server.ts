const mostBytes = 64 * 1024

/** A request body larger than 64 KiB; answered with 413. */
export class TooLarge extends Error {
  override name = 'TooLarge'
}

/** Reads a request's body and counts its bytes while reading. @throws BodyTooLarge above 64 KiB. */
export async function boundedBody(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > mostBytes) throw new TooLarge()
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of request.body ?? []) {
    length += part.byteLength
    if (length > mostBytes) throw new TooLarge()
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
export function answerJson(answer: object, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(answer, { status, headers: { 'Cache-Control': 'no-store', ...headers } })
}
