import { href } from 'react-router'
import type { I18n } from '~/i18n/i18n'
import { findByCode } from '~/server/request-info/query.server'
import { kindArtSrc } from '~/ui/artwork/covers/cover-urls'
import type { Kind } from '~/upstream/contract/fields/kinds'
import type { MatchSide, Provider, SportMatch } from '~/upstream/contract/fields/provider'
import { hrefWithQuery } from '~/values/addresses'
import { combineOdds, formatOdds } from '~/values/amount'
import { days } from '~/values/durations'
import { dot, joinParts } from '~/values/parts'
import type { MemberGames, OpenBet } from '../favourites/load.server'
import { launchHref } from '../launch/href'
import { createNameMatcher } from '../search/by-name'
import { isProviderOpen, kindName } from './kinds.server'
import { formatPicks, isSamePick, type LobbyPick, togglePick } from './picks'

const maxMatches = 18
const matchSides: readonly MatchSide[] = ['home', 'draw', 'away']

export type MatchData = ReturnType<typeof listMatches>['matches'][number]
export type SlipsData = ReturnType<typeof listMatches>['slips']

type Requested = {
  kind: Kind | ''
  query?: string
  /** Lists this many upcoming matches instead of those that the query finds. */
  soonest?: number
  picks: readonly LobbyPick[]
  openBets?: readonly OpenBet[]
}

/**
 * Returns the next matches of all open providers, earliest first, and a slip of the picks for each provider.
 * @param kind the sport, or '' for all
 * @param query the name of a team or provider, or '' for all
 */
export function listMatches(
  list: readonly Provider[],
  { kind, query = '', soonest, picks, openBets = [] }: Requested,
  i18n: I18n,
  nowMs = Date.now(),
) {
  const betsOn = (on: Omit<LobbyPick, 'side'>) =>
    openBets.filter(({ company, match }) => company === on.company && match === on.match)
  const find = ({ company, match: matchId, side }: LobbyPick) => {
    const provider = findByCode(list, company)
    const match = provider?.matches?.find(({ id }) => id === matchId)
    return { provider, match, odds: match?.odds[side] }
  }
  const valid = picks.flatMap((pick) => {
    const { provider, match, odds } = find(pick)
    if (!provider || !match || odds === undefined || !isProviderOpen(provider)) return []
    return startOf(match) > nowMs && betsOn(pick).length === 0 ? { ...pick, provider, teams: match, odds } : []
  })
  const dropped = picks.filter((pick) => !valid.some((each) => isSamePick(each, pick)))
  // A full slip loses its first picks, so the dropped ones come first.
  const all = [...dropped, ...valid]
  const name = soonest === undefined ? query : ''
  const isNamed = createNameMatcher(name)
  const upcoming = list
    .filter(isProviderOpen)
    .flatMap((provider) => (provider.matches ?? []).map((match) => ({ provider, match })))
    .filter(({ match }) => startOf(match) > nowMs && (kind === '' || match.kind === kind))
  const matches = upcoming
    .filter(({ provider, match: { home, away } }) => [provider, home, away].some(isNamed))
    .toSorted((left, right) => startOf(left.match) - startOf(right.match))
    .slice(0, soonest ?? maxMatches)
  const providers = [...new Set(valid.map(({ provider }) => provider))]
  const hrefWith = (next: readonly LobbyPick[], q = query) =>
    hrefWithQuery(href('/sport'), { q, kind: q === query ? kind : '', picks: formatPicks(next) })
  const droppedText = (pick: LobbyPick) => {
    const { provider, match } = find(pick)
    const side = sideText(pick.side, i18n.t(`matches.${pick.side}`), i18n)
    const named = { name: provider ? i18n.localizedName(provider) : '', side }
    const closed = match && startOf(match) <= nowMs ? 'matches.begun' : 'matches.closed'
    const reason = i18n.t(betsOn(pick).length > 0 ? 'matches.placed' : closed)
    return { ...(match ? textsOf(pick, match, i18n) : named), reason }
  }
  const slips = providers.map((provider) => {
    const own = valid.filter((each) => each.provider === provider)
    const company = String(provider.code)
    const odds = combineOdds(own.map((each) => each.odds))
    const name = i18n.localizedName(provider)
    return {
      company,
      title: i18n.t('matches.slip', { provider: name, count: own.length }),
      // The only matches that can be combined with these picks. '' if the page lists just them.
      more: query === name ? '' : hrefWith(all, name),
      moreText: i18n.t('matches.more', { provider: name }),
      odds: formatOdds(odds),
      oddsText: i18n.t('matches.odds', { odds: formatOdds(odds) }),
      total: own.length > 1 ? i18n.t('matches.total') : '',
      returns: i18n.t('matches.returns', { stake: i18n.won(1_000), amount: i18n.won(10 * odds) }),
      picks: own.map((pick) => {
        const { name, side } = textsOf(pick, pick.teams, i18n)
        const removal = { to: hrefWith(togglePick(all, pick)), label: i18n.t('matches.remove', { match: name }) }
        return { name, side, odds: formatOdds(pick.odds), removal }
      }),
      to: launchHref(company, company, formatPicks(own)),
    }
  })
  const before = all.map((pick) => (slips.length === 1 && pick.company === slips[0]?.company && find(pick).odds) || 0)
  const isChange = dropped.length > 0 && !before.includes(0)
  return {
    matches: matches.map(({ provider, match }) => {
      const company = String(provider.code)
      const { id } = match
      const bets = id === undefined ? [] : betsOn({ company, match: id })
      const picked = valid.filter((pick) => pick.company === company && pick.match === id)
      const isPickable = id !== undefined && bets.length === 0
      const hrefOf = (side: MatchSide) => {
        if (isPickable) return hrefWith(togglePick(all, { company, match: id, side }))
        // A provider may accept only one bet per match. If the member has one, the odds are plain text.
        return bets.length > 0 ? undefined : launchHref(company, company)
      }
      return {
        company,
        provider: i18n.localizedName(provider),
        kind: match.kind,
        sport: kindName(match.kind, i18n),
        start: dayAndTime(match.startsAt, i18n, nowMs),
        // True if a side can be picked without leaving the lobby.
        isPickable,
        // The label of a match with an open bet of the member, with the stake if known.
        betText: bets[0] ? betText(bets[0], i18n) : '',
        sides: matchSides.flatMap((side) => {
          const odds = match.odds[side]
          if (odds === undefined) return []
          return {
            side,
            name: teamsOf(match, i18n)[side],
            odds: formatOdds(odds),
            to: hrefOf(side),
            // True if the query names this team.
            isFound: name !== '' && side !== 'draw' && Boolean(isNamed(match[side])),
            isOwn: bets.some((bet) => bet.side === side),
            isPicked: picked.some((each) => each.side === side),
          }
        }),
      }
    }),
    slips: {
      list: slips,
      emptied: all.length > 1 && slips.length > 0 ? hrefWith([]) : '',
      dropped: dropped.map(droppedText),
      // The odds with and without the dropped picks, if one slip has all of them.
      change: isChange
        ? i18n.t('matches.dropped.odds', { before: formatOdds(combineOdds(before)), after: slips[0]?.odds ?? '' })
        : '',
      // Until the member confirms that picks were dropped, the slip leads nowhere else.
      confirm: dropped.length > 0 && {
        to: valid.length > 0 ? hrefWith(valid) : `${hrefWith([])}#matches`,
        text: i18n.t(valid.length > 0 ? 'matches.seen' : 'matches.again'),
      },
      ...slipsText(slips.length, valid.length, i18n),
    },
  }
}

const betText = ({ stake }: OpenBet, { t, won }: I18n) =>
  stake === undefined ? t('matches.ownBet') : t('matches.staked', { amount: won(stake) })

const teamsOf = ({ home, away }: SportMatch, { t, localizedName }: I18n) => {
  return { home: localizedName(home), draw: t('matches.draw'), away: localizedName(away) }
}

const matchName = ({ home, away }: SportMatch, { localizedName }: I18n) =>
  `${localizedName(home)} – ${localizedName(away)}`

const textsOf = ({ side }: Pick<LobbyPick, 'side'>, match: SportMatch, i18n: I18n) => ({
  name: matchName(match, i18n),
  side: sideText(side, teamsOf(match, i18n)[side], i18n),
})

const sideText = (side: MatchSide, team: string, { t }: I18n) => (side === 'draw' ? team : t('matches.win', { team }))

function slipsText(slips: number, count: number, { t }: I18n) {
  const isSplit = slips > 1
  return {
    empty: t('matches.slip.empty'),
    split: t('matches.slip.split'),
    title: isSplit ? t('matches.slip.picked', { count, bets: slips }) : t('matches.slip.title'),
    separate: isSplit ? t('matches.separate', { bets: slips }) : '',
  }
}

/** Summarizes the member's open bets, with their next match or else the last that began. Null if there are none. */
export function toOpenBetsText(
  { openBets = [], openBetSums }: Pick<MemberGames, 'openBets' | 'openBetSums'>,
  list: readonly Provider[],
  i18n: I18n,
  nowMs = Date.now(),
) {
  if (!openBetSums) return null
  const { t, won } = i18n
  const { bets, picks, stake, payout } = openBetSums
  const found = openBets
    .flatMap((bet) => {
      const match = findByCode(list, bet.company)?.matches?.find(({ id }) => id === bet.match)
      return match ? { ...bet, match } : []
    })
    .toSorted((left, right) => startOf(left.match) - startOf(right.match))
  const next = found.find(({ match }) => startOf(match) > nowMs) ?? found.at(-1)
  const returns = t(bets === 1 ? 'matches.open.returns' : 'matches.open.total', { amount: won(payout) })
  return {
    // Without a match, there is no picture.
    src: next && kindArtSrc(next.company, next.match.kind),
    title: `${t('matches.open', { count: bets })}${dot}${won(stake)}`,
    details: next ? pickTexts(next, picks - 1, returns, i18n, nowMs) : [returns],
    settled: [t('matches.open.settled')],
  }
}

/** Returns the time or state of an open bet's match with its name, and the possible payout with the side and odds. */
function pickTexts(
  { side, odds, match }: Omit<OpenBet, 'match'> & { match: SportMatch },
  others: number,
  returns: string,
  i18n: I18n,
  nowMs: number,
) {
  const texts = textsOf({ side }, match, i18n)
  const name = others > 0 ? i18n.t('matches.open.others', { match: texts.name, count: others }) : texts.name
  const state = startOf(match) > nowMs ? dayAndTime(match.startsAt, i18n, nowMs) : i18n.t('matches.open.live')
  const pick = odds === undefined ? texts.side : `${texts.side} ${formatOdds(odds)}`
  return [joinParts(state, name), joinParts(returns, pick)]
}

/** A match without a start time comes last. */
const startOf = ({ startsAt }: SportMatch) => (startsAt === '' ? Number.POSITIVE_INFINITY : Date.parse(startsAt))

/** Returns the day and time in Seoul, or '' if unknown. */
function dayAndTime(iso: string, i18n: I18n, nowMs = Date.now()): string {
  if (iso === '') return ''
  const [date = '', time = ''] = i18n.dateTime(iso).split(' ')
  const isOn = (ms: number) => i18n.date(new Date(ms).toISOString()) === date
  const day = isOn(nowMs) ? i18n.t('matches.today') : isOn(nowMs + days(1)) ? i18n.t('matches.tomorrow') : date
  return `${day} ${time}`
}
