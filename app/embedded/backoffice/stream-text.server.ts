import { streamBody } from '~/values/stream-body.server'

/** Rows of the store in a batch of text. Other requests run between two batches. */
export const rowsPerBatch = 1_000

/**
 * Streams batches of text as a file, at the client's pace.
 *
 * @throws what reading the first batch throws, so that a store that fails answers with a status.
 */
export async function streamText(
  batches: AsyncGenerator<string, undefined>,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const first = await batches.next()
  async function* all() {
    if (!first.done) yield first.value
    yield* batches
  }
  return new Response(streamBody(all()), { headers: { ...headers, 'Cache-Control': 'no-store' } })
}
