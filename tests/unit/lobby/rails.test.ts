import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RailSources } from '~/features/lobby/rails/rails.server'
import { buildRails } from '~/features/lobby/rails/rails.server'
import { i18nFor } from '~/i18n/catalogue.server'
import { type Game, game, type Provider, provider as providerSchema } from '~/upstream/contract/fields/provider'
import { isVisible } from '~/values/typed-text'

const noon = new Date('2026-03-08T03:00:00Z')
const i18n = i18nFor('ko')
const { t } = i18n

function provider(code: string | undefined, isUnderMaintenance = false): Provider {
  return { code, nameKo: `${code} 제공사`, nameEn: `${code} works`, img: '', used: isUnderMaintenance ? 'n' : 'y' }
}

function gamesOf(company: string, count: number, nameEn = 'Moon Rabbit'): Game[] {
  return Array.from({ length: count }, (_, index) => ({
    code: `${company}-${index}`,
    company,
    nameKo: `게임 ${index}`,
    nameEn: `${nameEn} ${index}`,
    img: '',
  }))
}

function sources(change: Partial<RailSources> = {}): RailSources {
  const providers = ['a', 'b', 'c'].map((code) => provider(code))
  const games = new Map(providers.map((listed) => [listed, gamesOf(String(listed.code), 12)]))
  return { providers, games, hasAllGames: true, upstreamRails: [], recent: [], favourites: [], now: noon, ...change }
}

const rail = (idx: number, games: Game[]) => ({ idx, kr_name: '새 게임', en_name: 'New games', games })
const idsOf = (from: RailSources) => buildRails(from, i18n).map(({ id }) => id)
const codesOf = (from: RailSources, id: string) =>
  buildRails(from, i18n)
    .find((candidate) => candidate.id === id)
    ?.cards.map(({ code }) => code)

describe('the rails of a lobby', () => {
  it('go on with what was opened, then show the upstream’s, those of the day and favourites, each with all its games', () => {
    const recent = ['a-1', 'b-1', 'c-1', 'a-2'].map((code) => ({ company: code[0] ?? '', code }))
    const all = buildRails(
      sources({ recent, favourites: [{ company: 'c', code: 'c-7' }], upstreamRails: [rail(7, gamesOf('b', 3))] }),
      i18n,
    ).map(({ id, title, all }) => [id, title, all])
    expect(all).toEqual([
      ['continue', t('lobby.rail.continue'), '/slot?view=recent'],
      ['upstream-0', '새 게임', '/slot?rail=7'],
      ['motif', t('lobby.rail.motif', { motif: t('lobby.motif.animals') }), '/slot?motif=animals'],
      [
        'spotlight',
        expect.stringMatching(new RegExp(`^${t('lobby.rail.spotlight', { name: '[abc] 제공사' })}$`)),
        expect.stringMatching(/^\/slot\/game\?code=[abc]$/),
      ],
      ['favourites', t('lobby.favourites'), '/slot?view=favourites'],
    ])
  })

  it('go on with the opened games alone, and say when; suggestions have a row of their own', () => {
    const openedAt = new Date(noon.getTime() - 3 * 60 * 60_000)
    const rails = buildRails(sources({ recent: [{ company: 'a', code: 'a-1', openedAt }] }), i18n)
    const cards = [{ code: 'a-1', subtitle: '3시간 전' }]
    expect(rails[0]).toMatchObject({ title: t('lobby.rail.continue'), cards })
    expect(rails[0]?.cards).toHaveLength(1)
    const explore = { title: t('lobby.rail.explore'), all: '/slot#games' }
    expect(rails.find(({ id }) => id === 'explore')).toMatchObject(explore)
    const [now] = buildRails(sources({ recent: [{ company: 'a', code: 'a-1', openedAt: noon }] }), i18n)
    expect(now?.cards[0]?.subtitle).toBe('지금')
  })

  it('show games of all providers in turn where fewer than two rows begin the page', () => {
    expect(idsOf(sources())).toEqual(['motif', 'explore', 'spotlight'])
    expect(idsOf(sources({ upstreamRails: [rail(1, gamesOf('a', 3))] }))).not.toContain('explore')
    const drums = new Map(sources().providers.map((listed) => [listed, gamesOf(`${listed.code}`, 12, 'Drum')]))
    const explore = buildRails(sources({ providers: [...drums.keys()], games: drums }), i18n).find(
      ({ id }) => id === 'explore',
    )
    expect(new Set(explore?.cards.slice(0, 3).map(({ company }) => company)).size).toBe(3)
    expect(idsOf(sources({ games: new Map() }))).toEqual([])
  })

  it('show visitors what the upstream names, and leave out what it does not', () => {
    const named = gamesOf('a', 2)
    const nameless: Game[] = [{ code: 'x', company: 'a', img: '' }]
    const from = sources({ games: new Map(), upstreamRails: [rail(1, [...nameless, ...named])] })
    expect(codesOf(from, 'upstream-0')).toEqual(['a-0', 'a-1'])
    expect(
      codesOf(sources({ upstreamRails: [rail(1, [{ code: 'a-3', company: 'a', img: '' }])] }), 'upstream-0'),
    ).toEqual(['a-3'])
  })

  it('go on with casinos and sports too, by their own pictures, and lead to the latest’s page where no slot was opened', () => {
    const opened = (company: string, code = company) => ({ company, code, openedAt: noon })
    const lobbies = [
      { all: '/casino', providers: [provider('live'), provider('closed', true)] },
      { all: '/sport', providers: [provider('ball')] },
    ]
    const show = (...recent: RailSources['recent']) => buildRails(sources({ lobbies, recent }), i18n)[0]
    const all = show(opened('closed'), opened('ball'), opened('a', 'a-1'), opened('live'), opened('live', 'x'))
    expect(all?.cards.map(({ code, name, subtitle }) => [code, name, subtitle])).toEqual([
      ['ball', 'ball 제공사', '지금'],
      ['a-1', '게임 1', '지금'],
      ['live', 'live 제공사', '지금'],
    ])
    expect(all?.all).toBe('/slot?view=recent')
    expect(all?.cards[0]?.src).toMatch(/\/small\/ball/)
    expect([show(opened('ball'), opened('live'))?.all, show(opened('live'))?.all]).toEqual(['/sport', '/casino'])
  })

  it('change at midnight in Seoul and not before', () => {
    const spotlightAt = (time: string) =>
      buildRails(sources({ now: new Date(time) }), i18n).find(({ id }) => id === 'spotlight')?.all
    expect(spotlightAt('2026-02-28T15:00:00Z')).toBe(spotlightAt('2026-03-01T14:59:59Z'))
    expect(spotlightAt('2026-03-01T15:00:00Z')).not.toBe(spotlightAt('2026-03-01T14:59:59Z'))
  })

  it('are of the same motif and provider all day, whatever games are known and which providers close', () => {
    const ofDay = (from: RailSources) =>
      buildRails(from, i18n).flatMap(({ id, all }) => (id === 'motif' || id === 'spotlight' ? [all] : []))
    const [a, b, c] = sources().providers
    if (!a || !b || !c) throw new Error('no providers')
    const wordsOfMotif = ['Rabbit', 'Swallow', 'Carp', 'Dragon', 'Cherry', 'Gem', 'Seven', 'Drum']
    const all = new Map(
      [a, b, c].map((listed) => [listed, wordsOfMotif.flatMap((word) => gamesOf(`${listed.code}`, 12, word))]),
    )
    for (let day = 0; day < 24; day++) {
      const now = new Date(noon.getTime() + day * 86_400_000)
      const codes = new Map(
        [...all].map(([listed, list]) => [listed, list.map((game, index) => ({ ...game, code: index }))]),
      )
      const providers = [a, b, c]
      const known = ofDay(sources({ providers, games: codes, now }))
      expect(known).toHaveLength(2)
      for (const chosen of [a, b, c]) {
        const some = ofDay(sources({ providers, games: new Map([[chosen, codes.get(chosen) ?? []]]), now }))
        for (const rail of some) expect(known).toContain(rail)
        const closed = providers.map((open) => ({
          ...open,
          used: open.code === chosen.code ? ('n' as const) : ('y' as const),
        }))
        const games = new Map(closed.map((open, index) => [open, [...codes.values()][index] ?? []]))
        if (!known[1]?.endsWith(`=${chosen.code}`))
          expect(ofDay(sources({ providers: closed, games, now }))).toEqual(known)
      }
    }
  })

  const anyCode = fc.constantFrom('a', 'b', 'c', 'd')
  // Some that show nothing.
  const anyName = fc.constantFrom('달토끼', 'Fruit Tiger', undefined, '', ' ', '\u3164')
  const anyGame = fc
    .record({
      code: fc.constantFrom('1', '2', 3, '4', '5', undefined, ' ', '\u3164'),
      company: fc.constantFrom('a', 'b', 'c', 'd', 'unknown', undefined),
      nameKo: anyName,
      nameEn: anyName,
      img: anyName,
    })
    .map((sent) => game.parse(sent))
  const anyId = fc.record({ company: anyCode, code: fc.constantFrom('1', '2', '3', '4', '5', '9', ' ', 'd') })
  const anyLobby = fc
    .record({ nameKo: anyName, nameEn: anyName, used: fc.constantFrom('y', 'n') })
    .map((sent) => providerSchema.parse({ ...sent, code: 'd', tables: [{ code: '1', kind: 'roulette' }] }))
  const anySources = fc
    .record({
      closed: fc.array(anyCode),
      lists: fc.dictionary(anyCode, fc.array(anyGame, { maxLength: 12 })),
      lobby: anyLobby,
      upstreamRails: fc.array(fc.array(anyGame, { maxLength: 12 }), { maxLength: 6 }),
      recent: fc.array(anyId, { maxLength: 8 }),
      favourites: fc.array(anyId, { maxLength: 20 }),
      now: fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }),
    })
    .map(({ closed, lists, lobby, upstreamRails, ...rest }): RailSources => {
      const providers = ['a', 'b', 'c'].map((code) =>
        provider(
          code,
          closed.some((closedCode) => closedCode === code),
        ),
      )
      return {
        ...rest,
        providers,
        games: new Map(providers.map((listed) => [listed, lists[String(listed.code)] ?? []])),
        hasAllGames: true,
        lobbies: [{ all: '/casino', providers: [lobby] }],
        upstreamRails: upstreamRails.map((games, index) => rail(index, games)),
      }
    })

  it('are never empty, hold at most six games that can be opened, and show each in one of them by name and picture', () => {
    fc.assert(
      fc.property(anySources, fc.constantFrom(i18n, i18nFor('en')), (from, inLanguage) => {
        const rails = buildRails(from, inLanguage)
        expect(new Set(rails.map(({ id }) => id)).size).toBe(rails.length)
        const open = new Set(
          [...from.providers, ...(from.lobbies?.[0]?.providers ?? [])].flatMap(({ used, code }) =>
            used === 'y' ? [String(code)] : [],
          ),
        )
        const keys = rails.flatMap(({ cards }) => cards.map(({ company, code }) => `${company}/${code}`))
        expect(new Set(keys).size).toBe(keys.length)
        for (const { id, cards, all } of rails) {
          expect(cards.length).toBeGreaterThanOrEqual(id === 'motif' || id === 'spotlight' ? 4 : 1)
          expect(cards.length).toBeLessThanOrEqual(6)
          expect(all).toMatch(/^\/(slot|casino)/)
          for (const { company, code, name, src } of cards)
            expect([open.has(company), code !== '', isVisible(name), src]).toEqual([
              ...[true, true, true],
              expect.stringMatching(/^\/art\/\d+\/(game|scene|small)\/./),
            ])
        }
      }),
    )
  })
})
