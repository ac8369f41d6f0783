import { describe, expect, it } from 'vitest'
import { streamBody } from '~/platform/stream-body.server'

function endless() {
  const state = { isClosed: false }
  async function* all() {
    try {
      for (;;) yield 'text'
    } finally {
      state.isClosed = true
    }
  }
  return { chunks: all(), state }
}

describe('a download’s body', () => {
  it('fails when its source fails', async () => {
    async function* all() {
      yield '처음'
      throw new Error('lost')
    }
    await expect(new Response(streamBody(all())).text()).rejects.toThrow('lost')
  })

  // Without a listener, this error would end the process.
  it('closes its source when it is cancelled, even with an error', async () => {
    for (const reason of [undefined, new Error('the client left')]) {
      const { chunks, state } = endless()
      const reader = streamBody(chunks).getReader()
      await reader.read()
      await reader.cancel(reason)
      await expect.poll(() => state.isClosed).toBe(true)
    }
  })
})
