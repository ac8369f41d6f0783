import { href, redirect } from 'react-router'
import { loadPlayLimitsSummary } from '~/features/play-limits/play-limits.server'
import { redirectWithFlash } from '~/server/cookies/flash.server'
import type { Context } from '~/server/http/incoming.server'
import { findByCode } from '~/server/request-info/query.server'
import { type PageUpstream, upstreamContext } from '~/server/upstream/page-upstream.server'
import { casinoList, slotByCompany, slotList, sportList } from '~/server/upstream/shared-responses.server'
import type { CasinoTable, Game, Pick, PlayCode, Provider } from '~/upstream/contract/fields/provider'
import { parsePicks } from '../lists/picks'

/** Redirects to the slot lobby if the URL names no game. During an exclusion, omits the invitation to play. */
export async function redirectToChooseGame(context: Context): Promise<Response> {
  return (await loadPlayLimitsSummary(context.get(upstreamContext)))?.exclusion
    ? redirect(href('/slot'), 303)
    : redirectWithFlash(href('/slot'), { kind: 'info', message: 'lobby.choose' })
}

export type LaunchTarget = {
  kind: 'casino' | 'slot' | 'sport'
  provider: Provider
  providers: readonly Provider[]
  game?: Game
  /** The table, if the casino's tables are opened separately. Defaults to the first one. */
  table?: CasinoTable | undefined
  games: readonly Game[]
  payload: { company: PlayCode; code: PlayCode; picks?: Pick[] }
}

/**
 * Finds the target for a company and a code. To open a casino or sport provider itself, `code` is its own code or ''.
 * @returns undefined if no list contains them. @throws the error page of a failed list if no other list contains them.
 */
export async function findLaunchTarget(
  upstream: PageUpstream,
  company: string,
  code: string,
  picks?: string,
): Promise<LaunchTarget | undefined> {
  const [sport, casino, slot] = await Promise.allSettled([
    sportList(upstream),
    casinoList(upstream),
    slotList(upstream),
  ])
  const lists = { sport, casino, slot }

  for (const kind of ['sport', 'casino'] as const) {
    const providers = fulfilledOrEmpty(lists[kind])
    const provider = findByCode(providers, company)
    if (provider?.code === undefined) continue
    const [foremost] = provider.tables ?? []
    const table = provider.tables?.find((each) => String(each.code) === code)
    const isOwnCode = code === company || code === ''
    if (isOwnCode || table) {
      const payload = { company: provider.code, code: isOwnCode ? provider.code : (table?.code ?? provider.code) }
      const own = parsePicks(picks).filter((each) => each.company === company)
      const chosen = own.map(({ match, side }) => ({ match, side }))
      return {
        ...{ kind, provider, providers, games: [], table: table ?? foremost },
        payload: chosen.length > 0 ? { ...payload, picks: chosen } : payload,
      }
    }
  }

  const providers = fulfilledOrEmpty(slot)
  const provider = findByCode(providers, company)
  if (provider?.code !== undefined) {
    const games = await slotByCompany(upstream, provider.code)
    const game = findByCode(games, code)
    if (game?.code !== undefined) {
      const kind = findByCode(fulfilledOrEmpty(sport), company) ? 'sport' : 'slot'
      const payload = { company: game.company ?? provider.code, code: game.code }
      return { kind, provider, providers, game, games, payload }
    }
  }

  const failed = [sport, casino, slot].find((list) => list.status === 'rejected')
  if (failed) throw failed.reason
  return undefined
}

function fulfilledOrEmpty(settled: PromiseSettledResult<readonly Provider[]>): readonly Provider[] {
  return settled.status === 'fulfilled' ? settled.value : []
}
