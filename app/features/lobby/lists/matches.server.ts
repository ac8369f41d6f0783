import type { I18n } from '~/i18n/i18n'
import type { Kind } from '~/upstream/contract/fields/kinds'
import type { MatchSide, Provider, SportMatch } from '~/upstream/contract/fields/provider'
import { hrefWithQuery } from '~/values/addresses'
import { days } from '~/values/durations'
import { launchHref } from '../launch/href'
import { isProviderOpen } from '../provider-state'
import { kindName } from './kinds.server'
import { formatPicks, type LobbyPick, slipHref, togglePick } from './picks'

/** Matches are limited to a few providers, so that several from the same provider can be combined. */
const maxProviders = 3
const maxMatches = 18
const matchSides: readonly MatchSide[] = ['home', 'draw', 'away']

export type MatchData = {
  company: string
  provider: string
  sport: string
  /** Day and time in Seoul; '' if unknown. */
  startsAt: string
  home: string
  away: string
  /** Whether its odds can be picked without leaving the lobby; otherwise they lead to the provider. */
  isPickable: boolean
  sides: readonly { side: string; name: string; odds: string; to: string; isPicked: boolean }[]
}

/** `picked`: the matches, each with the side that was picked. */
export type SlipData = { company: string; provider: string; text: string; picked: string; to: string }

/**
 * The upcoming matches of the first open providers that have any, earliest first, and a slip of the picks for each
 * provider. @param kind the sport; '' for all
 */
export function listMatches(
  list: readonly Provider[],
  { kind, picks, path }: { kind: Kind | ''; picks: readonly LobbyPick[]; path: string },
  i18n: I18n,
  nowMs = Date.now(),
): { matches: MatchData[]; slips: SlipData[] } {
  const open = list.filter(isProviderOpen).map((provider) => ({
    provider,
    matches: (provider.matches ?? []).filter((match) => startOf(match) > nowMs),
  }))
  const offered = (company: string, id: string) =>
    open.find(({ provider }) => String(provider.code) === company)?.matches.find((match) => match.id === id)
  const valid = picks.filter(({ company, match, side }) => offered(company, match)?.odds[side] !== undefined)
  const matches = open
    .map((each) => ({ ...each, matches: each.matches.filter((match) => kind === '' || match.kind === kind) }))
    .filter((each) => each.matches.length > 0)
    .slice(0, maxProviders)
    .flatMap(({ provider, matches }) => matches.map((match) => ({ provider, match })))
    .toSorted((left, right) => startOf(left.match) - startOf(right.match))
    .slice(0, maxMatches)
  const hrefWith = (next: readonly LobbyPick[]) => hrefWithQuery(path, { kind, picks: formatPicks(next) })
  return {
    matches: matches.map(({ provider, match }) => {
      const company = String(provider.code)
      const { id } = match
      return {
        company,
        provider: i18n.localizedName(provider),
        sport: kindName(match.kind, i18n),
        startsAt: startText(match, i18n, nowMs),
        home: i18n.localizedName(match.home),
        away: i18n.localizedName(match.away),
        isPickable: id !== undefined,
        sides: matchSides.flatMap((side) => {
          const odds = match.odds[side]
          if (odds === undefined) return []
          const pick = { company, match: id ?? '', side }
          return [
            {
              side,
              name: i18n.t(`matches.${side}`),
              odds: (odds / 100).toFixed(2),
              to: id === undefined ? launchHref(company, company) : hrefWith(togglePick(valid, pick)),
              isPicked: formatPicks(valid)
                .split(',')
                .includes(formatPicks([pick])),
            },
          ]
        }),
      }
    }),
    slips: [...new Set(valid.map(({ company }) => company))].flatMap((company) => {
      const own = valid.filter((pick) => pick.company === company)
      const provider = open.find((each) => String(each.provider.code) === company)?.provider
      const odds = own.map(({ match, side }) => offered(company, match)?.odds[side] ?? 100)
      const values = { count: own.length, odds: combined(odds) }
      return provider
        ? [
            {
              company,
              provider: i18n.localizedName(provider),
              text: i18n.t('matches.slip', values),
              picked: own.map(({ match, side }) => nameOfPick(offered(company, match), side, i18n)).join(', '),
              to: slipHref(company, own),
            },
          ]
        : []
    }),
  }
}

function nameOfPick(match: SportMatch | undefined, side: MatchSide, i18n: I18n): string {
  const [home, away] = [match?.home, match?.away].map((team) => team && i18n.localizedName(team))
  return `${home} – ${away} ${i18n.t(`matches.${side}`)}`
}

/** The product of the odds, rounded down to a hundredth, as on the slip. */
function combined(odds: readonly number[]): string {
  const product = odds.reduce((all, each) => all * BigInt(each), BigInt(1))
  return (Number(product / BigInt(100) ** BigInt(odds.length - 1)) / 100).toFixed(2)
}

/** A match without a start time comes last. */
const startOf = ({ startsAt }: SportMatch) => (startsAt === '' ? Number.POSITIVE_INFINITY : Date.parse(startsAt))

function startText({ startsAt }: SportMatch, i18n: I18n, nowMs: number): string {
  if (startsAt === '') return ''
  const [day = '', time = ''] = i18n.dateTime(startsAt).split(' ')
  const isOn = (ms: number) => i18n.date(new Date(ms).toISOString()) === day
  if (isOn(nowMs)) return i18n.t('matches.today', { time })
  return isOn(nowMs + days(1)) ? i18n.t('matches.tomorrow', { time }) : `${day} ${time}`
}
