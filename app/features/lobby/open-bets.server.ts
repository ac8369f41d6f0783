import type { Context } from '~/server/http/incoming.server'
import { i18nOf } from '~/server/request-info/request-info.server'
import { loadMemberGames } from './favourites/load.server'
import { toOpenBetsText } from './lists/matches.server'

/** Loads the line of the member's open bets for a page during a break or self-exclusion, which lists no matches. */
export async function loadOpenBets(request: Request, context: Context) {
  return toOpenBetsText(await loadMemberGames(request, context), [], i18nOf(context)) ?? undefined
}
