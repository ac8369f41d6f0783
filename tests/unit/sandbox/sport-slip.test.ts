import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sportSlipGame } from '~/embedded/sandbox/sport-slip/game'
import { openFixtures } from '~/embedded/sandbox/sport-slip/matches'
import {
  drawScore,
  type Fixture,
  fixturesOf,
  isRight,
  openFixtureCount,
  paySlip,
  type Score,
  type Sport,
  scoresOf,
  sideOf,
  sides,
} from '~/embedded/sandbox/sport-slip/rules'
import { playTexts } from '~/embedded/sandbox/texts'
import { sportProviders } from '~/embedded/seed/sandbox-games'
import { locales } from '~/i18n/locale'
import { createRandomInt } from '~/ui/artwork/random'
import { combineOdds } from '~/values/amount'
import { memoize } from '~/values/memoize'
import { daysBefore } from '~/values/seoul'

const lobbyOf = (code: string) => {
  const kinds = sportProviders.find((provider) => provider.code === code)?.kinds ?? []
  return { code, sports: kinds as readonly Sport[] }
}
const football = lobbyOf('ondeul-sports')

const matchdays = fc
  .record({ code: fc.constantFrom(...sportProviders.map(({ code }) => code)), ago: fc.nat(3_000), hour: fc.nat(6) })
  .map(({ code, ago, hour }) =>
    fixturesOf(lobbyOf(code), daysBefore('2026-11-22', ago)).slice(hour, hour + openFixtureCount),
  )

const chancesOfScores = memoize((scores: readonly Score[]) => {
  const all = scores.reduce((sum, { weight }) => sum + weight, 0)
  const chance = memoize(
    (side: string) =>
      scores.reduce((sum, { home, away, weight }) => (sideOf(home, away) === side ? sum + weight : sum), 0) / all,
  )
  return { all, chance }
})
const chancesOf = (fixture: Fixture) => chancesOfScores(scoresOf(fixture))

describe('a provider’s matches', () => {
  it('are the same all day, differ the next day and at other providers, and cover all of its sports', () => {
    const day = '2026-11-22'
    const teams = (fixtures: Fixture[]) => JSON.stringify(fixtures.map(({ home, away }) => [home, away]))
    const first = teams(fixturesOf(football, day))
    expect(teams(fixturesOf(football, day))).toBe(first)
    expect(teams(fixturesOf(football, '2026-11-23'))).not.toBe(first)
    expect(teams(fixturesOf({ ...football, code: 'gyeorugi' }, day))).not.toBe(first)
    for (const { code } of sportProviders) {
      const sports = fixturesOf(lobbyOf(code), day).map(({ sport }) => sport)
      expect(new Set(sports)).toEqual(new Set(lobbyOf(code).sports))
    }
  })

  it('accept bets until they start, always the next six with each team once, and draws only in football', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...sportProviders),
        fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }),
        (provider, now) => {
          const open = openFixtures(provider, now.getTime())
          const starts = open.map(({ startsAt }) => Date.parse(startsAt) - now.getTime())
          expect(starts).toHaveLength(openFixtureCount)
          expect(starts).toEqual(starts.toSorted((a, b) => a - b))
          expect(starts[0]).toBeGreaterThan(0)
          expect(starts.at(-1)).toBeLessThanOrEqual(openFixtureCount * 3_600_000)
          for (const { sport, odds } of open) expect(odds.draw !== undefined).toBe(sport === 'football')
        },
      ),
    )
    fc.assert(
      fc.property(matchdays, (fixtures) => {
        expect(new Set(fixtures.flatMap(({ home, away }) => [home, away])).size).toBe(2 * openFixtureCount)
      }),
    )
  })
})

describe('a fixture’s odds', () => {
  it('return between 94 and 95 % on every side, with probabilities that add up to one', () => {
    fc.assert(
      fc.property(matchdays, (fixtures) => {
        for (const fixture of fixtures) {
          const { all, chance } = chancesOf(fixture)
          // The largest range that node:crypto's randomInt supports. Odds are also exact below it.
          expect(all * 100).toBeLessThan(2 ** 48)
          expect(sides.reduce((sum, side) => sum + chance(side), 0)).toBeCloseTo(1, 12)
          for (const side of sides) {
            const odds = fixture.odds[side]
            expect(odds === undefined).toBe(chance(side) === 0)
            if (odds === undefined) continue
            expect(odds).toBeGreaterThan(100)
            // Rounding reduces the odds by less than 0.01.
            expect(chance(side) * odds * 100).toBeGreaterThanOrEqual(9_400)
            expect(chance(side) * odds * 100).toBeLessThanOrEqual(9_500)
          }
        }
      }),
    )
  })

  it('match the drawn scores, each of which has as many numbers as its weight', () => {
    const scores = scoresOf({ sport: 'tennis', home: 0, away: 1 })
    const starts = scores.map((_, index) => scores.slice(0, index).reduce((sum, { weight }) => sum + weight, 0))
    for (const [index, { home, away, weight }] of scores.entries()) {
      const first = starts[index] ?? 0
      for (const place of [first, first + weight - 1]) expect(drawScore(() => place, scores)).toEqual([home, away])
    }
  })
})

/** Picks on some fixtures of a matchday. */
const combinations = fc
  .tuple(
    matchdays,
    fc.array(fc.nat(99), { minLength: openFixtureCount, maxLength: openFixtureCount }),
    fc.integer({ min: 2, max: 6 }),
  )
  .map(([fixtures, places, count]) =>
    fixtures.slice(0, count).map((fixture, index) => {
      const offered = sides.filter((side) => fixture.odds[side] !== undefined)
      const side = offered[(places[index] ?? 0) % offered.length] ?? 'home'
      return { fixture, side, odds: fixture.odds[side] ?? 0 }
    }),
  )

describe('a combined bet', () => {
  it('multiplies the odds of its fixtures, rounded down to a hundredth, exactly even for six of the longest', () => {
    expect(combineOdds([185])).toBe(185)
    expect(combineOdds([185, 210])).toBe(388)
    expect(combineOdds([101, 101, 101])).toBe(103)
    expect(combineOdds(Array(6).fill(9_999))).toBe(Number(9_999n ** 6n / 100n ** 5n))
  })

  it('pays its odds if all picks are right, and nothing if one is wrong', () => {
    fc.assert(
      fc.property(combinations, fc.string(), (bets, seed) => {
        const draw = createRandomInt(seed)
        const legs = bets.map(({ fixture, side, odds }) => ({
          ...fixture,
          side,
          odds,
          score: drawScore(draw, scoresOf(fixture)),
        }))
        const paid = paySlip({ legs })
        expect(paid).toBe(legs.every(isRight) ? combineOdds(bets.map(({ odds }) => odds)) : 0)
      }),
    )
  })

  it('returns the product of its picks’ returns minus rounding, within the range stated on the page', () => {
    const seen = new Map<number, number[]>()
    fc.assert(
      fc.property(combinations, (bets) => {
        const chances = bets.map(({ fixture, side }) => chancesOf(fixture).chance(side))
        const chance = chances.reduce((product, each) => product * each, 1)
        const fair = bets.reduce((product, { odds }, index) => (product * odds * (chances[index] ?? 0)) / 100, 1)
        const returned = (chance * combineOdds(bets.map(({ odds }) => odds))) / 100
        expect(returned).toBeLessThanOrEqual(fair + 1e-9)
        expect(returned).toBeGreaterThan(fair - chance / 100 - 1e-9)
        expect(fair).toBeGreaterThanOrEqual(0.94 ** bets.length)
        expect(fair).toBeLessThanOrEqual(0.95 ** bets.length + 1e-9)
        seen.set(bets.length, [...(seen.get(bets.length) ?? []), returned * 100])
      }),
      { numRuns: 1_000 },
    )
    const stated = [
      ...playTexts('ko')
        .t('slip.return')
        .matchAll(/(\d+)~(\d+)%/g),
    ].slice(1)
    expect(stated).toHaveLength(3)
    for (const [index, [, least, most]] of stated.entries()) {
      const returns = seen.get([2, 3, 6][index] ?? 0) ?? []
      expect(Math.round(Math.min(...returns))).toBeGreaterThanOrEqual(Number(least))
      expect(Math.round(Math.max(...returns))).toBeLessThanOrEqual(Number(most))
    }
  })

  it('is listed with its matches, picks and odds in at most 200 characters a line, in every language', () => {
    for (const locale of locales) {
      const longest = fixturesOf(football, '2026-11-22')
        .slice(0, openFixtureCount)
        .map((fixture) => ({
          ...fixture,
          odds: 1_234,
          side: 'away',
          score: [1, 0],
        }))
      const named = (legs: unknown[]) => sportSlipGame.nameInHistory({ outcome: { legs }, choice: '' }, locale)
      const names = playTexts(locale).t('slip.teams').split(' ')
      const byLength = names
        .map((_, team) => team)
        .toSorted((a, b) => (names[b]?.length ?? 0) - (names[a]?.length ?? 0))
      const legs = longest.map((leg, index) => ({ ...leg, home: byLength[2 * index], away: byLength[2 * index + 1] }))
      const lines = named(legs)
      expect(lines, locale).toHaveLength(1 + openFixtureCount)
      expect(Math.max(...lines.map(({ length }) => length)), locale).toBeLessThanOrEqual(200)
      for (const [index, { home = 0, away = 0 }] of legs.entries())
        expect(lines[index + 1]).toContain(`${names[home]} – ${names[away]}`)
    }
    const [fixture] = fixturesOf(football, '2026-11-22')
    const leg = { ...fixture, home: 0, away: 1, odds: 185, side: 'home', score: [2, 1] }
    expect(sportSlipGame.nameInHistory({ outcome: { legs: [leg] }, choice: '' }, 'ko')).toEqual([
      '설악 – 섬진 · 설악 승 1.85',
    ])
    // The stored format of rounds before combined bets existed.
    expect(sportSlipGame.nameInHistory({ outcome: leg, choice: '' }, 'ko')).toEqual(['설악 – 섬진 · 설악 승 1.85'])
  })
})
