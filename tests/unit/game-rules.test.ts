import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  calculatePayout,
  cardRules,
  expectedReturn,
  type GameRules,
  jackpotOdds,
  matchRules,
  returnBasisPoints,
  slotRules,
  stakes,
  winsJackpot,
} from '~/embedded/play/game-rules'

/** Answers each draw with the next of these, in order. */
function createDraws(...results: number[]): (below: number) => number {
  return (below) => {
    const result = results.shift()
    if (result === undefined || result >= below) throw new RangeError('the test has no such draw')
    return result
  }
}

describe('the return rate of the sandbox games, computed over every outcome', () => {
  it('is 95 % exactly for the reels', () => {
    expect(expectedReturn(slotRules, 'spin')).toEqual({ paid: 760_000n, staked: 800_000n })
    expect(returnBasisPoints(slotRules)).toBe(9_500)
  })

  it('is twelve and a half of thirteen for every choice on the cards', () => {
    for (const choice of cardRules.choices) {
      const { paid, staked } = expectedReturn(cardRules, choice)
      expect(paid * 1_300n).toBe(staked * 1_250n)
    }
    expect(returnBasisPoints(cardRules)).toBe(9_615)
  })

  it('is near 94.9 % for every result of a match', () => {
    for (const choice of matchRules.choices) {
      const { paid, staked } = expectedReturn(matchRules, choice)
      expect(Number((paid * 10_000n) / staked)).toBeGreaterThanOrEqual(9_489)
      expect(Number((paid * 10_000n) / staked)).toBeLessThanOrEqual(9_500)
    }
  })

  it('is never the whole stake or more', () => {
    for (const rules of [slotRules, cardRules, matchRules] as GameRules<unknown>[]) {
      for (const choice of rules.choices) {
        const { paid, staked } = expectedReturn(rules, choice)
        expect(paid).toBeLessThan(staked)
      }
    }
  })
})

describe('a draw', () => {
  it.each([
    ['reels', slotRules as GameRules<unknown>],
    ['cards', cardRules as GameRules<unknown>],
    ['match', matchRules as GameRules<unknown>],
  ])('of the %s is always one of its outcomes, and pays whole won that are not below zero', (_name, rules) => {
    const outcomes = new Set([...rules.outcomes()].map(({ outcome }) => JSON.stringify(outcome)))
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat()), fc.constantFrom(...stakes), (stream, stake) => {
        const outcome = rules.draw((below) => stream.next().value % below)
        expect(outcomes).toContain(JSON.stringify(outcome))
        for (const choice of rules.choices) {
          const hundredths = rules.payoutHundredths(outcome, choice)
          expect((stake * hundredths) % 100).toBe(0)
          expect(calculatePayout(stake, hundredths)).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })

  it('comes out as often as its weight says', () => {
    const reels = [...Array(20).keys()].map((stop) => slotRules.draw(createDraws(stop, 0, 0))[0])
    expect(reels.filter((symbol) => symbol === 'seven')).toHaveLength(1)
    expect(reels.filter((symbol) => symbol === 'cherry')).toHaveLength(6)
  })

  it('pays three sevens four hundred times the stake, two cherries once and nothing by accident', () => {
    expect(slotRules.payoutHundredths(['seven', 'seven', 'seven'], 'spin')).toBe(40_000)
    expect(slotRules.payoutHundredths(['cherry', 'bell', 'cherry'], 'spin')).toBe(100)
    expect(slotRules.payoutHundredths(['seven', 'seven', 'bell'], 'spin')).toBe(0)
    expect(slotRules.payoutHundredths(['cherry', 'bell', 'moon'], 'spin')).toBe(0)
  })

  it('takes the jackpot in proportion to the stake', () => {
    expect(winsJackpot(1_000, createDraws(999))).toBe(true)
    expect(winsJackpot(1_000, createDraws(1_000))).toBe(false)
    expect(winsJackpot(50_000, createDraws(49_999))).toBe(true)
    // The largest range that node:crypto's randomInt draws from.
    expect(jackpotOdds).toBeLessThan(2 ** 48)
  })
})
