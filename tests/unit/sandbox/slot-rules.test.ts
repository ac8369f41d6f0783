import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calculatePayout, type Draw, jackpotOdds, stakes, winsJackpot } from '~/embedded/sandbox/payout'
import { lineWin, reel, rowsAt, type Stops, slotOdds, stopsSchema } from '~/embedded/sandbox/slot/rules'

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
  it('return exactly 95 %, and pay more than the stake in 23.65 % of all rounds', () => {
    expect(slotOdds).toEqual({ returned: 0.95, wins: 0.2365 })
  })

  it('show three rows in reel order, and pay nonnegative whole won', () => {
    fc.assert(
      fc.property(anyStops, fc.constantFrom(...stakes), (stops, stake) => {
        expect(stopsSchema.parse(JSON.parse(JSON.stringify(stops)))).toEqual(stops)
        const { multiple, reels } = lineWin(stops)
        const payout = calculatePayout(stake, 100 * multiple)
        expect(Number.isSafeInteger(payout) && payout >= 0).toBe(true)
        // Reels are highlighted exactly for a payout above the stake, and show the same symbol.
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

it('the chance of the jackpot is proportional to the stake', () => {
  expect(winsJackpot(1_000, createDraws(999))).toBe(true)
  expect(winsJackpot(1_000, createDraws(1_000))).toBe(false)
  expect(winsJackpot(50_000, createDraws(49_999))).toBe(true)
  // The largest range that node:crypto's randomInt supports.
  expect(jackpotOdds).toBeLessThan(2 ** 48)
})
