import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { filterInSlices, inSlices, parseJsonInSlices, sortInSlices } from '~/values/in-slices'

describe('a loop in slices', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }))
  afterEach(() => vi.useRealTimers())

  it('gives the event loop a pass after each 10 ms, and runs one slice in each pass', async () => {
    let passes = 0
    let isOver = false
    const count = () => {
      passes += 1
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    const visited: { loop: number; pass: number }[] = []
    const visit = (loop: number) => () => {
      vi.advanceTimersByTime(1)
      visited.push({ loop, pass: passes })
    }
    await Promise.all([1, 2].map((loop) => inSlices(Array(45), visit(loop))))
    isOver = true
    expect(visited).toHaveLength(90)
    for (const pass of new Set(visited.map(({ pass }) => pass)))
      expect(visited.filter((visit) => visit.pass === pass).length).toBeLessThanOrEqual(10)
    // They take turns: the last visits of both are near.
    expect(visited.findLastIndex(({ loop }) => loop === 1)).toBeGreaterThan(60)
  })

  it('stops at an error, and lets other loops go on', async () => {
    const failing = inSlices(Array(30), () => {
      vi.advanceTimersByTime(6)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    let visited = 0
    await inSlices(Array(30), () => {
      vi.advanceTimersByTime(6)
      visited += 1
    })
    expect(visited).toBe(30)
  })
})

it('sorts and filters as the array’s own methods do', async () => {
  const items = Array.from({ length: 12_345 }, (_, index) => ({ key: (index * 7_919) % 101, index }))
  const compare = (left: { key: number }, right: { key: number }) => left.key - right.key
  expect(await sortInSlices(items, compare)).toEqual(items.toSorted(compare))
  expect(await sortInSlices([], compare)).toEqual([])
  expect(await filterInSlices(items, ({ key }) => key < 5)).toEqual(items.filter(({ key }) => key < 5))
})

describe('a JSON text of any size', () => {
  const wide = 'x'.repeat(40_000)
  const value = fc
    .jsonValue({ maxDepth: 3 })
    .map((value) => ({ data: { a: [wide, value, wide], b: { c: [value, [wide]] }, d: [] } }))

  it('is parsed as JSON.parse does', async () => {
    await fc.assert(
      fc.asyncProperty(value, fc.nat(2), async (value, indent) => {
        const text = JSON.stringify(value, undefined, indent)
        expect(await parseJsonInSlices(text)).toEqual(JSON.parse(text))
      }),
      { numRuns: 50 },
    )
  })

  it('is refused where JSON.parse refuses it', async () => {
    const text = JSON.stringify({ data: { a: [wide, { b: '[",' }, wide], c: [] } })
    await fc.assert(
      fc.asyncProperty(fc.nat(200), fc.constantFrom('', ',', ']', '[', '}', '{', '"', '1'), async (place, sign) => {
        // Near one of the ends of the long texts.
        const at = place < 100 ? place : text.length - (place - 100)
        const changed = text.slice(0, at) + sign + text.slice(at + (sign === '' ? 1 : 0))
        const outcome = async (parse: (text: string) => unknown) => {
          try {
            return await parse(changed)
          } catch (error) {
            return (error as Error).name
          }
        }
        expect(await outcome(parseJsonInSlices)).toEqual(await outcome(JSON.parse))
      }),
    )
  })
})
