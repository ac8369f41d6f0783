import { LRUCache } from 'lru-cache'
import { sportKinds } from '~/upstream/contract/fields/kinds'
import type { SportMatch } from '~/upstream/contract/fields/provider'
import { days, hours } from '~/values/durations'
import { memoize } from '~/values/memoize'
import { type Day, toSeoulDay } from '~/values/seoul'
import type { Provider } from '../../seed/sandbox-games'
import { type PlayTexts, playTexts } from '../texts'
import { type Fixture, fixturesInDay, fixturesOf, openFixtureCount } from './rules'

export function openFixtures(provider: Provider, nowMs: number): readonly Fixture[] {
  return fixturesAfter(provider, nowMs, openFixtureCount)
}

/** Lists the last day's matches that have begun. */
export function begunFixtures(provider: Provider, nowMs: number): readonly Fixture[] {
  return fixturesAfter(provider, nowMs - days(1), fixturesInDay)
}

function fixturesAfter(provider: Provider, timeMs: number, count: number): readonly Fixture[] {
  return [timeMs, timeMs + days(1)]
    .flatMap((time) => fixturesOfDay(provider)(toSeoulDay(time)))
    .filter(({ startsAt }) => Date.parse(startsAt) > timeMs)
    .slice(0, count)
}

const fixturesOfDay = memoize(({ code, kinds }: Provider) => {
  const sports = sportKinds.filter((kind) => kinds.includes(kind))
  const fixtures = new LRUCache<Day, Fixture[]>({ max: 3 })
  return (day: Day) => {
    const known = fixtures.get(day) ?? fixturesOf({ code, sports }, day)
    fixtures.set(day, known)
    return known
  }
})

export const teamName = (team: number, { t }: PlayTexts): string => t('slip.teams').split(' ')[team] ?? ''

const teamNames = (team: number) => ({
  nameKo: teamName(team, playTexts('ko')),
  nameEn: teamName(team, playTexts('en')),
})

/** Lists the matches that accept bets, and before them those that began in the last three hours, one per hour. */
export function listMatches(provider: Provider, nowMs: number): SportMatch[] {
  return fixturesAfter(provider, nowMs - hours(3), openFixtureCount + 3).map(
    ({ id, sport, home, away, startsAt, odds: { home: homeOdds = 100, draw, away: awayOdds = 100 } }) => ({
      id,
      kind: sport,
      startsAt,
      home: teamNames(home),
      away: teamNames(away),
      odds: { home: homeOdds, draw, away: awayOdds },
    }),
  )
}
