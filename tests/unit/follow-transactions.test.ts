import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toUsualTime } from '~/features/cashier/tracking/estimated-time'
import type { TrackedTransaction } from '~/features/cashier/tracking/pending'
import { followTransactions } from '~/features/cashier/tracking/poll'

const second = 1000
const advanceSeconds = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * second)

const regdate = '2026-03-04T05:06:07.000Z'
const deposit = { list: 'deposit', id: '1', won: 10_000, at: regdate, status: 'wait', isListed: true } as const
const waiting = { id: '1', balance: 10_000, regdate, status: 'wait' }

describe('transactions that wait', () => {
  let page: EventTarget & { visibilityState: string }
  let calls: { at: number; path: string }[]
  /** The rows of each poll in turn; null: the site does not answer. Then what still waits. */
  let responses: ((typeof waiting)[] | null)[]
  beforeEach(() => {
    vi.useFakeTimers()
    page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
    vi.stubGlobal('document', page)
    calls = []
    responses = []
    const begin = Date.now()
    vi.stubGlobal('fetch', async (path: string) => {
      calls.push({ at: (Date.now() - begin) / second, path })
      const balances = responses.length > 0 ? responses.shift() : [waiting]
      if (!balances) throw new Error('offline')
      return { ok: true, headers: new Headers(), json: async () => ({ balances }) }
    })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const show = (visibilityState: string) => {
    page.visibilityState = visibilityState
    page.dispatchEvent(new Event('visibilitychange'))
  }
  const times = () => calls.map(({ at }) => at)
  const follow = (transactions: readonly TrackedTransaction[] = [deposit]) => {
    const seen: TrackedTransaction[] = []
    return { seen, leave: followTransactions(transactions, (one) => seen.push(one)) }
  }

  it('are looked up every 4 seconds, for 5 minutes', async () => {
    follow()
    await advanceSeconds(13)
    expect(times()).toEqual([4, 8, 12])
    await advanceSeconds(600)
    expect(times()).toHaveLength(75)
  })

  it('are looked up together, by one call for each list, until all are settled', async () => {
    const { seen } = follow([deposit, { ...deposit, id: '2' }, { ...deposit, list: 'withdraw' }])
    responses = [[waiting, { ...waiting, id: '2', status: 'already' }], [waiting]]
    await advanceSeconds(5)
    expect(calls.map(({ path }) => path.split('/').at(-1))).toEqual(['get-deposit-list', 'get-withdraw-list'])
    expect(seen.map(({ list, id, status }) => [list, id, status])).toEqual([
      ['deposit', '1', 'wait'],
      ['deposit', '2', 'already'],
      ['withdraw', '1', 'wait'],
    ])
    responses = [[{ ...waiting, status: 'cansel' }], [{ ...waiting, status: 'already' }]]
    await advanceSeconds(60)
    expect(times()).toEqual([4, 4, 8, 8])
    expect(seen.slice(3).map(({ list, status }) => [list, status])).toEqual([
      ['deposit', 'cansel'],
      ['withdraw', 'already'],
    ])
  })

  it('are not looked up any more once they are gone from the list, or left by the member', async () => {
    responses = [[]]
    const gone = follow()
    await advanceSeconds(60)
    expect([times(), gone.seen]).toEqual([[4], []])
    const left = follow()
    await advanceSeconds(3)
    left.leave()
    await advanceSeconds(60)
    expect(times()).toEqual([4])
  })

  it('are looked up less often while the site does not answer', async () => {
    responses = [null, null, null, null]
    follow()
    await advanceSeconds(105)
    expect(times()).toEqual([4, 12, 28, 60, 100, 104])
  })

  it('are not looked up in a hidden tab, and at once when the member comes back', async () => {
    follow()
    await advanceSeconds(1)
    show('hidden')
    await advanceSeconds(600)
    show('visible')
    await advanceSeconds(1)
    expect(times()).toEqual([601])
    await advanceSeconds(4)
    expect(times()).toHaveLength(2)
  })
})

describe('the usual time', () => {
  it.each([
    [1, '1분'],
    [60, '1분'],
    [61, '2분'],
    [601, '15분'],
    [90 * 60, '90분'],
    [90 * 60 + 1, '2시간'],
    [40 * 60 * 60, '2일'],
  ])('of %i seconds is promised as %s, never as less', (seconds, words) => {
    const promised = toUsualTime(seconds, 'ko')
    expect(promised.words).toBe(words)
    expect(promised.ms).toBeGreaterThanOrEqual(seconds * 1_000)
  })

  it('is named in each language', () => {
    const words = ['en', 'vi', 'th', 'ja', 'zh-CN'].map((lang) => toUsualTime(170, lang).words)
    expect(words).toEqual(['3 minutes', '3 phút', '3 นาที', '3分', '3分钟'])
  })
})
