import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type BaccaratRound,
  baccaratBets,
  baccaratReturns,
  dealRound,
  drawBaccarat,
  isCutCardOut,
  maxShoeRounds,
  newShoe,
  payBaccarat,
  shoeAfter,
  shoeSize,
} from '~/embedded/sandbox/baccarat/rules'
import { createRandomInt } from '~/ui/artwork/random'

/** Returns a card that counts this many points. */
const card = (points: number) => (points === 0 ? 9 : points - 1)

/** Deals cards with these points in order: player, banker, player, banker, third cards. */
function dealPoints(...points: number[]) {
  const cards = points.map(card)
  const round = dealRound(() => {
    const next = cards.shift()
    if (next === undefined) throw new RangeError('the test has no such card')
    return next
  })
  expect(cards).toEqual([])
  return { shuffled: false, ...round }
}

describe('baccarat’s payout', () => {
  it('is evens, 8 to 1 and 0.95 to 1, and a tie returns the stake on a hand', () => {
    const pay = (round: BaccaratRound) => baccaratBets.map((bet) => payBaccarat(round, bet))
    expect(pay(dealPoints(9, 7, 0, 0))).toEqual([200, 0, 0])
    expect(pay(dealPoints(7, 9, 0, 0))).toEqual([0, 0, 195])
    expect(pay(dealPoints(9, 9, 0, 0))).toEqual([100, 900, 100])
  })

  it('has the stated return over all possible deals of a fresh eight-deck shoe', () => {
    const left = [128, ...Array(9).fill(32)]
    const paid = { player: 0, tie: 0, banker: 0 }
    let all = 0
    // Visits every possible round card by card, with its probability.
    const visit = (points: readonly number[], probability: number) => {
      let used = 0
      const round = { shuffled: false, ...dealRound(() => card(points[used++] ?? 0)) }
      if (points.length > 3 && used <= points.length) {
        all += probability
        for (const bet of baccaratBets) paid[bet] += probability * payBaccarat(round, bet)
        return
      }
      for (let next = 0; next < 10; next++) {
        const copies = left[next] ?? 0
        left[next] = copies - 1
        visit([...points, next], (probability * copies) / (shoeSize - points.length))
        left[next] = copies
      }
    }
    visit([], 1)
    expect(all).toBeCloseTo(1, 9)
    // The published house edges: 1.2351 % on the player, 1.0579 % on the banker, 14.3596 % on a tie.
    expect(paid.player).toBeCloseTo(98.7649, 4)
    expect(paid.banker).toBeCloseTo(98.9421, 4)
    expect(paid.tie).toBeCloseTo(85.6404, 4)
    for (const bet of baccaratBets) expect(baccaratReturns[bet]).toBe(Math.floor(paid[bet] * 100))
  })
})

it('the shoe has each card eight times, and is shuffled after its cut card has been dealt', () => {
  fc.assert(
    fc.property(fc.string(), (seed) => {
      const draw = createRandomInt(seed)
      const played: BaccaratRound[] = []
      for (let index = 0; index < 120; index++) played.push(drawBaccarat(draw, played.slice(-maxShoeRounds)))
      const second = played.findIndex(({ shuffled }, index) => shuffled && index > 0)
      const [before, last] = [shoeAfter(played.slice(0, second - 1)), shoeAfter(played.slice(0, second))]
      expect([isCutCardOut(before), isCutCardOut(last)]).toEqual([false, true])
      expect([before.count > 16, last.count <= 16]).toEqual([true, true])
      expect(Math.min(...last.copies)).toBeGreaterThanOrEqual(0)
      expect(last.copies.reduce((sum, copies) => sum + copies, 0)).toBe(last.count)
      expect(second).toBeLessThanOrEqual(maxShoeRounds)
      for (const [index, { player, banker }] of played.entries()) {
        const dealt = shoeAfter(played.slice(0, index + 1))
        const { count } = played[index]?.shuffled ? newShoe() : shoeAfter(played.slice(0, index))
        expect(count - dealt.count).toBe(player.length + banker.length)
      }
    }),
    { numRuns: 30 },
  )
})
