import type { Words } from '~/i18n/words'
import type { Upstream } from '~/upstream/client.server'
import { byCode } from '~/upstream/find'
import { slotList } from '~/upstream/lists.server'
import { gamesOfEach } from './play.server'
import { type ShownGame, shownGame } from './shown.server'

/**
 * Cards of the slot games last opened on this browser, newest first. Games that are gone or under maintenance are left
 * out.
 *
 * @param opened games from the visitor's cookie (http/preferences).
 */
export async function recentSlotGames(
  upstream: Upstream,
  opened: readonly { company: string; code: string }[],
  words: Words,
): Promise<ShownGame[]> {
  if (opened.length === 0) return []
  const providers = await slotList(upstream)
  const known = opened.flatMap(({ company, code }) => {
    const provider = byCode(providers, company)
    return provider?.used === 'y' ? [{ provider, code }] : []
  })
  const games = await gamesOfEach(upstream, [...new Set(known.map(({ provider }) => provider))])
  return known.flatMap(({ provider, code }) => {
    const game = byCode(games.get(provider) ?? [], code)
    return game ? [shownGame(game, provider, words, words.name(provider))] : []
  })
}
