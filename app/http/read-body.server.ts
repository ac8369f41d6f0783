import { type BoundedBytes, readBounded } from '~/streams/read-bounded'

/** The body of a request: `too-large` past 64 KiB, `broken` when the client stopped in the middle. */
export type ReadBody = BoundedBytes | 'broken'

const maxBytes = 64 * 1024
/** How much is read and discarded after a refusal, so that the client gets to read the response. */
const maxDrainedBytes = 64 * 1024 * 1024

/** Reads the body of a form or API call, at most 64 KiB. */
export function readBody({ body, headers }: Request): Promise<ReadBody> {
  const contentLength = headers.get('Content-Length')
  return readBounded(body, { maxBytes, contentLength, maxDrainedBytes }).catch(() => 'broken')
}
