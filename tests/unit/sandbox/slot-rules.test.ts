import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calculatePayout, type Draw, jackpotOdds, stakes, winsJackpot } from '~/embedded/sandbox/payout'
import { drawStops, lineWin, reel, rowsAt, type Stops, slotOdds, stopsSchema } from '~/embedded/sandbox/slot/rules'

/** Answers each draw with the next of these, in order. */
function createDraws(...results: number[]): Draw {
  return (below) => {
    const result = results.shift()
    if (result === undefined || result >= below) throw new RangeError('the test has no such draw')
    return result
  }
}

const stop = fc.nat({ max: reel.length - 1 })
const anyStops: fc.Arbitrary<Stops> = fc.tuple(stop, stop, stop)

describe('the reels', () => {
  it('give back 95 % exactly, and pay more than the stake in 23.65 % of all rounds', () => {
    expect(slotOdds).toEqual({ returned: 0.95, wins: 0.2365 })
  })

  it('stop at each of twenty places, where the rare symbol comes once and the common one six times', () => {
    const line = [...reel.keys()].map((drawn) => rowsAt(drawStops(createDraws(drawn, 0, 0))[0])[1])
    expect(line.filter((rank) => rank === 0)).toHaveLength(1)
    expect(line.filter((rank) => rank === 5)).toHaveLength(6)
  })

  it('pay three of the rarest five hundred times the stake, two of the last twice, and nothing by accident', () => {
    const [rarest, last, another] = [reel.indexOf(0), reel.indexOf(5), reel.indexOf(2)]
    expect(lineWin([rarest, rarest, rarest])).toEqual({ multiple: 500, reels: [0, 1, 2] })
    expect(lineWin([last, last, last]).multiple).toBe(5)
    expect(lineWin([last, another, last])).toEqual({ multiple: 2, reels: [0, 2] })
    expect(lineWin([rarest, rarest, another]).multiple).toBe(0)
    expect(lineWin([last, another, rarest]).multiple).toBe(0)
  })

  it('show three rows in the order of the reel, and pay whole won that are never below zero', () => {
    fc.assert(
      fc.property(anyStops, fc.constantFrom(...stakes), (stops, stake) => {
        expect(stopsSchema.parse(JSON.parse(JSON.stringify(stops)))).toEqual(stops)
        const { multiple, reels } = lineWin(stops)
        const payout = calculatePayout(stake, 100 * multiple)
        expect(Number.isSafeInteger(payout) && payout >= 0).toBe(true)
        // What makes a win is one symbol on every reel that is lit; a win is always more than its stake.
        expect(reels.length > 0).toBe(payout > stake)
        expect(new Set(reels.map((lit) => rowsAt(stops[lit] ?? 0)[1])).size).toBeLessThan(2)
        for (const place of stops) {
          const [above, , below] = rowsAt(place)
          expect([above, below]).toEqual([reel.at(place - 1), reel[(place + 1) % reel.length]])
        }
      }),
    )
  })
})

describe('the jackpot', () => {
  it('is won in proportion to the stake', () => {
    expect(winsJackpot(1_000, createDraws(999))).toBe(true)
    expect(winsJackpot(1_000, createDraws(1_000))).toBe(false)
    expect(winsJackpot(50_000, createDraws(49_999))).toBe(true)
    // The largest range that node:crypto's randomInt draws from.
    expect(jackpotOdds).toBeLessThan(2 ** 48)
  })
})
