import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RailSources } from '~/features/lobby/rails.server'
import { buildRails } from '~/features/lobby/rails.server'
import { i18nFor } from '~/i18n/catalogue.server'
import type { Game, Provider } from '~/upstream/contract/values'

const noon = new Date('2026-03-01T03:00:00Z')
const i18n = i18nFor('ko')

function provider(code: string | undefined, isUnderMaintenance = false): Provider {
  return { code, nameKo: `${code} 제공사`, nameEn: `${code} works`, img: '', isUnderMaintenance }
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
  const games = new Map(providers.map((one) => [one, gamesOf(String(one.code), 12)]))
  return { providers, games, upstreamRails: [], recent: [], favourites: [], now: noon, ...change }
}

const rail = (idx: number, games: Game[]) => ({ idx, kr_name: '새 게임', en_name: 'New games', games })
const idsOf = (from: RailSources) => buildRails(from, i18n).map(({ id }) => id)
const codesOf = (from: RailSources, id: string) =>
  buildRails(from, i18n)
    .find((one) => one.id === id)
    ?.cards.map(({ code }) => code)

describe('the rails of a lobby', () => {
  it('go on with what was opened, then show the upstream’s, those of the day and favourites, each with all its games', () => {
    const recent = ['a-1', 'b-1', 'c-1', 'a-2'].map((code) => ({ company: code[0] ?? '', code }))
    const all = buildRails(
      sources({ recent, favourites: [{ company: 'c', code: 'c-7' }], upstreamRails: [rail(7, gamesOf('b', 3))] }),
      i18n,
    ).map(({ id, title, all }) => [id, title, all])
    expect(all).toEqual([
      ['continue', '이어서 하기', '/slot?view=recent'],
      ['upstream-0', '새 게임', '/slot?rail=7'],
      ['motif', '오늘의 주제 · 동물', '/slot?motif=animals'],
      [
        'spotlight',
        expect.stringMatching(/^오늘의 제공사 · [abc] 제공사$/),
        expect.stringMatching(/^\/slot\/game\?code=[abc]$/),
      ],
      ['favourites', '즐겨찾기', '/slot?view=favourites'],
    ])
  })

  it('are filled up with suggestions where little was opened, and say when', () => {
    const openedAt = new Date(noon.getTime() - 3 * 60 * 60_000)
    const [first] = buildRails(sources({ recent: [{ company: 'a', code: 'a-1', openedAt }] }), i18n)
    expect(first?.title).toBe('최근 한 게임과 추천')
    expect(first?.cards).toHaveLength(7)
    expect(first?.cards[0]).toMatchObject({ code: 'a-1', subtitle: '3시간 전', openedAt: openedAt.toISOString() })
    expect(first?.cards[1]?.openedAt).toBeUndefined()
    const [now] = buildRails(sources({ recent: [{ company: 'a', code: 'a-1', openedAt: noon }] }), i18n)
    expect(now?.cards[0]?.subtitle).toBe('지금')
  })

  it('show games of all providers in turn where the upstream has no row', () => {
    expect(idsOf(sources())).toEqual(['explore', 'motif', 'spotlight'])
    expect(
      new Set(
        buildRails(sources(), i18n)[0]
          ?.cards.slice(0, 3)
          .map(({ company }) => company),
      ).size,
    ).toBe(3)
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

  it('have no motif and no provider of the day with fewer than four games', () => {
    const [one] = sources().providers
    if (!one) throw new Error('no provider')
    expect(idsOf(sources({ providers: [one], games: new Map([[one, gamesOf('a', 3)]]) }))).toEqual(['explore'])
  })

  it('change at midnight in Seoul and not before', () => {
    const spotlightAt = (time: string) =>
      buildRails(sources({ now: new Date(time) }), i18n).find(({ id }) => id === 'spotlight')?.all
    expect(spotlightAt('2026-02-28T15:00:00Z')).toBe(spotlightAt('2026-03-01T14:59:59Z'))
    expect(spotlightAt('2026-03-01T15:00:00Z')).not.toBe(spotlightAt('2026-03-01T14:59:59Z'))
  })

  const anyCode = fc.constantFrom('a', 'b', 'c', 'd')
  const anyGame = fc.record({
    code: fc.constantFrom('1', '2', '3', '4', '5', undefined),
    company: fc.constantFrom('a', 'b', 'c', 'd', 'unknown', undefined),
    nameKo: fc.constantFrom('달토끼', '용', undefined),
    nameEn: fc.constantFrom('Moon Rabbit', 'Fruit Tiger', undefined),
    img: fc.constant(''),
  })
  const anyId = fc.record({ company: anyCode, code: fc.constantFrom('1', '2', '3', '4', '5', '9') })
  const anySources = fc
    .record({
      closed: fc.array(anyCode),
      lists: fc.dictionary(anyCode, fc.array(anyGame, { maxLength: 12 })),
      upstreamRails: fc.array(fc.array(anyGame, { maxLength: 12 }), { maxLength: 6 }),
      recent: fc.array(anyId, { maxLength: 8 }),
      favourites: fc.array(anyId, { maxLength: 20 }),
      now: fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }),
    })
    .map(({ closed, lists, upstreamRails, ...rest }): RailSources => {
      const providers = ['a', 'b', 'c', 'd'].map((code) =>
        provider(
          code,
          closed.some((one) => one === code),
        ),
      )
      return {
        ...rest,
        providers,
        games: new Map(providers.map((one) => [one, lists[String(one.code)] ?? []])),
        upstreamRails: upstreamRails.map((games, index) => rail(index, games)),
      }
    })

  it('are never empty, hold at most seven games that can be opened, each once, and repeat none in those of the day', () => {
    fc.assert(
      fc.property(anySources, (from) => {
        const rails = buildRails(from, i18n)
        expect(new Set(rails.map(({ id }) => id)).size).toBe(rails.length)
        const open = new Set(from.providers.filter((one) => !one.isUnderMaintenance).map(({ code }) => String(code)))
        const before = new Set<string>()
        for (const { id, cards, all } of rails) {
          const keys = cards.map(({ company, code }) => `${company}/${code}`)
          expect(keys.length).toBeGreaterThanOrEqual(1)
          expect(keys.length).toBeLessThanOrEqual(7)
          expect(all).toMatch(/^\/slot/)
          for (const { company, code } of cards) expect([open.has(company), code !== '']).toEqual([true, true])
          if (!['continue', 'favourites'].includes(id)) expect(new Set(keys).size).toBe(keys.length)
          if (['motif', 'spotlight', 'explore'].includes(id)) expect(keys.filter((key) => before.has(key))).toEqual([])
          for (const key of keys) before.add(key)
        }
      }),
    )
  })
})
