import { LRUCache } from 'lru-cache'
import { sportKinds } from '~/upstream/contract/fields/kinds'
import type { SportMatch } from '~/upstream/contract/fields/provider'
import { days } from '~/values/durations'
import { memoize } from '~/values/memoize'
import { type Day, toSeoulDay } from '~/values/seoul'
import type { Provider } from '../../seed/catalogue'
import { type PlayTexts, playTexts } from '../texts'
import { type Fixture, fixturesOf, openFixtureCount } from './rules'

export function openFixtures(provider: Provider, nowMs: number): readonly Fixture[] {
  return [nowMs, nowMs + days(1)]
    .flatMap((time) => fixturesOfDay(provider)(toSeoulDay(time)))
    .filter(({ startsAt }) => Date.parse(startsAt) > nowMs)
    .slice(0, openFixtureCount)
}

const fixturesOfDay = memoize(({ code, kinds }: Provider) => {
  const sports = sportKinds.filter((kind) => kinds.includes(kind))
  const fixtures = new LRUCache<Day, Fixture[]>({ max: 2 })
  return (day: Day) => {
    const known = fixtures.get(day) ?? fixturesOf({ code, sports }, day)
    fixtures.set(day, known)
    return known
  }
})

export function teamName(team: number, { t }: PlayTexts): string {
  return t('slip.teams').split(' ')[team] ?? ''
}

const teamNames = (team: number) => ({
  nameKo: teamName(team, playTexts('ko')),
  nameEn: teamName(team, playTexts('en')),
})

export function listMatches(provider: Provider, nowMs: number): SportMatch[] {
  return openFixtures(provider, nowMs).map(
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
