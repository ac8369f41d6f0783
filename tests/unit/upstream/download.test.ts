import { describe, expect, it } from 'vitest'
import { readDownload } from '~/upstream/client/transport/read-download.server'

const megabyte = 1024 * 1024
const never = new AbortController().signal
const bytesOf = (text: string) => Buffer.from(text)

function sourceOf(...texts: string[]) {
  const state = { isClosed: false }
  async function* all() {
    try {
      for (const text of texts) yield bytesOf(text)
    } finally {
      state.isClosed = true
    }
  }
  return { body: all(), state }
}

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const read = []
  for await (const chunk of chunks) read.push(chunk)
  return Buffer.concat(read).toString('utf8')
}

const read = async (...texts: string[]) => readDownload(sourceOf(...texts).body, never)

describe('the start of a download', () => {
  it('distinguishes a rejection, which is a small object with a status other than success', async () => {
    expect(await read('{"status":"wait",', '"ms":5}')).toEqual({ kind: 'json', value: { status: 'wait', ms: 5 } })
    for (const small of ['{"status":"success","tables":{}}', '{"tables":{}}', ' {"status":null}']) {
      const result = await read(small)
      expect(result.kind === 'download' && (await textOf(result.chunks)), small).toBe(
        result.kind === 'download' ? small : '',
      )
    }
    for (const [text, why] of [
      ['', 'empty'],
      ['<html>', 'not JSON'],
      ['[]', 'not JSON'],
      ['{"status":"suc', 'not JSON'],
    ] as const)
      expect(await read(text)).toEqual({ kind: 'unreadable', why })
  })

  it('passes on every byte of a large download', async () => {
    const texts = ['{"status":"success","rows":["', 'é'.repeat(100_000), '"]}']
    const result = await read(...texts)
    expect(result.kind === 'download' && (await textOf(result.chunks))).toBe(texts.join(''))
  })

  it('must be an object, or else the rest isn’t read', async () => {
    const { body, state } = sourceOf(`<html>${'a'.repeat(100_000)}`, 'more')
    expect(await readDownload(body, never)).toEqual({ kind: 'unreadable', why: 'not JSON' })
    expect(state.isClosed).toBe(true)
  })
})

describe('the rest of a download', () => {
  it('is limited to 64 MiB in total', async () => {
    const lengthOf = async (...last: string[]) => {
      const result = await read('{"a":"', ...Array(63).fill('a'.repeat(megabyte)), 'a'.repeat(megabyte - 8), ...last)
      let bytes = 0
      if (result.kind === 'download') for await (const chunk of result.chunks) bytes += chunk.byteLength
      return bytes
    }
    expect(await lengthOf('"}')).toBe(64 * megabyte)
    await expect(lengthOf('"}', ' ')).rejects.toThrow('too large')
  })

  it('ends when its time is up, even if no more data arrives', async () => {
    const timer = new AbortController()
    async function* hanging() {
      yield bytesOf(`{"a":"${'a'.repeat(100_000)}`)
      await new Promise(() => {})
    }
    const result = await readDownload(hanging(), timer.signal)
    timer.abort()
    await expect(result.kind === 'download' && textOf(result.chunks)).rejects.toThrow('too long')
  })
})
