import { unreadableNote } from '~/components/unreadable-money'
import type { MemberGames } from '~/features/lobby/favourites/load.server'
import { type ProviderCardData, providerArtworkOf, toProviderCard } from '~/features/lobby/lists/cards.server'
import { isProviderClosed } from '~/features/lobby/lists/kinds.server'
import type { I18n } from '~/i18n/i18n'
import type { Context } from '~/server/http/incoming.server'
import { i18nOf } from '~/server/request-info/request-info.server'
import type { PageUpstream } from '~/server/upstream/page-upstream.server'
import { casinoList, type loadJackpot, slotList, sportList } from '~/server/upstream/shared-responses.server'
import { loadAccepted } from '~/transactions/accepted.server'
import { loadBankAccountRequestFor } from '~/transactions/bank-account-request.server'
import { loadNewest, type NewestTransactions, toPendingTransactions } from '~/transactions/newest-transactions.server'
import { dismissListed, loadSettlementNews } from '~/transactions/settlement-news.server'
import { hasMemberTask } from '~/transactions/state'
import type { Provider } from '~/upstream/contract/fields/provider'
import { isCancelled, isDone, isPending, keyOf, lastChangeMs, newestFirst } from '~/values/transaction'

export const maxShown = { casinoProviders: 4, rows: 4 }

/** Loads the provider lists and leaves out lists that fail. @throws the error page if all three fail */
export async function loadProviderLists(upstream: PageUpstream) {
  const lists = await Promise.allSettled([casinoList(upstream), slotList(upstream), sportList(upstream)])
  const [casino, slot, sport] = lists.map((list) => (list.status === 'fulfilled' ? list.value : undefined))
  if (!casino && !slot && !sport && lists[0].status === 'rejected') throw lists[0].reason
  return { casino, slot, sport }
}

export function casinoProviderCards(list: readonly Provider[], i18n: I18n): ProviderCardData[] {
  const artwork = providerArtworkOf(list)
  return list
    .toSorted((one, other) => Number(isProviderClosed(one)) - Number(isProviderClosed(other)))
    .slice(0, maxShown.casinoProviders)
    .map((entry) => toProviderCard(entry, artwork, i18n))
}

export function toShownJackpot(jackpot: Awaited<ReturnType<typeof loadJackpot>>, i18n: I18n) {
  const amount = jackpot?.amount
  return amount === undefined ? null : { amount, note: unreadableNote(i18n, [amount]) }
}

/**
 * Loads the member's accepted, pending and last settled transactions. A deposit is no longer news once the member has
 * opened a game after it.
 */
export async function loadTransactions(request: Request, context: Context, memberGames: Promise<MemberGames>) {
  const i18n = i18nOf(context)
  const [deposit, withdraw] = await Promise.all([loadNewest('deposit', context), loadNewest('withdraw', context)])
  const accepted = await loadAccepted(context, { deposit, withdraw }, i18n)
  const lists = [toPendingTransactions('deposit', deposit), toPendingTransactions('withdraw', withdraw)]
  const transactions = lists.flatMap((list) => list.transactions)
  const shown = accepted ? [accepted, ...transactions] : transactions
  const [accountRequest, { rows: news, mayPlay }, { recent }] = await Promise.all([
    loadBankAccountRequestFor(shown, context),
    loadSettlementNews(context, [deposit, withdraw]),
    memberGames,
  ])
  const openedMs = recent[0]?.openedAt?.getTime() ?? 0
  const played = news.filter((row) => row.kind === 'deposit' && isDone(row) && lastChangeMs(row) < openedMs)
  await dismissListed(request, context, played)
  const rows = news.filter((row) => !played.includes(row))
  const isSettled = accepted !== null && rows.some((row) => keyOf(row) === keyOf(accepted))
  const pending = { transactions, further: lists.flatMap((list) => list.further), accountRequest }
  const hasDeposited = deposit.kind !== 'done' || deposit.rows.some(isDone)
  const depositsBefore = deposit.kind === 'failed' ? 'unknown' : hasDeposited ? 'some' : 'none'
  return {
    accepted: accepted && !isSettled ? { transaction: accepted, accountRequest } : null,
    pending,
    hasNextStep:
      accepted !== null ||
      rows.some((row) => isCancelled(row) || (mayPlay && row.kind === 'deposit')) ||
      depositsBefore === 'none' ||
      hasMemberTask(transactions, accountRequest),
    recent: toLastSettled({ deposit, withdraw }),
    depositsBefore,
    news: { rows, mayPlay },
  } as const
}

export function toLastSettled({ deposit, withdraw }: Record<'deposit' | 'withdraw', NewestTransactions>) {
  const lists = [deposit, withdraw].filter((list) => list.kind === 'done')
  if (lists.length === 0) return null
  return newestFirst(lists.flatMap(({ rows }) => rows).filter((row) => !isPending(row))).slice(0, maxShown.rows)
}
