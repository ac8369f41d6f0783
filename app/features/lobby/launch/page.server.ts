import type { RouterContextProvider } from 'react-router'
import { i18nFor } from '~/i18n/catalogue.server'
import { getField, getForm, isFormPost } from '~/server/middleware/body.server'
import { readQuery } from '~/server/request-info/query.server'
import { requestInfoContext } from '~/server/request-info/request-info.server'
import { type PageUpstream, upstreamContext } from '~/server/upstream/for-pages.server'
import { hasNoMoney, toShellMember } from '~/session/shell-member'
import { isKnownToSupport } from '~/upstream/client/call-support.server'
import { readStatus } from '~/values/status'
import { isPending } from '~/values/transaction'
import { gamePictureSrc, otherName, providerArtworkOf, toGameCards, toProviderCard } from '../lists/cards.server'
import { kindName } from '../lists/kinds.server'
import { toTableCard } from '../lists/tables.server'
import { isProviderClosed, isProviderOpen } from '../provider-state'
import { findLaunchTarget } from './target.server'

/** How many other games of the provider, or other providers of the category, are suggested. */
const maxSuggestions = { games: 6, providers: 4 }

/** Reads company and code from the posted form, or from the query where the form lacks them. */
export function readRequestedGame(
  url: URL,
  context: Readonly<RouterContextProvider>,
): { company: string; code: string } {
  const form = isFormPost(context) ? getForm(context) : undefined
  const query = readQuery(url)
  const readParam = (name: 'company' | 'code') => (form && getField(form, name)) ?? query[name] ?? ''
  return { company: readParam('company'), code: readParam('code') }
}

/** Data of the launch page, in the visitor's language. */
export type LaunchData = NonNullable<Awaited<ReturnType<typeof loadLaunchPage>>>

/** Loads what the page of a game or a provider shows; undefined when no list contains it. */
export async function loadLaunchPage(
  requested: { company: string; code: string },
  context: Readonly<RouterContextProvider>,
) {
  const upstream = context.get(upstreamContext)
  const [target, hasPendingDeposit] = await Promise.all([
    findLaunchTarget(upstream, requested.company, requested.code),
    awaitsDeposit(upstream),
  ])
  if (!target) return undefined

  const i18n = i18nFor(context.get(requestInfoContext).locale)
  const { provider, game } = target
  const artwork = providerArtworkOf(target.providers, target.kind)
  const suggestions = isProviderClosed(provider) ? [] : itemsAfter(target.games, game, maxSuggestions.games)
  return {
    category: target.kind,
    name: i18n.localizedName(game ?? provider),
    otherName: otherName(game ?? provider, i18n),
    provider: i18n.localizedName(provider),
    company: String(provider.code),
    code: String(target.payload.code),
    payload: target.payload,
    src: game ? gamePictureSrc(game, provider) : artwork.wideSrc(provider),
    isUnderMaintenance: isProviderClosed(provider),
    table: target.table && toTableCard(target.table, i18n),
    tables: (provider.tables ?? []).map((table) => ({ code: String(table.code), name: kindName(table.kind, i18n) })),
    canTransferToWallet: isKnownToSupport('transfer-out'),
    hasPendingDeposit,
    games: toGameCards(
      suggestions.map((suggestion) => ({ game: suggestion, provider })),
      i18n,
      () => i18n.localizedName(provider),
    ),
    providers: game
      ? []
      : itemsAfter(target.providers.filter(isProviderOpen), provider, maxSuggestions.providers).map((suggestion) =>
          toProviderCard(suggestion, artwork, i18n),
        ),
  }
}

/** Whether a deposit is pending for a member who has nothing to play with: nobody else is told of it here. */
async function awaitsDeposit(upstream: PageUpstream): Promise<boolean> {
  const health = await upstream.callOptionalOnce('user-health-check')
  if (health.kind !== 'done' || !hasNoMoney(toShellMember('', health.response))) return false
  const deposits = await upstream.callOptional('get-deposit-list', { page: 1 })
  return (
    deposits.kind === 'done' &&
    deposits.response.balances.some(({ status }) => isPending({ status: readStatus(status) }))
  )
}

/** The items after the given one, continuing at the start of the list. Without an item, the first ones. */
function itemsAfter<Item>(items: readonly Item[], item: Item | undefined, max: number): readonly Item[] {
  const index = item === undefined ? -1 : items.indexOf(item)
  return [...items.slice(index + 1), ...items.slice(0, Math.max(0, index))].slice(0, max)
}
