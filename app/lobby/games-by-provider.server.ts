import type { PageUpstream } from '~/http/page-upstream.server'
import { slotByCompany } from '~/http/shared-answers.server'
import { approximateListBytes } from '~/upstream/answer-cache.server'
import type { Game, Provider } from '~/upstream/contract/values'
import type { ListedGame } from './game-list.server'

/** Number of lists fetched at the same time. Each may be some megabytes. */
const maxConcurrentLists = 16
/** No further list is fetched once the lists exceed this, because filtering them blocks other requests. */
const maxListBytes = 16 * 1024 * 1024

/**
 * The games of several providers, by provider. Providers whose list failed are left out, and so are those that come
 * after 16 MiB of lists.
 *
 * @throws a redirect, the `signed-out` problem or an unexpected Error.
 */
export async function fetchGamesByProvider(
  upstream: PageUpstream,
  providers: readonly Provider[],
): Promise<Map<Provider, readonly Game[]>> {
  const gamesByProvider = new Map<Provider, readonly Game[]>()
  const remaining = providers.filter(({ code }) => code !== undefined).values()
  let bytes = 0
  const fetchRemaining = async () => {
    for (const provider of remaining) {
      if (provider.code === undefined || bytes > maxListBytes) return
      try {
        const games = await slotByCompany(upstream, provider.code)
        bytes += approximateListBytes(games)
        gamesByProvider.set(provider, games)
      } catch (thrown) {
        if (shouldRethrow(thrown)) throw thrown
      }
    }
  }
  await Promise.all(Array.from({ length: maxConcurrentLists }, fetchRemaining))
  return gamesByProvider
}

/** Games of several providers: one of each provider in turn, as far as the caller reads. */
export function* interleave(
  providers: readonly Provider[],
  gamesByProvider: ReadonlyMap<Provider, readonly Game[]>,
): Generator<ListedGame, void, undefined> {
  const lists = providers.map((provider) => ({ provider, games: gamesByProvider.get(provider) ?? [] }))
  const turns = Math.max(0, ...lists.map(({ games }) => games.length))
  for (let turn = 0; turn < turns; turn++) {
    for (const { provider, games } of lists) {
      const game = games[turn]
      if (game) yield { game, provider }
    }
  }
}

/** True for a redirect, an unexpected Error and the `signed-out` problem; false for the page of a failed call. */
function shouldRethrow(thrown: unknown): boolean {
  if (thrown instanceof Response || thrown instanceof Error) return true
  return (thrown as { data?: { problem?: string } } | undefined)?.data?.problem === 'signed-out'
}
