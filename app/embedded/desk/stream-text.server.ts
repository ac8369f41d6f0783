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
  const encoder = new TextEncoder()
  let firstBatch = first.done ? undefined : first.value
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const batch = firstBatch ?? (await batches.next()).value
      firstBatch = undefined
      if (batch === undefined) controller.close()
      else controller.enqueue(encoder.encode(batch))
    },
    cancel: async () => {
      await batches.return(undefined)
    },
  })
  return new Response(body, { headers: { ...headers, 'Cache-Control': 'no-store' } })
}
