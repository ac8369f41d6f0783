import type { Context } from '~/server/http/incoming.server'
import { isPrefetch } from '~/server/request-info/request-info.server'
import { sessionContext } from '~/server/session/session.server'
import { upstreamContext } from '~/server/upstream/page-upstream.server'
import { isSupported } from '~/upstream/client/call-support.server'
import type { OpenBetSums } from '~/upstream/contract/fields/provider'
import type { LobbyPick } from '../lists/picks'
import {
  changeFavourite,
  type GameId,
  gameIdSchema,
  keepFavourites,
  maxRecentGames,
  type RecentGame,
  readFavourites,
  readRecentGames,
  without,
} from './member-games.server'

/** A pick in an open bet, with the bet's stake in won and the pick's odds in hundredths if known. */
export type OpenBet = LobbyPick & { stake?: number | undefined; odds?: number | undefined }

/** A member's favourites and recent games, latest first. They come from the browser if the upstream stores none. */
export type MemberGames = {
  favourites: GameId[]
  recent: RecentGame[]
  openBets?: OpenBet[]
  openBetSums?: OpenBetSums | undefined
}

/** The maximum number of favourites that one page load moves to the upstream. The next page load moves more. */
const maxHandedOver = 10

/** Loads the member's own games. If the upstream can store them, moves the browser's games there once. */
export async function loadMemberGames(request: Request, context: Context): Promise<MemberGames> {
  const ofBrowser = { favourites: readFavourites(request, context), recent: readRecentGames(request, context) }
  if (!context.get(sessionContext).member || isSupported('get-favourites') === false) return ofBrowser
  const listed = await context.get(upstreamContext).callOptional('get-favourites', {})
  if (listed.kind !== 'done') return ofBrowser
  const favourites = listed.response.favourites.flatMap(toGame)
  const onlyInBrowser = ofBrowser.favourites.filter((game) => !includes(favourites, game))
  if (ofBrowser.favourites.length > 0 && !isPrefetch(request)) await handOver(context, onlyInBrowser)
  return {
    favourites: [...onlyInBrowser, ...favourites],
    recent: mergeRecent(listed.response.played?.flatMap(toGame) ?? [], ofBrowser.recent),
    openBets: listed.response.openBets?.map((bet) => ({ ...bet, company: String(bet.company) })) ?? [],
    openBetSums: listed.response.openBetSums,
  }
}

/** Adds or removes a favourite at the upstream, or in this browser if the upstream can't. @returns false on failure */
export async function setFavourite(request: Request, context: Context, game: GameId, on: boolean): Promise<boolean> {
  const stored = await context.get(upstreamContext).callOptional('set-favourite', { ...game, on })
  if (stored.kind === 'failed') return false
  // The browser's copy would restore a removed favourite, so it is removed there as well.
  const isInBrowser = includes(readFavourites(request, context), game)
  if (stored.kind === 'unsupported' || (isInBrowser && !on)) changeFavourite(request, context, game, on)
  return true
}

export function mergeRecent(ofUpstream: readonly RecentGame[], ofBrowser: readonly RecentGame[]): RecentGame[] {
  const newestFirst = [...ofUpstream, ...ofBrowser].sort((left, right) => timeOf(right) - timeOf(left))
  const seen: RecentGame[] = []
  for (const game of newestFirst) if (!includes(seen, game)) seen.push(game)
  return seen.slice(0, maxRecentGames)
}

const timeOf = ({ openedAt }: RecentGame) => openedAt?.getTime() ?? 0

/** Sends favourites to the upstream, oldest first. Stops after a refusal, and the rest stay in the browser. */
async function handOver(context: Context, games: readonly GameId[]): Promise<void> {
  let left = games
  for (const game of games.slice(-maxHandedOver).toReversed()) {
    if ((await context.get(upstreamContext).call('set-favourite', { ...game, on: true })).kind !== 'done') break
    left = without(left, game)
  }
  keepFavourites(context, left)
}

const includes = (games: readonly GameId[], { company, code }: GameId) =>
  games.some((game) => game.company === company && game.code === code)

function toGame(listed: { [Field in keyof GameId]?: string | number | undefined } & { at: string }): RecentGame[] {
  const { data } = gameIdSchema.safeParse({ company: String(listed.company), code: String(listed.code) })
  if (!data || listed.company === undefined || listed.code === undefined) return []
  return [listed.at === '' ? data : { ...data, openedAt: new Date(listed.at) }]
}
