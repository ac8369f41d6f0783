import { href } from 'react-router'
import type { I18n } from '~/i18n/i18n'
import type { Context } from '~/server/http/incoming.server'
import { getField, getForm, isFormPost } from '~/server/middleware/body.server'
import { readQuery } from '~/server/request-info/query.server'
import { i18nOf } from '~/server/request-info/request-info.server'
import { type PageUpstream, upstreamContext } from '~/server/upstream/page-upstream.server'
import { hasNoMoney, toShellMember } from '~/session/shell-data'
import { hrefWithQuery } from '~/values/addresses'
import { formatNearTime } from '~/values/seoul'
import { readStatus } from '~/values/status'
import { isPending } from '~/values/transaction'
import { loadMemberGames } from '../favourites/load.server'
import { gamePictureSrc, otherName, providerArtworkOf, toGameCards, toProviderCard } from '../lists/cards.server'
import { isProviderClosed, isProviderOpen, kindName, openableKinds, toTableCard } from '../lists/kinds.server'
import { tableOf } from '../provider-lobby.server'
import { gamesHref } from './href'
import { findLaunchTarget, type LaunchTarget } from './target.server'

const maxSuggestions = { games: 6, providers: 4 }

export type RequestedGame = { company: string; code: string; picks: string }

export function readRequestedGame(url: URL, context: Context): RequestedGame {
  const form = isFormPost(context) ? getForm(context) : undefined
  const query = readQuery(url)
  const readParam = (name: 'company' | 'code' | 'picks') => (form && getField(form, name)) ?? query[name] ?? ''
  return { company: readParam('company'), code: readParam('code'), picks: readParam('picks') }
}

export type LaunchData = NonNullable<Awaited<ReturnType<typeof loadLaunchPage>>>

export async function loadLaunchPage(requested: RequestedGame, request: Request, context: Context) {
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
  const kind = target.table?.kind
  const open = target.providers.filter(isProviderOpen)
  const others = kind ? open.filter((entry) => openableKinds(entry).includes(kind)) : open
  return {
    category: target.kind,
    name: i18n.localizedName(game ?? provider),
    otherName: otherName(game ?? provider, i18n),
    provider: i18n.localizedName(provider),
    company,
    code,
    payload: target.payload,
    picks: target.payload.picks ? requested.picks : '',
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
        : itemsAfter(others, provider, maxSuggestions.providers).map((suggestion) =>
            toProviderCard(suggestion, artwork, i18n, kind && tableOf(suggestion, kind), kind),
          ),
    others: otherGames(target, suggestions.length > 0, i18n),
  }
}

/** Returns the title and link of the provider's other games, of other tables of the kind, or of other providers. */
function otherGames({ kind: category, provider, table }: LaunchTarget, hasGames: boolean, i18n: I18n) {
  const { t } = i18n
  const name = i18n.localizedName(provider)
  const all = (title: string) => t('lobby.rail.all', { title })
  if (hasGames) return { title: t('launch.others', { name }), to: gamesHref(String(provider.code)), all: all(name) }
  const lobby = href(`/${category}`)
  if (!table) return { title: t('launch.otherProviders'), to: lobby, all: all(t(`lobby.${category}.title`)) }
  const kind = kindName(table.kind, i18n)
  return { title: t('launch.otherTables', { kind }), to: hrefWithQuery(lobby, { kind: table.kind }), all: all(kind) }
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
