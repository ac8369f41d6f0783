import { sportKinds } from '~/upstream/contract/fields/kinds'
import type { SportMatch } from '~/upstream/contract/fields/provider'
import type { Day } from '~/values/seoul'
import type { Provider } from '../../seed/catalogue'
import { type PlayTexts, playTexts } from '../texts'
import { type Fixture, fixturesOf } from './rules'

/** The fixtures of one matchday of a sport provider. @param matchday from 1 */
export function fixturesOfProvider({ code, kinds }: Provider, day: Day, matchday: number): Fixture[] {
  const sports = sportKinds.filter((kind) => kinds.includes(kind))
  return fixturesOf({ code, sports }, day, matchday)
}

export function teamName(team: number, { t }: PlayTexts): string {
  return t('slip.teams').split(' ')[team] ?? ''
}

const teamNames = (team: number) => ({
  nameKo: teamName(team, playTexts('ko')),
  nameEn: teamName(team, playTexts('en')),
})

export function createMatchLists(): (provider: Provider, day: Day) => readonly SportMatch[] {
  const lists = new Map<string, readonly SportMatch[]>()
  let listedDay: Day | undefined
  return (provider, day) => {
    if (listedDay !== day) lists.clear()
    listedDay = day
    const known = lists.get(provider.code)
    if (known) return known
    const matches = fixturesOfProvider(provider, day, 1).map(
      ({ sport, home, away, startsAt, odds: { home: homeOdds = 100, draw, away: awayOdds = 100 } }): SportMatch => ({
        kind: sport,
        startsAt: `${day}T${startsAt}:00+09:00`,
        home: teamNames(home),
        away: teamNames(away),
        odds: { home: homeOdds, draw, away: awayOdds },
      }),
    )
    lists.set(provider.code, matches)
    return matches
  }
}
