import type { I18n } from '~/i18n/i18n'
import { findByCode } from '~/server/request-info/query.server'
import type { Kind } from '~/upstream/contract/fields/kinds'
import type { MatchSide, Provider, SportMatch } from '~/upstream/contract/fields/provider'
import { hrefWithQuery } from '~/values/addresses'
import { formatOdds } from '~/values/amount'
import { days } from '~/values/durations'
import type { MemberGames, OpenBet } from '../favourites/load.server'
import { launchHref } from '../launch/href'
import { isProviderOpen, kindName } from './kinds.server'
import { formatPicks, type LobbyPick, slipHref, togglePick } from './picks'

/** The maximum number of providers. It is low, because only matches of the same provider can be combined in a bet. */
const maxProviders = 3
const maxMatches = 18
const matchSides: readonly MatchSide[] = ['home', 'draw', 'away']

export type MatchData = ReturnType<typeof listMatches>['matches'][number]
export type SlipsData = ReturnType<typeof listMatches>['slips']

type Requested = { kind: Kind | ''; picks: readonly LobbyPick[]; openBets?: readonly OpenBet[]; path: string }

/**
 * Returns the upcoming matches of the first open providers that have any, earliest first, and a slip of the picks for
 * each provider. @param kind the sport, or '' for all
 */
export function listMatches(
  list: readonly Provider[],
  { kind, picks, openBets = [], path }: Requested,
  i18n: I18n,
  nowMs = Date.now(),
) {
  const open = list.filter(isProviderOpen).map((provider) => ({
    provider,
    matches: (provider.matches ?? []).filter((match) => startOf(match) > nowMs),
  }))
  const valid = picks.flatMap((pick) => {
    const { provider, matches } = open.find((each) => String(each.provider.code) === pick.company) ?? {}
    const match = matches?.find(({ id }) => id === pick.match)
    const odds = match?.odds[pick.side]
    return provider && match && odds !== undefined ? { ...pick, provider, teams: match, odds } : []
  })
  const matches = open
    .map((each) => ({ ...each, matches: each.matches.filter((match) => kind === '' || match.kind === kind) }))
    .filter((each) => each.matches.length > 0)
    .slice(0, maxProviders)
    .flatMap(({ provider, matches }) => matches.map((match) => ({ provider, match })))
    .toSorted((left, right) => startOf(left.match) - startOf(right.match))
    .slice(0, maxMatches)
  const providers = [...new Set(valid.map(({ provider }) => provider))]
  const hrefWith = (next: readonly LobbyPick[]) => hrefWithQuery(path, { kind, picks: formatPicks(next) })
  const slips = providers.map((provider) => {
    const own = valid.filter((each) => each.provider === provider)
    const company = String(provider.code)
    const odds = combined(own.map((each) => each.odds))
    return {
      company,
      provider: i18n.localizedName(provider),
      text: i18n.t('matches.slip', { count: own.length, odds: formatOdds(odds) }),
      returns: i18n.t('matches.returns', { stake: i18n.won(1_000), amount: i18n.won(10 * odds) }),
      picks: own.map((pick) => {
        const teams = { home: i18n.localizedName(pick.teams.home), away: i18n.localizedName(pick.teams.away) }
        const name = `${teams.home} – ${teams.away}`
        const side = pick.side === 'draw' ? i18n.t('matches.drawn') : i18n.t('matches.win', { team: teams[pick.side] })
        const removal = { to: hrefWith(togglePick(valid, pick)), label: i18n.t('matches.remove', { match: name }) }
        return { name, texts: [side, formatOdds(pick.odds)], removal }
      }),
      to: slipHref(company, own),
      emptied: hrefWith(valid.filter((each) => each.provider !== provider)),
    }
  })
  return {
    matches: matches.map(({ provider, match }) => {
      const company = String(provider.code)
      const { id } = match
      const isOnMatch = (each: LobbyPick) => each.company === company && each.match === id
      const bets = openBets.filter(isOnMatch)
      const picked = valid.filter(isOnMatch)
      const isPickable = id !== undefined && bets.length === 0
      const hrefOf = (side: MatchSide) => {
        if (isPickable) return hrefWith(togglePick(valid, { company, match: id, side }))
        // A provider may accept only one bet per match. If the member has one, the odds are plain text.
        return bets.length > 0 ? undefined : launchHref(company, company)
      }
      return {
        company,
        provider: i18n.localizedName(provider),
        kind: match.kind,
        sport: kindName(match.kind, i18n),
        // The day and time in Seoul, or '' if unknown.
        startsAt: startText(match, i18n, nowMs),
        home: i18n.localizedName(match.home),
        away: i18n.localizedName(match.away),
        // True if a side can be picked without leaving the lobby.
        isPickable,
        betText: bets.length > 0 ? i18n.t('matches.ownBet') : '',
        sides: matchSides.flatMap((side) => {
          const odds = match.odds[side]
          if (odds === undefined) return []
          const ownBet = bets.find((bet) => bet.side === side)
          return [
            {
              side,
              name: i18n.t(`matches.${side}`),
              odds: formatOdds(odds),
              to: hrefOf(side),
              bet: ownBet && {
                stake: ownBet.stake === undefined ? i18n.t('matches.ownBet') : i18n.number(ownBet.stake),
              },
              isPicked: picked.some((each) => each.side === side),
            },
          ]
        }),
      }
    }),
    slips: {
      list: slips,
      ...slipsText(slips.length, valid.length, i18n),
    },
  }
}

function slipsText(slips: number, count: number, { t }: I18n): { title: string; note: string } {
  if (slips === 0) return { title: t('matches.slip.title'), note: t('matches.slip.empty') }
  if (slips === 1) return { title: t('matches.slip.picked', { count }), note: '' }
  return { title: t('matches.slips', { count, slips }), note: t('matches.separate') }
}

/** Summarizes the member's open bets, with their next listed match. Null if there are none. */
export function toOpenBetsText(
  { openBets = [], openBetSums }: Pick<MemberGames, 'openBets' | 'openBetSums'>,
  list: readonly Provider[],
  i18n: I18n,
  nowMs = Date.now(),
) {
  if (!openBetSums) return null
  const { t, won } = i18n
  const { bets, stake, payout } = openBetSums
  const [next] = openBets
    .flatMap(({ company, match }) => findByCode(list, company)?.matches?.filter(({ id }) => id === match) ?? [])
    .filter((match) => match.startsAt && startOf(match) > nowMs)
    .toSorted((left, right) => startOf(left) - startOf(right))
  const returns = t(bets === 1 ? 'matches.open.returns' : 'matches.open.total', { amount: won(payout) })
  const start = next && t('matches.open.next', { start: startText(next, i18n, nowMs) })
  return {
    title: t('matches.open', { count: bets }),
    details: [won(stake), returns, start].filter(Boolean).join(' · '),
    settled: [won(stake), t('matches.open.settled')].join(' · '),
  }
}

/** Returns the product of the odds, rounded down to a hundredth, as on the slip. */
function combined(odds: readonly number[]): number {
  const product = odds.reduce((all, each) => all * BigInt(each), BigInt(1))
  return Number(product / BigInt(100) ** BigInt(odds.length - 1))
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
