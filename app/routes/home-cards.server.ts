import { gameArtSrc, providerArtSrc, smallProviderArtSrc } from '~/art/address'
import { lobbyPalettes } from '~/art/palette'
import { recentGames } from '~/http/preferences.server'
import type { Words } from '~/i18n/words'
import type { Upstream } from '~/upstream/client.server'
import type { Entry, Game } from '~/upstream/contract/values'
import { byCode } from '~/upstream/find'
import { allowedImage } from '~/upstream/image.server'
import { casinoList, slotByCompany, slotList, sportList } from '~/upstream/lists.server'

/** Pictures in a row of games, providers in a row of tables, lines in a short list. */
export const most = { games: 6, tables: 4, lines: 4 }

/** The three lists. One that fails is left out; when none comes there is no home, and the page of the failure is thrown. */
export async function listsFor(upstream: Upstream) {
  const [casino, slot, sport] = await Promise.allSettled([
    casinoList(upstream),
    slotList(upstream),
    sportList(upstream),
  ] as const)
  if (casino.status === 'rejected' && slot.status === 'rejected' && sport.status === 'rejected') throw casino.reason
  return {
    casino: casino.status === 'fulfilled' ? casino.value : undefined,
    slot: slot.status === 'fulfilled' ? slot.value : undefined,
    sport: sport.status === 'fulfilled' ? sport.value : undefined,
  }
}

function canBeOpened(entry: Entry): entry is Entry & { code: NonNullable<Entry['code']> } {
  return entry.used === 'y' && entry.code !== undefined
}

/** Games last opened on this browser; for a member who has none, the first games of some open providers. */
export async function gamesFor(request: Request, upstream: Upstream, providers: readonly Entry[], words: Words) {
  const gamesOf = (code: NonNullable<Entry['code']>) => slotByCompany(upstream, code).catch((): readonly Game[] => [])
  const opened = recentGames(request)
  const recent = await Promise.all(
    opened.map(async ({ company, code }) => {
      const provider = byCode(providers.filter(canBeOpened), company)
      const game = provider && byCode(await gamesOf(provider.code), code)
      return game && gameCard(game, provider, words)
    }),
  )
  const cards = recent.filter((card) => card !== undefined).slice(0, most.games)
  if (cards.length > 0) return { kind: 'recent' as const, cards }

  const shown = providers.filter(canBeOpened).slice(0, most.games)
  const firsts = await Promise.all(
    shown.map(async (provider) =>
      (await gamesOf(provider.code)).slice(0, 1).map((game) => gameCard(game, provider, words)),
    ),
  )
  return { kind: 'explore' as const, cards: firsts.flat() }
}

function gameCard(game: Game, provider: Entry & { code: NonNullable<Entry['code']> }, words: Words) {
  const code = game.code ?? ''
  return {
    to: `/game?${new URLSearchParams({ company: String(provider.code), code: String(code) })}`,
    name: words.name(game),
    provider: words.name(provider),
    src: allowedImage(game.img) ?? gameArtSrc(provider.code, code, game.nameEn),
  }
}

/** A stable name for an entry that came without a code: it is shown, but leads nowhere. */
function markOf(entry: Entry): string {
  return String(entry.code ?? entry.nameEn ?? entry.nameKo ?? '')
}

/** Slot providers that are open, as small squares. */
export function slotCards(list: readonly Entry[], words: Words) {
  const palettes = lobbyPalettes(list.map(markOf))
  return list
    .map((entry, at) => ({ entry, palette: palettes[at] }))
    .filter(({ entry }) => canBeOpened(entry))
    .slice(0, most.games)
    .map(({ entry, palette }) => ({
      to: `/slot/game?${new URLSearchParams({ code: markOf(entry) })}`,
      name: words.name(entry),
      second: otherName(entry, words),
      src: allowedImage(entry.img) ?? smallProviderArtSrc(markOf(entry), entry.nameKo, palette),
    }))
}

/** Live casino providers, also those under maintenance. */
export function tableCards(list: readonly Entry[], words: Words) {
  const palettes = lobbyPalettes(list.map(markOf))
  return list.slice(0, most.tables).map((entry, at) => ({
    to: `/game?${new URLSearchParams({ company: markOf(entry), code: markOf(entry) })}`,
    name: words.name(entry),
    second: otherName(entry, words),
    src: allowedImage(entry.img) ?? providerArtSrc(markOf(entry), entry.nameKo, palettes[at]),
    closed: !canBeOpened(entry),
  }))
}

/** The name in the other writing, when there is one. */
function otherName(entry: Entry, words: Words): string | undefined {
  const other = words.locale === 'ko' ? entry.nameEn : entry.nameKo
  return other === words.name(entry) ? undefined : other
}

/** The last movements of both kinds, latest first; null when the upstream keeps no such lists. */
export async function movementsFor(upstream: Upstream) {
  const [deposits, withdrawals] = await Promise.all([
    upstream.attempt('get-deposit-list', {}),
    upstream.attempt('get-withdraw-list', {}),
  ])
  if (deposits.kind !== 'done' && withdrawals.kind !== 'done') return null
  const rows = [
    ...(deposits.kind === 'done' ? deposits.answer.balances.map((row) => ({ ...row, kind: 'deposit' as const })) : []),
    ...(withdrawals.kind === 'done'
      ? withdrawals.answer.balances.map((row) => ({ ...row, kind: 'withdraw' as const }))
      : []),
  ]
  return rows
    .sort((one, other) => other.regdate.localeCompare(one.regdate))
    .slice(0, most.lines)
    .map(({ kind, id, balance, regdate, status }) => ({ kind, id: String(id), won: balance, at: regdate, status }))
}
