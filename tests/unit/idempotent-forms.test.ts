import { describe, expect, it } from 'vitest'
import { IdempotentForms } from '~/http/idempotent-forms.server'
import type { OutcomeOf } from '~/upstream/outcome'

type Help = OutcomeOf<'user-write-help'>

const words = { title: '제목', contents: '내용' }
const done: Help = { kind: 'done', answer: { status: 'success' } }

function createRun(outcome: Help) {
  const calls: (() => void)[] = []
  const run = () => new Promise<Help>((resolve) => calls.push(() => resolve(outcome)))
  return { calls, run }
}

describe('a form that is sent twice', () => {
  it('is one call while the first is under way, and for ten seconds after it succeeded', async () => {
    let now = 0
    const repeats = new IdempotentForms(() => now)
    const { calls, run } = createRun(done)
    const send = () => repeats.run('member demo', 'user-write-help', words, run)
    const both = Promise.all([send(), send()])
    calls[0]?.()
    expect(await both).toEqual([done, done])
    now = 9_999
    expect(await send()).toEqual(done)
    expect(calls).toHaveLength(1)
    now = 10_000
    void send()
    expect(calls).toHaveLength(2)
  })

  it('is another call with other fields, from someone else, or after a refusal', async () => {
    const repeats = new IdempotentForms(() => 0)
    const { calls, run } = createRun({ kind: 'unavailable', reference: '', httpStatus: 503 })
    const first = repeats.run('member demo', 'user-write-help', words, run)
    void repeats.run('member demo', 'user-write-help', { ...words, contents: '다른 내용' }, run)
    void repeats.run('member demo2', 'user-write-help', words, run)
    expect(calls).toHaveLength(3)
    calls[0]?.()
    await first
    void repeats.run('member demo', 'user-write-help', words, run)
    expect(calls).toHaveLength(4)
  })

  it('is free again after a call that threw', async () => {
    const repeats = new IdempotentForms(() => 0)
    const broken = () => Promise.reject(new Error('gone'))
    await expect(repeats.run('member demo', 'user-write-help', words, broken)).rejects.toThrow('gone')
    expect(await repeats.run('member demo', 'user-write-help', words, async () => done)).toEqual(done)
  })
})
