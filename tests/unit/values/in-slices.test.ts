import { setImmediate as nextPass } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { GameListQuery } from '~/features/lobby/lists/game-query'
import { buildGameList, indexGames } from '~/features/lobby/lists/games.server'
import { i18nFor } from '~/i18n/catalogue.server'
import { ResponseCache } from '~/upstream/client/response-cache.server'
import type { classifyExchange } from '~/upstream/client/transport/exchange.server'
import { classifyInSlices } from '~/upstream/client/transport/long-lists.server'
import { minutes } from '~/values/durations'
import { filterInSlices, inSlices, parseJsonInSlices, sortInSlices } from '~/values/in-slices'

describe('a loop in slices', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }))
  afterEach(() => vi.useRealTimers())

  it('yields to the event loop every 10 ms, and runs one slice per pass', async () => {
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
    // The loops alternate, so both end late.
    expect(visited.findLastIndex(({ loop }) => loop === 1)).toBeGreaterThan(60)
  })

  it('stops at an error without stopping other loops', async () => {
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

it('sorts and filters like the array’s methods', async () => {
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

  it('is parsed as by JSON.parse', async () => {
    await fc.assert(
      fc.asyncProperty(value, fc.nat(2), async (value, indent) => {
        const text = JSON.stringify(value, undefined, indent)
        expect(await parseJsonInSlices(text)).toEqual(JSON.parse(text))
      }),
      { numRuns: 50 },
    )
  })

  it('is rejected if JSON.parse rejects it', async () => {
    const text = JSON.stringify({ data: { a: [wide, { b: '[",' }, wide], c: [] } })
    await fc.assert(
      fc.asyncProperty(fc.nat(200), fc.constantFrom('', ',', ']', '[', '}', '{', '"', '1'), async (place, sign) => {
        // Changes a character near the start or the end.
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

describe('six thousand games', () => {
  const sent = Array.from({ length: 6_000 }, (_, index) => ({
    code: `g${index}`,
    nameKo: `달토끼 ${index}`,
    nameEn: `Moon ${index}`,
  }))
  const exchange = {
    kind: 'answered',
    httpStatus: 200,
    retryAfter: null,
    body: { kind: 'json', value: { data: { status: 'success', games: sent } } },
  } as const
  const options = { reference: 'r', launch: { origin: '', https: false, embedded: false } } as unknown as Parameters<
    typeof classifyExchange
  >[2]

  /** Counts the event loop's passes during work, with a clock that advances 10 ms per thousand readings. */
  async function passesDuring(work: () => Promise<unknown>): Promise<number> {
    await nextPass()
    let nowMs = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
      nowMs += 0.01
      return nowMs
    })
    let passes = 0
    let isOver = false
    const pass = () => {
      passes += 1
      if (!isOver) setImmediate(pass)
    }
    setImmediate(pass)
    await work().finally(() => clock.mockRestore())
    isOver = true
    return passes
  }

  it('are parsed, indexed, searched and sorted in slices of a thousand', async () => {
    const provider = { code: 'p', nameKo: '가온', nameEn: 'Gaon', used: 'y' as const }
    let games: { code: string; nameKo: string; nameEn: string }[] = []
    const passes = {
      read: await passesDuring(async () => {
        const { outcome } = await classifyInSlices('get-slot-by-company', exchange, options)
        if (outcome.kind === 'done') games = (outcome.response as { games: typeof games }).games
      }),
      parse: await passesDuring(() => parseJsonInSlices(JSON.stringify({ data: { games: sent } }))),
      index: await passesDuring(() => indexGames(games)),
    }
    expect(games).toHaveLength(6_000)
    let nowMs = 0
    const cache = new ResponseCache('get-slot-by-company', (response) => response.games, {
      maxBytes: 1e9,
      now: () => nowMs,
    })
    const upstream = {
      call: async () => ({ kind: 'done', response: { games: structuredClone(games) } }),
      language: 'ko',
    } as unknown as Parameters<typeof cache.get>[0]
    const fetched = await passesDuring(() => cache.get(upstream, { code: 'p' }))
    nowMs = minutes(10)
    const refreshed = await passesDuring(() => cache.get(upstream, { code: 'p' }))
    const listed = games.map((game) => ({ game, provider }))
    const build = (changes: Partial<GameListQuery>) => () => {
      const query = { q: '', sort: '', motif: '', view: '', rail: '', ...changes } as const
      return buildGameList(listed, query, null, { favourites: [], recent: [] }, i18nFor('ko'), () => '')
    }
    const search = await passesDuring(build({ q: '달토끼 99' }))
    const sorted = await passesDuring(build({ sort: 'name' }))
    for (const [name, count] of Object.entries({ ...passes, fetched, refreshed, search, sorted }))
      expect(count, name).toBeGreaterThan(5)
  })
})
