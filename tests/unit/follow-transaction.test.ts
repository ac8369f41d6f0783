import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { follow, type PollResult } from '~/features/cashier/follow-transaction'
import { formatUsualTime } from '~/features/cashier/usual-time'

const second = 1000
const advanceSeconds = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * second)

/** Records the second of each poll, and answers with `polls` in turn, then with `wait`. */
function polls(...responses: PollResult[]) {
  const at: number[] = []
  const begin = Date.now()
  const poll = async () => {
    at.push(Math.round((Date.now() - begin) / 100) / 10)
    return responses.shift() ?? { kind: 'listed' as const, change: { status: 'wait' } }
  }
  return { poll, at }
}

const untilDone = ({ status }: { status: string }) => status === 'wait'

describe('a transaction that waits', () => {
  let page: EventTarget & { visibilityState: string }
  beforeEach(() => {
    vi.useFakeTimers()
    page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
    vi.stubGlobal('document', page)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const show = (visibilityState: string) => {
    page.visibilityState = visibilityState
    page.dispatchEvent(new Event('visibilitychange'))
  }

  it('is looked up after 3 seconds, then less and less often, up to 5 seconds, for 5 minutes', async () => {
    const { poll, at } = polls()
    follow(poll, untilDone)
    await advanceSeconds(20)
    expect(at).toEqual([3, 6.3, 9.9, 13.9, 18.3])
    await advanceSeconds(600)
    expect(at.at(-1)).toBeGreaterThan(295)
    expect(at.at(-1)).toBeLessThan(306)
    expect(at.length).toBeLessThan(66)
  })

  it('is not looked up any more once it is settled, gone from the list, or left by the member', async () => {
    const settled = polls({ kind: 'listed', change: { status: 'already' } })
    const gone = polls({ kind: 'gone' })
    const left = polls()
    follow(settled.poll, untilDone)
    follow(gone.poll, untilDone)
    const leave = follow(left.poll, untilDone)
    await advanceSeconds(4)
    leave()
    await advanceSeconds(60)
    expect([settled.at, gone.at, left.at]).toEqual([[3], [3], [3]])
  })

  it('is looked up less often while the site does not answer', async () => {
    const failed = { kind: 'failed' } as const
    const { poll, at } = polls(failed, failed, failed)
    follow(poll, untilDone)
    await advanceSeconds(50)
    expect(at).toEqual([3, 9, 21, 45, 50])
  })

  it('is not looked up in a hidden tab, and at once when the member comes back', async () => {
    const { poll, at } = polls()
    follow(poll, untilDone)
    await advanceSeconds(1)
    show('hidden')
    await advanceSeconds(600)
    show('visible')
    await advanceSeconds(1)
    expect(at).toEqual([601])
    await advanceSeconds(4)
    expect(at).toHaveLength(2)
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
    expect(formatUsualTime(seconds, 'ko')).toBe(words)
  })

  it('is named in each language', () => {
    const words = ['en', 'vi', 'th', 'ja', 'zh-CN'].map((lang) => formatUsualTime(170, lang))
    expect(words).toEqual(['3 minutes', '3 phút', '3 นาที', '3分', '3分钟'])
  })
})
