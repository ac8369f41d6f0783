import type { Upstream } from '~/upstream/client.server'
import type { Entry, Game, PlayCode } from '~/upstream/contract/values'
import { byCode } from '~/upstream/find'
import { bytesOfList, casinoList, slotByCompany, slotList, sportList } from '~/upstream/lists.server'

/** What a launch page opens. Ids keep the upstream's type, string or number, as `open-game` expects them. */
export type Play = {
  /** A provider in the sport list is sport, whatever other list it is in. */
  kind: 'casino' | 'slot' | 'sport'
  provider: Entry
  /** The list that contains the provider. */
  providers: readonly Entry[]
  /** The game of a slot provider. Absent when the provider itself is opened. */
  game?: Game
  /** All games of a slot provider, otherwise empty. */
  games: readonly Game[]
  payload: { company: PlayCode; code: PlayCode }
}

/**
 * Finds what a company and a code from a URL or a form refer to. A casino or sport provider has its own code as both;
 * `code` may then be ''.
 *
 * @returns undefined when no list contains them.
 * @throws the error page of a list that failed, when the other lists do not contain them.
 */
export async function findPlay(upstream: Upstream, company: string, code: string): Promise<Play | undefined> {
  const [sport, casino, slot] = await Promise.allSettled([
    sportList(upstream),
    casinoList(upstream),
    slotList(upstream),
  ])
  const known = { sport, casino, slot }

  for (const kind of ['sport', 'casino'] as const) {
    const providers = listOf(known[kind])
    const provider = byCode(providers, company)
    if (provider?.code !== undefined && (code === company || code === '')) {
      return { kind, provider, providers, games: [], payload: { company: provider.code, code: provider.code } }
    }
  }

  const providers = listOf(slot)
  const provider = byCode(providers, company)
  if (provider?.code !== undefined) {
    const games = await slotByCompany(upstream, provider.code)
    const game = byCode(games, code)
    if (game?.code !== undefined) {
      const kind = byCode(listOf(sport), company) ? 'sport' : 'slot'
      const payload = { company: game.company ?? provider.code, code: game.code }
      return { kind, provider, providers, game, games, payload }
    }
  }

  const failed = [sport, casino, slot].find((list) => list.status === 'rejected')
  if (failed) throw failed.reason
  return undefined
}

function listOf(settled: PromiseSettledResult<readonly Entry[]>): readonly Entry[] {
  return settled.status === 'fulfilled' ? settled.value : []
}

/** Number of lists fetched at the same time. Each may be some megabytes. */
const listsAtOnce = 16
/** No further list is fetched once the lists exceed this, because filtering them blocks other requests. */
const bytesMost = 16 * 1024 * 1024

/**
 * The games of several providers, by provider. Providers whose list failed are left out, and so are those that come
 * after 16 MiB of lists.
 *
 * @throws a redirect, the `signed-out` problem or an unexpected Error.
 */
export async function gamesOfEach(
  upstream: Upstream,
  providers: readonly Entry[],
): Promise<Map<Entry, readonly Game[]>> {
  const found = new Map<Entry, readonly Game[]>()
  const left = providers.filter(({ code }) => code !== undefined).values()
  let bytes = 0
  const askOn = async () => {
    for (const provider of left) {
      if (provider.code === undefined || bytes > bytesMost) return
      try {
        const games = await slotByCompany(upstream, provider.code)
        bytes += bytesOfList(games)
        found.set(provider, games)
      } catch (thrown) {
        if (endsThePage(thrown)) throw thrown
      }
    }
  }
  await Promise.all(Array.from({ length: listsAtOnce }, askOn))
  return found
}

/** True for a redirect, an unexpected Error and the `signed-out` problem; false for the page of a failed call. */
function endsThePage(thrown: unknown): boolean {
  if (thrown instanceof Response || thrown instanceof Error) return true
  return (thrown as { data?: { problem?: string } } | undefined)?.data?.problem === 'signed-out'
}
