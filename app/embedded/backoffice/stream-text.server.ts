import { streamBody } from '~/values/download.server'

export const rowsPerBatch = 1_000

/** Streams batches of text as a file, at the client's pace. */
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
