import { isUtf8 } from 'node:buffer'
import { type BoundedSource, readBounded } from '~/values/read-bounded'
import { parseJson } from '~/values/strict-json'

const maxBytes = 64 * 1024

export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge'
}

export type CallBody = { body: BoundedSource; headers: { get(name: string): string | null } }

export async function readBoundedBody({ body, headers }: CallBody): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readBounded(body, { maxBytes, contentLength: headers.get('content-length') })
  if (bytes === 'too-large') throw new BodyTooLarge()
  return bytes
}

export function parseJsonBody(bytes: Uint8Array): unknown {
  return isUtf8(bytes) ? parseJson(new TextDecoder().decode(bytes)) : undefined
}

export function jsonResponse(body: object, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } })
}
