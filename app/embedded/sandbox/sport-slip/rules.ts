import { z } from 'zod'
import { createRandomInt, hashText } from '~/ui/artwork/random'
import { sportKinds } from '~/upstream/contract/fields/kinds'
import { combineOdds } from '~/values/amount'
import { minutes } from '~/values/durations'
import { memoize } from '~/values/memoize'
import type { Day } from '~/values/seoul'
import type { Draw } from '../payout'

/** Fixtures of a sports lobby. The teams' strengths set the weight of each score, and the weights set the odds. */

export type Sport = (typeof sportKinds)[number]

export const sides = ['home', 'draw', 'away'] as const
export type Side = (typeof sides)[number]

/** The odds of each side that accepts bets, in hundredths and including the stake: 185 is 1.85. */
type Odds = Readonly<Partial<Record<Side, number>>>

/** `startsAt` is in ISO 8601. Bets are accepted only until then. */
export type Fixture = { id: string; sport: Sport; home: number; away: number; startsAt: string; odds: Odds }

export type Score = { home: number; away: number; weight: number }

const count = z.int().min(0)
export const scoreSchema = z.tuple([count, count])
/** A chosen side of a fixture. It has no score before the slip is settled. Older legs have no start time. */
export const legSchema = z.object({
  id: z.string(),
  sport: z.enum(sportKinds),
  home: count,
  away: count,
  side: z.enum(sides),
  odds: z.int().min(100),
  startsAt: z.string().optional(),
  score: scoreSchema.optional(),
})
export type Leg = z.output<typeof legSchema>

export type SlipRound = { legs: readonly Leg[] }

/** The number of a provider's next fixtures that accept bets. */
export const openFixtureCount = 6

const matchMinutes = 30

export const fixturesInDay = 24
const teamCount = 24

const returnHundredths = 95

/** Scores are points distributed around a mean, or sets played until one side has won enough. */
type Scoring = { mean: number; edge: number; most: number; base?: number; draws?: boolean } | { setsToWin: number }

/** `edge` is the change in the mean per step of strength, as a fraction. Both sides start with `base` points. */
const scoring: Readonly<Record<Sport, Scoring>> = {
  football: { mean: 1.35, edge: 0.07, most: 7, draws: true },
  baseball: { mean: 4.5, edge: 0.04, most: 16 },
  basketball: { mean: 22, edge: 0.02, most: 50, base: 58 },
  hockey: { mean: 2.9, edge: 0.04, most: 11 },
  volleyball: { setsToWin: 3 },
  tennis: { setsToWin: 2 },
  esports: { setsToWin: 2 },
  racing: { setsToWin: 2 },
}

const maxLead = 5

function leadOf(sport: Sport, home: number, away: number): number {
  const strength = (team: number) => hashText(`${sport} ${team}`) % 9
  return Math.max(-maxLead, Math.min(maxLead, strength(home) - strength(away) + 1))
}

export function scoresOf({ sport, home, away }: Pick<Fixture, 'sport' | 'home' | 'away'>): readonly Score[] {
  return scoresBySport(sport)(leadOf(sport, home, away))
}

const scoresBySport = memoize((sport: Sport) => memoize((lead: number) => createScores(scoring[sport], lead)))

function createScores(rules: Scoring, lead: number): Score[] {
  if ('setsToWin' in rules) return setScores(rules.setsToWin, 50 + 2 * lead)
  const { mean, edge, most, base = 0, draws = false } = rules
  const homePoints = poissonWeights(mean * (1 + edge) ** lead, most)
  const awayPoints = poissonWeights(mean * (1 + edge) ** -lead, most)
  const scores = homePoints.flatMap((homeWeight, homeCount) =>
    awayPoints.map((awayWeight, awayCount) => ({
      home: base + homeCount,
      away: base + awayCount,
      weight: homeWeight * awayWeight,
    })),
  )
  return scores.filter(({ home, away, weight }) => weight > 0 && (draws || home !== away))
}

function poissonWeights(mean: number, most: number): number[] {
  const weights = [1]
  for (let count = 1; count <= most; count++) weights.push(((weights[count - 1] ?? 0) * mean) / count)
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => Math.round((10_000 * weight) / sum))
}

/** Returns the possible scores when `toWin` sets win a match. @param percent the home side's chance to win a set */
function setScores(toWin: number, percent: number): Score[] {
  const scores: Score[] = []
  // The winner wins the last set. There are `ways` possible orders of the sets before it.
  for (let lost = 0, ways = 1; lost < toWin; lost++) {
    const weight = (won: number, opposed: number) => ways * won ** toWin * opposed ** lost * 100 ** (toWin - 1 - lost)
    scores.push({ home: toWin, away: lost, weight: weight(percent, 100 - percent) })
    scores.push({ home: lost, away: toWin, weight: weight(100 - percent, percent) })
    ways = (ways * (toWin + lost)) / (lost + 1)
  }
  return scores
}

export const sideOf = (home: number, away: number): Side => (home > away ? 'home' : home < away ? 'away' : 'draw')

/** Returns the odds of each side: 0.95 divided by its probability, rounded down to a hundredth. */
const oddsOf = memoize((scores: readonly Score[]): Odds => {
  const weights: Partial<Record<Side, number>> = {}
  let all = 0
  for (const { home, away, weight } of scores) {
    const side = sideOf(home, away)
    weights[side] = (weights[side] ?? 0) + weight
    all += weight
  }
  return Object.fromEntries(
    sides.flatMap((side) => {
      const weight = weights[side]
      return weight === undefined ? [] : [[side, Math.floor((returnHundredths * all) / weight)]]
    }),
  )
})

/** Returns a day's fixtures, one per hour and always the same. Each team plays once every twelve hours. */
export function fixturesOf(provider: { code: string; sports: readonly Sport[] }, day: Day): Fixture[] {
  const random = createRandomInt(`${provider.code} ${day}`)
  const minute = 15 * (hashText(provider.code) % 4)
  let free: number[] = []
  const pick = () => free.splice(random(free.length), 1)[0] ?? 0
  return Array.from({ length: fixturesInDay }, (_, hour) => {
    if (free.length === 0) free = [...Array(teamCount).keys()]
    const sport = provider.sports[hour % provider.sports.length] ?? 'football'
    const teams = { home: pick(), away: pick() }
    const time = [hour, minute].map((count) => String(count).padStart(2, '0')).join(':')
    const odds = oddsOf(scoresOf({ sport, ...teams }))
    return { id: `${day}.${hour}`, sport, ...teams, startsAt: `${day}T${time}:00+09:00`, odds }
  })
}

/** Returns the end of a slip's last match, in milliseconds since 1970. */
export function endOf({ legs }: SlipRound): number {
  return Math.max(...legs.map(({ startsAt = '' }) => Date.parse(startsAt))) + minutes(matchMinutes)
}

export function drawScore(draw: Draw, scores: readonly Score[]): [home: number, away: number] {
  let place = draw(scores.reduce((sum, { weight }) => sum + weight, 0))
  for (const { home, away, weight } of scores) {
    if (place < weight) return [home, away]
    place -= weight
  }
  throw new RangeError('score: drawn value is above the last one')
}

export function isRight({ score, side }: Pick<Leg, 'score' | 'side'>): boolean {
  return score !== undefined && sideOf(...score) === side
}

/** Returns a bet's payout in hundredths of the stake. It is 0 unless all legs have won. */
export const paySlip = ({ legs }: SlipRound): number =>
  legs.every(isRight) ? combineOdds(legs.map(({ odds }) => odds)) : 0
