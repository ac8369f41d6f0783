import type { Upstream } from '~/upstream/client.server'
import type { Entry, Game, PlayCode } from '~/upstream/contract/values'
import { byCode } from '~/upstream/find'
import { bytesOfList, casinoList, slotByCompany, slotList, sportList } from '~/upstream/lists.server'

/** What a launch page is about. Ids are the upstream's own, string or number, as `open-game` wants them back. */
export type Play = {
  /** A provider in the list of sports is sport, whatever else it is in. */
  kind: 'casino' | 'slot' | 'sport'
  provider: Entry
  /** The list the provider stands in. */
  providers: readonly Entry[]
  /** In slots; a casino or sport entry is its own game. */
  game?: Game
  /** All games of a slot provider. */
  games: readonly Game[]
  payload: { company: PlayCode; code: PlayCode }
}

/**
 * What a company and a code in an address or a form name. A casino or sport entry opens with its own code as both; its
 * code may be left out.
 *
 * @returns undefined when no list knows them. @throws the page of a list that could not be had, when the others do not.
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

/** So many lists are asked for at a time: each may be some megabytes. */
const listsAtOnce = 16
/** Lists are asked for until those that came take this much memory: who looks through more would make others wait. */
const bytesMost = 16 * 1024 * 1024

/**
 * The games of several providers, by provider. One whose games could not be had is left out, and so are those behind
 * lists that are too large to be looked through all together.
 *
 * @throws only what ends the page for its member: a dead session.
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

/** A way to sign in is a redirect; the page of a failed call is not. */
function endsThePage(thrown: unknown): boolean {
  if (thrown instanceof Response || thrown instanceof Error) return true
  return (thrown as { data?: { problem?: string } } | undefined)?.data?.problem === 'signed-out'
}
