import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildRails, type RailSources } from '~/features/lobby/rails/rails.server'
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
  return { providers, games, upstreamRails: [], recent: [], favourites: [], now: noon, ...change }
}

function casino(code: string, kinds: ('baccarat' | 'roulette')[]): Provider {
  const tables = kinds.map((kind) => ({ code: `${code}.${kind}`, kind, latest: [] }))
  return { ...provider(code), kinds, tables }
}

const rail = (idx: number, games: Game[]) => ({ idx, kr_name: '새 게임', en_name: 'New games', games })
const idsOf = (from: RailSources) => buildRails(from, i18n).map(({ id }) => id)
const codesOf = (from: RailSources, id: string) =>
  buildRails(from, i18n)
    .find((candidate) => candidate.id === id)
    ?.cards.map(({ code }) => code)

describe('a lobby’s rows', () => {
  it('are opened games, the upstream’s rows and favourites, each with a link to all of its games', () => {
    const opened = (company: string, from: number) =>
      gamesOf(company, 12)
        .slice(from, from + 4)
        .map(({ code }) => ({ company, code: String(code) }))
    const upstreamRails = [rail(7, gamesOf('b', 5)), { ...rail(8, gamesOf('c', 12)), kind: 'popular' as const }]
    const from = sources({ recent: opened('a', 0), favourites: opened('c', 6), upstreamRails })
    expect(buildRails(from, i18n).map(({ id, title, all, cards }) => [id, title, all, cards.length])).toEqual([
      ['continue', t('lobby.rail.continue'), '/slot?view=recent', 4],
      ['upstream-0', '새 게임', '/slot?rail=7', 5],
      ['upstream-1', t('lobby.rail.popular'), '/slot?rail=8', 6],
      ['favourites', t('lobby.favourites'), '/slot?view=favourites', 4],
    ])
  })

  it('exclude the games that the page lists', () => {
    const listed = gamesOf('b', 2).map(({ company, code }) => ({ company: String(company), code: String(code) }))
    const from = sources({ listed, upstreamRails: [rail(7, gamesOf('b', 8))] })
    const codes = gamesOf('b', 8).map(({ code }) => code)
    expect(codesOf(from, 'upstream-0')).toEqual(codes.slice(2))
  })

  it('need four games, except for opened ones; a row of all providers replaces missing upstream rows', () => {
    expect(idsOf(sources({ upstreamRails: [rail(1, gamesOf('a', 3))] }))).toEqual(['explore'])
    const recent = [{ company: 'b', code: 'b-0' }]
    expect(idsOf(sources({ recent, upstreamRails: [rail(1, gamesOf('a', 4))] }))).toEqual(['continue', 'upstream-0'])
    const [explore] = buildRails(sources(), i18n)
    expect(explore?.cards.slice(0, 3).map(({ company }) => company)).toEqual(['a', 'b', 'c'])
    expect(idsOf(sources({ games: new Map() }))).toEqual([])
  })

  it('show visitors the upstream’s games, with the names from the lists if the upstream sends none', () => {
    const named = gamesOf('a', 4)
    const nameless: Game[] = [{ code: 'x', company: 'a', img: '' }]
    const from = sources({ games: new Map(), upstreamRails: [rail(1, [...nameless, ...named])] })
    expect(codesOf(from, 'upstream-0')).toEqual(['a-0', 'a-1', 'a-2', 'a-3'])
    const unnamed = gamesOf('a', 4).map(({ code, company }) => ({ code, company, img: '' }))
    expect(codesOf(sources({ upstreamRails: [rail(1, unnamed)] }), 'upstream-0')).toEqual(['a-0', 'a-1', 'a-2', 'a-3'])
  })

  it('start with the opened casino kinds and sports, once each, with the title and picture of the game played', () => {
    const opened = (company: string, code: string, minutes: number) => ({
      ...{ company, code },
      openedAt: new Date(noon.getTime() - minutes * 60_000),
    })
    const lobbies = [
      { category: 'casino' as const, providers: [casino('live', ['baccarat', 'roulette']), provider('closed', true)] },
      { category: 'sport' as const, providers: [provider('ball')] },
    ]
    const recent = [
      opened('live', 'live.roulette', 0),
      opened('closed', 'closed', 1),
      opened('live', 'live', 16),
      opened('live', 'live.baccarat', 17),
      opened('ball', 'ball', 18),
      opened('live', 'live.gone', 19),
      opened('a', 'a-1', 20),
    ]
    const [first] = buildRails(sources({ lobbies, recent }), i18n)
    const cards = first?.cards ?? []
    expect(cards.map(({ code, name, subtitle, opened }) => [code, name, subtitle, opened?.ago])).toEqual([
      ['live.roulette', t('lobby.kind.roulette'), 'live 제공사', t('lobby.opened.now')],
      ['live', t('lobby.kind.baccarat'), 'live 제공사', '16분 전'],
      ['ball', 'ball 제공사', '', '18분 전'],
      ['a-1', '게임 1', 'a 제공사', '20분 전'],
    ])
    expect(cards.map(({ src }) => src.replace(/^\/art\/\d+\/game\//, ''))).toEqual([
      expect.stringMatching(/^live\/roulette\.roulette\./),
      expect.stringMatching(/^live\/baccarat\.baccarat\./),
      expect.stringMatching(/^ball\/[a-z]+\.[a-z]+\./),
      expect.stringMatching(/^a\/a-1\./),
    ])
  })

  const anyCode = fc.constantFrom('a', 'b', 'c', 'd')
  // Some names are invisible.
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
        lobbies: [{ category: 'casino', providers: [lobby] }],
        upstreamRails: upstreamRails.map((games, index) => rail(index, games)),
      }
    })

  it('contain four to six open games, or one to six opened ones, each in only one row with a name and picture', () => {
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
          expect([cards.length >= (id === 'continue' ? 1 : 4), cards.length <= 6]).toEqual([true, true])
          expect(all).toMatch(/^\/slot/)
          for (const { company, code, name, src } of cards)
            expect([open.has(company), code !== '', isVisible(name), src]).toEqual([
              ...[true, true, true],
              expect.stringMatching(/^\/art\/\d+\/(game|scene)\/./),
            ])
        }
      }),
    )
  })
})
