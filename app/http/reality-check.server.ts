import type { RouterContextProvider } from 'react-router'
import type { Won } from '~/money/amount'
import { type MemberSession, sessionContext } from '~/session/session.server'
import { minutes } from '~/time/durations'
import { toSeoulDay } from '~/time/seoul'
import type { UpstreamClient } from '~/upstream/client.server'
import type { PayloadOf } from '~/upstream/contract'
import { type PlayLimits, realityMinutes } from '~/upstream/contract/play-limits'
import { upstreamContext } from './page-upstream.server'

/**
 * The reality check: after the minutes that a member chose, play is interrupted by how long it lasted and what it cost.
 * An upstream that knows the play says since when it lasts; else the session knows when the first game was opened.
 * Source: docs/safer-play.md.
 */

/** A reality check that is due. */
export type RealityCheck = {
  /** When play began, ISO 8601, and whole minutes since then. */
  from: string
  minutes: number
  /** Won staked and won back since then; undefined where the upstream does not say. */
  staked?: Won
  won?: Won
}

type Context = Readonly<RouterContextProvider>

/** At most this many pages of bets are read for the figures of a check. */
const maxBetPages = 5
const betsPerPage = 20

/**
 * The clock of a session, for upstreams that do not know the play: the first game opened starts it, and a chosen
 * interval restarts it. Wraps the client, so that pages and the API behave alike.
 */
export function keepRealityClock(client: UpstreamClient, session: MemberSession): UpstreamClient {
  return {
    ...client,
    call: async (segment, payload) => {
      const outcome = await client.call(segment, payload)
      if (outcome.kind !== 'done') return outcome
      if (segment === 'open-game') session.setPlayedFrom(session.playedFromMs ?? Date.now())
      const restarts = segment === 'set-play-limits' && (payload as PayloadOf<'set-play-limits'>).reality !== undefined
      if (restarts && session.playedFromMs !== undefined) session.setPlayedFrom(Date.now())
      return outcome
    },
  }
}

/** The reality check that is due with these limits, with its figures; undefined when none is. */
export async function realityCheckDue(context: Context, limits: PlayLimits): Promise<RealityCheck | undefined> {
  const fromMs = dueSince(context, limits)
  if (fromMs === undefined) return undefined
  const figures = limits.played ?? (await sumBetsSince(context, fromMs))
  return {
    from: new Date(fromMs).toISOString(),
    minutes: Math.floor((Date.now() - fromMs) / minutes(1)),
    ...(figures?.staked === undefined || figures.won === undefined ? {} : { staked: figures.staked, won: figures.won }),
  }
}

/**
 * Whether a reality check is due, for scripts that ask often. Calls the upstream only if a game was opened in this
 * session longer ago than the shortest interval.
 */
export async function isRealityCheckDue(context: Context): Promise<boolean> {
  const { playedFromMs } = context.get(sessionContext)
  if (playedFromMs === undefined || Date.now() - playedFromMs < minutes(Math.min(...realityMinutes))) return false
  const outcome = await context.get(upstreamContext).call('get-play-limits', {})
  return outcome.kind === 'done' && dueSince(context, outcome.answer.limits) !== undefined
}

/**
 * Restarts the clock of the reality check after the member has seen it. `stop` ends play: the next game opened starts
 * the clock.
 */
export async function acknowledgeRealityCheck(context: Context, choice: 'go-on' | 'stop'): Promise<void> {
  const upstream = context.get(upstreamContext)
  const session = context.get(sessionContext)
  const known = await upstream.attempt('get-play-limits', {})
  if (known.kind === 'done') await upstream.attempt('set-play-limits', { reality: known.answer.limits.reality })
  const goesOn = choice === 'go-on' && session.playedFromMs !== undefined
  session.setPlayedFrom(goesOn ? Date.now() : undefined)
}

/** Since when a member plays who is due a check, in milliseconds since the epoch; undefined when none is due. */
function dueSince(context: Context, { played, reality }: PlayLimits): number | undefined {
  const fromMs = played === undefined ? context.get(sessionContext).playedFromMs : Date.parse(played?.from ?? '')
  return reality !== null && fromMs !== undefined && Date.now() - fromMs >= minutes(reality) ? fromMs : undefined
}

/** What was staked and won since a time, by the list of bets; undefined where it is too long or lacks figures. */
async function sumBetsSince(context: Context, fromMs: number): Promise<{ staked: Won; won: Won } | undefined> {
  const upstream = context.get(upstreamContext)
  const readPage = (page: number) => upstream.attempt('get-bets-list', { from: toSeoulDay(fromMs), page })
  const first = await readPage(1)
  const pageCount = first.kind === 'done' ? Math.ceil((first.answer.total ?? maxBetPages) / betsPerPage) : 0
  if (pageCount > maxBetPages) return undefined
  const others = Array.from({ length: Math.max(0, pageCount - 1) }, (_, index) => readPage(index + 2))
  const sum = { staked: 0, won: 0 }
  for (const page of [first, ...(await Promise.all(others))]) {
    if (page.kind !== 'done') return undefined
    for (const { balanceBet, balanceWin, betTime } of page.answer.bets) {
      if (betTime === '' || balanceBet === undefined || balanceWin === undefined) return undefined
      if (Date.parse(betTime) < fromMs) continue
      sum.staked += balanceBet
      sum.won += balanceWin
    }
  }
  return sum
}
