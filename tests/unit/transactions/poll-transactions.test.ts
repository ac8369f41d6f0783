import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toEstimatedTime } from '~/transactions/estimated-time.server'
import { pollTransactions } from '~/transactions/poll'
import type { Transaction } from '~/values/transaction'

const second = 1000
const advanceSeconds = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * second)

const regdate = '2026-03-04T05:06:07.000Z'
const deposit = {
  kind: 'deposit',
  id: '1',
  amount: 10_000,
  at: regdate,
  status: 'pending',
  listing: 'listed',
} as const
const waiting = { id: '1', balance: 10_000, regdate, status: 'wait' }

describe('pending transactions', () => {
  let page: EventTarget & { visibilityState: string }
  let calls: { at: number; path: string }[]
  /** The rows of each poll; null if the site doesn't respond. Further polls return the pending transaction. */
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
  /** Polls as a page does. `changes` are the seconds at which a change was reported. */
  const follow = (transactions: readonly Transaction[] = [deposit]) => {
    const changes: number[] = []
    const begin = Date.now()
    const leave = pollTransactions(transactions, () => changes.push((Date.now() - begin) / second), 'demo')
    return { changes, leave }
  }

  it('are polled every 4 seconds for 5 minutes', async () => {
    follow()
    await advanceSeconds(13)
    expect(times()).toEqual([4, 8, 12])
    await advanceSeconds(600)
    expect(times()).toHaveLength(75)
  })

  it('are polled together with one call for each list, and any changes are reported once per poll', async () => {
    const { changes } = follow([deposit, { ...deposit, id: '2' }, { ...deposit, kind: 'withdraw' }])
    responses = [[waiting, { ...waiting, id: '2' }], [waiting], [{ ...waiting, status: 'already' }], [waiting]]
    await advanceSeconds(5)
    expect(calls.map(({ path }) => path.split('/').at(-1))).toEqual(['get-deposit-list', 'get-withdraw-list'])
    expect(changes).toEqual([])
    await advanceSeconds(4)
    expect(changes).toEqual([8])
  })

  it('are reported again at growing intervals until the page reloads', async () => {
    const settled = Array.from({ length: 6 }, () => [{ ...waiting, status: 'already' }])
    responses = settled
    const { changes } = follow()
    await advanceSeconds(105)
    expect(changes).toEqual([4, 12, 28, 60, 100])
  })

  it('are reported immediately if another member has logged in', async () => {
    const error = { status: 'error', error: { code: 'another_member', message: '' } }
    const owners: unknown[] = []
    vi.stubGlobal('fetch', async (_path: string, { headers }: RequestInit) => {
      owners.push(new Headers(headers).get('X-Owner'))
      return { ok: false, status: 409, headers: new Headers(), json: async () => error }
    })
    const { changes } = follow()
    await advanceSeconds(5)
    expect([owners, changes]).toEqual([['demo'], [4]])
  })

  it('are no longer polled once the list lacks them or the member leaves the page', async () => {
    responses = [[]]
    const gone = follow()
    await advanceSeconds(60)
    expect([times(), gone.changes]).toEqual([[4], []])
    const left = follow()
    await advanceSeconds(3)
    left.leave()
    await advanceSeconds(60)
    expect(times()).toEqual([4])
  })

  it('are polled less often while the site doesn’t respond', async () => {
    responses = [null, null, null, null]
    follow()
    await advanceSeconds(105)
    expect(times()).toEqual([4, 12, 28, 60, 100, 104])
  })

  it('aren’t polled in a hidden tab, but immediately when it becomes visible', async () => {
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

it.each([
  [1, '1분'],
  [60, '1분'],
  [61, '2분'],
  [601, '15분'],
  [90 * 60, '90분'],
  [90 * 60 + 1, '2시간'],
  [40 * 60 * 60, '2일'],
])('an estimated time of %i seconds is shown as %s, rounded up', (seconds, text) => {
  const promised = toEstimatedTime(seconds, 'ko')
  expect(promised.text).toBe(text)
  expect(promised.ms).toBeGreaterThanOrEqual(seconds * 1_000)
})
