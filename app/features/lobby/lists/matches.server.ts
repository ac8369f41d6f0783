import type { I18n } from '~/i18n/i18n'
import type { Kind } from '~/upstream/contract/fields/kinds'
import type { Provider, SportMatch } from '~/upstream/contract/fields/provider'
import { isProviderOpen } from '../provider-state'
import { kindName } from './kinds.server'

const maxMatches = 8

export type MatchCardData = {
  company: string
  provider: string
  sport: string
  /** Its start in Seoul, with the day unless it is that of the first match; '' where unknown. */
  startsAt: string
  teams: string
  odds: readonly { side: string; odds: string }[]
}

/** The matches of the open providers, earliest first. @param kind the sport; '' for all */
export function listMatches(
  list: readonly Provider[],
  kind: Kind | '',
  i18n: I18n,
): { title: string; matches: MatchCardData[] } {
  const offered = list
    .filter(isProviderOpen)
    .flatMap((provider) => (provider.matches ?? []).map((match) => ({ provider, match })))
    .filter(({ match }) => kind === '' || match.kind === kind)
  const soonest = offered.toSorted((left, right) => startOf(left.match) - startOf(right.match)).slice(0, maxMatches)
  const [first] = soonest
  const day = first?.match.startsAt ? i18n.date(first.match.startsAt) : ''
  return {
    title: [i18n.t('matches.heading'), day].filter(Boolean).join(' · '),
    matches: soonest.map(({ provider, match }) => ({
      company: String(provider.code),
      provider: i18n.localizedName(provider),
      sport: kindName(match.kind, i18n),
      startsAt: startText(match, i18n, day),
      teams: i18n.t('matches.teams', { home: i18n.localizedName(match.home), away: i18n.localizedName(match.away) }),
      odds: (['home', 'draw', 'away'] as const).flatMap((side) => {
        const odds = match.odds[side]
        return odds === undefined ? [] : [{ side: i18n.t(`matches.${side}`), odds: (odds / 100).toFixed(2) }]
      }),
    })),
  }
}

/** A match without a start comes last. */
const startOf = ({ startsAt }: SportMatch) => (startsAt === '' ? Number.POSITIVE_INFINITY : Date.parse(startsAt))

function startText({ startsAt }: SportMatch, i18n: I18n, dayOfFirst: string): string {
  if (startsAt === '') return ''
  const [day = '', time = ''] = i18n.dateTime(startsAt).split(' ')
  return day === dayOfFirst ? time : `${day.slice('YYYY-'.length)} ${time}`
}
