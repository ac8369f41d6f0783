import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stakes } from '~/embedded/play/payout'
import {
  drawScore,
  type Fixture,
  fixturesInMatchday,
  fixturesOf,
  matchdayOf,
  paySlip,
  type Sport,
  scoresOf,
  sideOf,
  sides,
  teamCount,
} from '~/embedded/play/sport-slip/rules'
import { playTexts } from '~/embedded/play/texts'
import { sportProviders } from '~/embedded/seed/catalogue'
import { locales } from '~/i18n/locale'
import { createRandomInt } from '~/ui/artwork/random'
import { daysBefore } from '~/values/seoul'

const lobbyOf = (code: string) => {
  const kinds = sportProviders.find((provider) => provider.code === code)?.kinds ?? []
  return { code, sports: kinds as readonly Sport[] }
}
const football = lobbyOf('ondeul-sports')

const matchdays = fc
  .record({
    code: fc.constantFrom(...sportProviders.map(({ code }) => code)),
    ago: fc.nat(3_000),
    matchday: fc.integer({ min: 1, max: 40 }),
  })
  .map(({ code, ago, matchday }) => fixturesOf(lobbyOf(code), daysBefore('2026-11-22', ago), matchday))

/** The probability of each side, from the weights of all scores. */
function chancesOf(fixture: Fixture) {
  const scores = scoresOf(fixture)
  const all = scores.reduce((sum, { weight }) => sum + weight, 0)
  const chance = (side: string) =>
    scores.reduce((sum, { home, away, weight }) => (sideOf(home, away) === side ? sum + weight : sum), 0) / all
  return { all, chance }
}

describe('a matchday', () => {
  it('has the same fixtures for one provider and day, and others on the next matchday, day and provider', () => {
    const day = '2026-11-22'
    const first = JSON.stringify(fixturesOf(football, day, 1))
    expect(JSON.stringify(fixturesOf(football, day, 1))).toBe(first)
    const otherDays = [
      fixturesOf(football, day, 2),
      fixturesOf(football, '2026-11-23', 1),
      fixturesOf({ ...football, code: 'gyeorugi' }, day, 1),
    ]
    const teams = (fixtures: Fixture[]) => JSON.stringify(fixtures.map(({ home, away }) => [home, away]))
    for (const fixtures of otherDays) expect(teams(fixtures)).not.toBe(teams(fixturesOf(football, day, 1)))
  })

  it('is made of the sports of its provider, each team playing once, and only football can be drawn', () => {
    fc.assert(
      fc.property(matchdays, (fixtures) => {
        expect(fixtures).toHaveLength(fixturesInMatchday)
        expect(new Set(fixtures.flatMap(({ home, away }) => [home, away])).size).toBe(2 * fixturesInMatchday)
        for (const { sport, odds } of fixtures) expect(odds.draw !== undefined).toBe(sport === 'football')
      }),
    )
    for (const { code } of sportProviders) {
      const { sports } = lobbyOf(code)
      expect([...new Set(fixturesOf(lobbyOf(code), '2026-11-22', 1).map(({ sport }) => sport))]).toEqual(sports)
    }
  })

  it('is followed by the next one when all its fixtures are played, and by the first one at midnight', () => {
    const played = (day: string, matchday: number, count: number) => fixturesOf(football, day, matchday).slice(0, count)
    const [today, tomorrow] = ['2026-11-22', '2026-11-23']
    expect(matchdayOf(today, [])).toBe(1)
    expect(matchdayOf(today, played(today, 1, 5))).toBe(1)
    expect(matchdayOf(today, played(today, 1, 6))).toBe(2)
    // Of long play only the latest rounds are at hand.
    expect(matchdayOf(today, [...played(today, 11, 6), ...played(today, 12, 2)])).toBe(12)
    expect(matchdayOf(tomorrow, played(today, 1, 6))).toBe(1)
  })

  it('names its teams in every language, no two alike', () => {
    for (const locale of locales) {
      const names = playTexts(locale).t('slip.teams').split(' ')
      expect(names).toHaveLength(teamCount)
      expect(names.every((name) => name.length > 1 && name.length < 11)).toBe(true)
      expect(new Set(names).size).toBe(teamCount)
    }
  })
})

describe('the odds of a fixture', () => {
  it('return between 94 and 95 % on every side, and their probabilities add up to one', () => {
    fc.assert(
      fc.property(matchdays, (fixtures) => {
        for (const fixture of fixtures) {
          const { all, chance } = chancesOf(fixture)
          // The widest range that node:crypto's randomInt draws from, and the arithmetic of the odds stays exact.
          expect(all * 100).toBeLessThan(2 ** 48)
          expect(sides.reduce((sum, side) => sum + chance(side), 0)).toBeCloseTo(1, 12)
          for (const side of sides) {
            const odds = fixture.odds[side]
            expect(odds === undefined).toBe(chance(side) === 0)
            if (odds === undefined) continue
            expect(odds).toBeGreaterThan(100)
            // Rounding takes less than 0.01 of odds.
            expect(chance(side) * odds * 100).toBeGreaterThanOrEqual(9_400)
            expect(chance(side) * odds * 100).toBeLessThanOrEqual(9_500)
          }
        }
      }),
    )
  })

  it('are drawn by weight: each score for as many numbers as it weighs', () => {
    const scores = scoresOf({ sport: 'tennis', home: 0, away: 1 })
    const starts = scores.map((_, index) => scores.slice(0, index).reduce((sum, { weight }) => sum + weight, 0))
    for (const [index, { home, away, weight }] of scores.entries()) {
      const first = starts[index] ?? 0
      for (const place of [first, first + weight - 1]) expect(drawScore(() => place, scores)).toEqual([home, away])
    }
  })

  it('pay whole won, never less than nothing, for every stake and score', () => {
    fc.assert(
      fc.property(matchdays, fc.string(), fc.constantFrom(...stakes), (fixtures, seed, stake) => {
        const draw = createRandomInt(seed)
        for (const fixture of fixtures) {
          const score = drawScore(draw, scoresOf(fixture))
          for (const [side, odds] of Object.entries(fixture.odds)) {
            const hundredths = paySlip({ score, side: side as (typeof sides)[number], odds })
            expect((stake * hundredths) % 100).toBe(0)
            expect(hundredths).toBe(side === sideOf(...score) ? odds : 0)
          }
        }
      }),
    )
  })
})
