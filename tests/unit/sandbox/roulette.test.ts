import { describe, expect, it } from 'vitest'
import { stakes } from '~/embedded/sandbox/payout'
import {
  colourOf,
  coveredBy,
  groups,
  numbers,
  payRoulette,
  returnPercent,
  wheel,
} from '~/embedded/sandbox/roulette/rules'

const bets = [...groups, ...numbers.map(String)]

describe('the wheel of roulette', () => {
  it('has every number once, one zero, and red and black by turns', () => {
    expect([...wheel].sort((a, b) => a - b)).toEqual([...Array(37).keys()])
    expect(colourOf(0)).toBe('green')
    const colours = wheel.slice(1).map(colourOf)
    expect(colours.filter((colour) => colour === 'red')).toHaveLength(18)
    for (const [index, colour] of colours.entries()) if (index > 0) expect(colour).not.toBe(colours[index - 1])
  })
})

describe('what roulette pays', () => {
  it('is 35 to 1 on a number, 2 to 1 on twelve and evens on eighteen, and a zero takes all but a bet on it', () => {
    expect([
      payRoulette(17, '17'),
      payRoulette(17, 'second'),
      payRoulette(17, 'middle'),
      payRoulette(17, 'black'),
    ]).toEqual([3_600, 300, 300, 200])
    expect(bets.filter((bet) => payRoulette(0, bet) > 0)).toEqual(['0'])
    expect(coveredBy('green')).toEqual([])
  })

  it('comes to 97.30 % of every bet over all 37 pockets, in whole won for every stake', () => {
    for (const bet of bets) {
      const paid = wheel.map((pocket) => payRoulette(pocket, bet))
      expect(paid.reduce((sum, each) => sum + each, 0) / wheel.length, bet).toBeCloseTo(97.2973, 4)
      for (const stake of stakes) expect(paid.filter((hundredths) => (stake * hundredths) % 100 !== 0)).toEqual([])
    }
    expect(returnPercent).toBe('97.30')
  })

  it('covers each number by one colour, one half, one dozen and one column, and is even or odd', () => {
    for (const number of numbers.slice(1))
      expect(groups.filter((group) => coveredBy(group).includes(number))).toHaveLength(5)
  })
})
