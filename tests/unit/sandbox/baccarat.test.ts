import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { baccaratGame } from '~/embedded/sandbox/baccarat/game'
import {
  type BaccaratRound,
  baccaratBets,
  baccaratReturns,
  bankerDraws,
  dealFrom,
  dealRound,
  drawBaccarat,
  isCutCardOut,
  maxShoeRounds,
  newShoe,
  payBaccarat,
  shoeAfter,
  shoeSize,
} from '~/embedded/sandbox/baccarat/rules'
import { stakes } from '~/embedded/sandbox/payout'
import { findProvider } from '~/embedded/seed/catalogue'
import { createRandomInt } from '~/ui/artwork/random'

/** A card with these points: ten stands for the court cards too. */
const card = (points: number) => (points === 0 ? 9 : points - 1)

/** Deals these points in turn: player, banker, player, banker, third cards. */
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

describe('the third cards of baccarat', () => {
  it.each([
    ['beside an eight or nine of the player', [8, 0, 0, 0], 2, 2],
    ['beside an eight or nine of the banker', [0, 9, 0, 0], 2, 2],
    ['for the player at six or seven, and the banker then draws up to five', [6, 5, 0, 0, 1], 2, 3],
    ['for neither at six and six', [6, 6, 0, 0], 2, 2],
    ['for the player up to five, and the banker at three stands beside an eight', [5, 3, 0, 0, 8], 3, 2],
  ] as const)('are dealt by the rules: %s', (_case, points, player, banker) => {
    const round = dealPoints(...points)
    expect([round.player.length, round.banker.length]).toEqual([player, banker])
  })

  it('of the banker follow the chart for every third card of the player', () => {
    // Each row is a total of the banker; D draws, S stands, by the player's third card from 0 to 9.
    const chart = [
      'D'.repeat(10),
      'D'.repeat(10),
      'D'.repeat(10),
      'DDDDDDDDSD',
      'SSDDDDDDSS',
      'SSSSDDDDSS',
      'SSSSSSDDSS',
    ]
    chart.push('S'.repeat(10))
    const drawn = chart.map((row, banker) =>
      [...row].map((_, third) => (bankerDraws(banker, third) ? 'D' : 'S')).join(''),
    )
    expect(drawn).toEqual(chart)
  })
})

describe('what baccarat pays', () => {
  it('is evens, 8 to 1 and 0.95 to 1, and a tie gives the stake on a hand back', () => {
    const pay = (round: BaccaratRound) => baccaratBets.map((bet) => payBaccarat(round, bet))
    expect(pay(dealPoints(9, 7, 0, 0))).toEqual([200, 0, 0])
    expect(pay(dealPoints(7, 9, 0, 0))).toEqual([0, 0, 195])
    expect(pay(dealPoints(9, 9, 0, 0))).toEqual([100, 900, 100])
  })

  it('comes to the stated returns over every deal of a fresh shoe of eight decks', () => {
    const left = [128, ...Array(9).fill(32)]
    const paid = { player: 0, tie: 0, banker: 0 }
    let all = 0
    // Every six cards with their probability; a round that needs fewer leaves the last ones in the shoe.
    const visit = (points: readonly number[], probability: number) => {
      if (points.length === 6) {
        let next = 0
        const round = { shuffled: false, ...dealRound(() => card(points[next++] ?? Number.NaN)) }
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

describe('the result of a round', () => {
  it.each([
    ['플레이어 승 9 : 7', [9, 7, 0, 0]],
    ['뱅커 승 9 : 7', [7, 9, 0, 0]],
    ['타이 9 : 9', [9, 9, 0, 0]],
  ])('names who has won and their points first: %s', (text, points) => {
    const provider = findProvider('gaon-casino')
    if (!provider) throw new Error('the catalogue has no such provider')
    const round = { outcome: dealPoints(...points), choice: 'tie', stakeWon: 1_000, winWon: 0, jackpotWon: 0 }
    const table = { provider, game: provider.code, day: '2026-11-22', rounds: [round] }
    expect(baccaratGame.render({ locale: 'ko', table, isFresh: false }).outcomeText).toBe(text)
  })
})

describe('the shoe', () => {
  it('has each card eight times, and is shuffled once its cut card has come out', () => {
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

  it('deals each of the cards that are left for one number', () => {
    const deal = (place: number) => dealFrom(newShoe(), () => place)
    expect([0, 7, 8, 15, 415].map(deal)).toEqual([0, 0, 1, 1, 51])
  })

  it('pays whole won, never less than nothing, for every stake', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...stakes), fc.constantFrom(...baccaratBets), (seed, stake, bet) => {
        const hundredths = payBaccarat(drawBaccarat(createRandomInt(seed), []), bet)
        expect((stake * hundredths) % 100).toBe(0)
        expect(hundredths).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})
