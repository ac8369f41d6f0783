import { afterAll, beforeAll, expect } from 'vitest'
import { openTestEmbeddedUpstream } from './embedded-upstream'

type TestEmbeddedUpstream = Awaited<ReturnType<typeof openTestEmbeddedUpstream>>

/** An embedded upstream that a file's tests share, opened before the first test. Its log must not contain errors. */
export function sharedEmbeddedUpstream(options: Parameters<typeof openTestEmbeddedUpstream>[0] = {}) {
  const embedded = {} as Partial<TestEmbeddedUpstream>
  beforeAll(async () => {
    Object.assign(embedded, await openTestEmbeddedUpstream(options))
  })
  afterAll(async () => {
    expect(embedded.lines?.filter(({ level }) => level === 'error') ?? []).toEqual([])
    await embedded.close?.()
  })
  return embedded as TestEmbeddedUpstream
}
