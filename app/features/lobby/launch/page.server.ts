import type { Context } from '~/server/http/incoming.server'
import { getField, getForm, isFormPost } from '~/server/middleware/body.server'
import { readQuery } from '~/server/request-info/query.server'
import { i18nOf } from '~/server/request-info/request-info.server'
import { type PageUpstream, upstreamContext } from '~/server/upstream/page-upstream.server'
import { hasNoMoney, toShellMember } from '~/session/shell-data'
import { formatNearTime } from '~/values/seoul'
import { readStatus } from '~/values/status'
import { isPending } from '~/values/transaction'
import { loadMemberGames } from '../favourites/load.server'
import { gamePictureSrc, otherName, providerArtworkOf, toGameCards, toProviderCard } from '../lists/cards.server'
import { isProviderClosed, isProviderOpen, kindName, toTableCard } from '../lists/kinds.server'
import { findLaunchTarget } from './target.server'

const maxSuggestions = { games: 6, providers: 4 }

export function readRequestedGame(url: URL, context: Context): { company: string; code: string; picks: string } {
  const form = isFormPost(context) ? getForm(context) : undefined
  const query = readQuery(url)
  const readParam = (name: 'company' | 'code' | 'picks') => (form && getField(form, name)) ?? query[name] ?? ''
  return { company: readParam('company'), code: readParam('code'), picks: readParam('picks') }
}

export type LaunchData = NonNullable<Awaited<ReturnType<typeof loadLaunchPage>>>

export async function loadLaunchPage(
  requested: { company: string; code: string; picks: string },
  request: Request,
  context: Context,
) {
  const upstream = context.get(upstreamContext)
  const [target, hasPendingDeposit, { favourites }] = await Promise.all([
    findLaunchTarget(upstream, requested.company, requested.code, requested.picks),
    awaitsDeposit(upstream),
    loadMemberGames(request, context),
  ])
  if (!target) return undefined

  const i18n = i18nOf(context)
  const { provider, game } = target
  const artwork = providerArtworkOf(target.providers, target.kind)
  const [company, code] = [String(provider.code), String(target.payload.code)]
  const closed = [provider, game].find((each) => each?.used === 'n')
  const suggestions = isProviderClosed(provider) ? [] : itemsAfter(target.games, game, maxSuggestions.games)
  return {
    category: target.kind,
    name: i18n.localizedName(game ?? provider),
    otherName: otherName(game ?? provider, i18n),
    provider: i18n.localizedName(provider),
    company,
    code,
    payload: target.payload,
    picks: requested.picks,
    src: game ? gamePictureSrc(game, provider) : artwork.wideSrc(provider),
    isUnderMaintenance: closed !== undefined,
    closedUntil: closed?.until && formatNearTime(closed.until, Date.now(), i18n.lang),
    table: target.table && toTableCard(target.table, i18n),
    tables: (provider.tables ?? []).map((table) => ({ code: String(table.code), name: kindName(table.kind, i18n) })),
    hasPendingDeposit,
    favourite:
      game &&
      (favourites.some((each) => each.company === company && each.code === code) ? { isFavourite: true as const } : {}),
    games: toGameCards(
      suggestions.map((suggestion) => ({ game: suggestion, provider })),
      i18n,
      () => i18n.localizedName(provider),
    ),
    providers:
      suggestions.length > 0
        ? []
        : itemsAfter(target.providers.filter(isProviderOpen), provider, maxSuggestions.providers).map((suggestion) =>
            toProviderCard(suggestion, artwork, i18n),
          ),
  }
}

async function awaitsDeposit(upstream: PageUpstream): Promise<boolean> {
  const health = await upstream.callOptionalOnce('user-health-check')
  if (health.kind !== 'done' || !hasNoMoney(toShellMember('', health.response))) return false
  const deposits = await upstream.callOptional('get-deposit-list', { page: 1 })
  return (
    deposits.kind === 'done' &&
    deposits.response.balances.some(({ status }) => isPending({ status: readStatus(status) }))
  )
}

function itemsAfter<Item>(items: readonly Item[], item: Item | undefined, max: number): readonly Item[] {
  const index = item === undefined ? -1 : items.indexOf(item)
  return [...items.slice(index + 1), ...items.slice(0, Math.max(0, index))].slice(0, max)
}
