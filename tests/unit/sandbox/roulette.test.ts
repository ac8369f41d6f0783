import { expect, it } from 'vitest'
import { stakes } from '~/embedded/sandbox/payout'
import { colourOf, groups, numbers, payRoulette, returnPercent, wheel } from '~/embedded/sandbox/roulette/rules'

const bets = [...groups, ...numbers.map(String)]

it('the roulette wheel has every number once and a single zero, and alternates red and black', () => {
  expect([...wheel].sort((a, b) => a - b)).toEqual([...Array(37).keys()])
  expect(colourOf(0)).toBe('green')
  const colours = wheel.slice(1).map(colourOf)
  expect(colours.filter((colour) => colour === 'red')).toHaveLength(18)
  for (const [index, colour] of colours.entries()) if (index > 0) expect(colour).not.toBe(colours[index - 1])
})

it('roulette returns 97.30 % of every bet over all 37 pockets, in whole won for every stake', () => {
  for (const bet of bets) {
    const paid = wheel.map((pocket) => payRoulette(pocket, bet))
    expect(paid.reduce((sum, each) => sum + each, 0) / wheel.length, bet).toBeCloseTo(97.2973, 4)
    for (const stake of stakes) expect(paid.filter((hundredths) => (stake * hundredths) % 100 !== 0)).toEqual([])
  }
  expect(returnPercent).toBe('97.30')
})
