import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { slotProviders } from '~/embedded/seed/sandbox-games'
import type { OpenBet } from '~/features/lobby/favourites/load.server'
import { opensTabsOnly, windowFeatures } from '~/features/lobby/launch/game-window'
import { launchHref } from '~/features/lobby/launch/href'
import { providerArtworkOf } from '~/features/lobby/lists/cards.server'
import { type GameListQuery, parseGameQuery } from '~/features/lobby/lists/game-query'
import { buildGameList, gameKey, interleave, listGames, type MemberGames } from '~/features/lobby/lists/games.server'
import { listMatches, toOpenBetsText } from '~/features/lobby/lists/matches.server'
import { parsePicks } from '~/features/lobby/lists/picks'
import { buildProviderLobby } from '~/features/lobby/provider-lobby.server'
import { createDistanceInside, createNameMatcher, findNearest, parseSearchQuery } from '~/features/lobby/search/by-name'
import { i18nFor } from '~/i18n/catalogue.server'
import type { Locale } from '~/i18n/locale'
import { readQuery } from '~/server/request-info/query.server'
import { paginate } from '~/ui/pager/pager-window'
import { hrefWithQuery } from '~/values/addresses'
import { dot } from '~/values/parts'
import { anyText } from '../../support/any-text'

const dodam = { nameKo: '도담 플레이', nameEn: 'Dodam Play' }
const gold = { nameKo: '과수원의 닭', nameEn: 'Café of the Golden Hen' }

function isMatch(query: string, named: { nameKo?: string; nameEn?: string }): boolean {
  return createNameMatcher(query)(named) !== false
}

describe('searching names', () => {
  it('finds Korean and English names regardless of case, accents, width and spaces', () => {
    for (const query of ['도담', '플레이', '도담플레이', '담 플', 'dodam', 'PLAY', 'dodamp', 'Ｄｏｄａｍ'])
      expect(isMatch(query, dodam), query).toBe(true)
    expect(isMatch('cafe', gold)).toBe(true)
    expect(isMatch('café', { nameEn: 'Cafe' })).toBe(true)
  })

  it('matches a Korean syllable while it is being typed', () => {
    for (const query of ['ㄷ', '도', '돋', '도다', '도담', '도담ㅍ', '도담프'])
      expect(isMatch(query, dodam), query).toBe(true)
    for (const query of ['고', '과', '괏', '과수', '달', '닭']) expect(isMatch(query, gold), query).toBe(true)
  })

  it('finds names by initial consonants', () => {
    expect(isMatch('ㄷㄷㅍㄹㅇ', dodam)).toBe(true)
    for (const query of ['ㄷ담', 'ㄷ담 플ㄹ', '도ㄷㅍ레이', 'ㄷㄷ플', '도ㄷ 플ㄹ이', 'ㄷ플'])
      expect(isMatch(query, dodam), query).toBe(true)
    // Each initial consonant matches one whole syllable, in order.
    for (const query of ['ㄷ도', 'ㄷ레', 'ㅍ담', 'ㄹ이플']) expect(isMatch(query, dodam), query).toBe(false)
    expect(isMatch('ㄷㅍ', dodam)).toBe(true)
    expect(isMatch('ㅍㄷ', dodam)).toBe(false)
    // Keyboards combine ㄱ followed by ㅅ into one letter.
    expect(isMatch('ㄳ', gold)).toBe(true)
  })

  it('finds a name by any part of it, after each typed letter', () => {
    const names = slotProviders.flatMap(({ nameKo, nameEn }) => [nameKo, nameEn])
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.nat(20), fc.nat(20), (name, from, length) => {
        const part = name.slice(from % name.length).slice(0, length + 1)
        expect(isMatch(part, { nameEn: name })).toBe(part.trim() !== '')
      }),
    )
  })

  it('also finds further words once more than half of one is typed, even combined with names', () => {
    const rabbit = { nameKo: '달토끼', nameEn: 'Moon Rabbit', words: ['동물', 'Animals'] }
    const find = (query: string) => createNameMatcher<typeof rabbit>(query, ({ words }) => words)(rabbit)
    for (const query of ['동물', '동무', 'animals', 'ANIM', '토끼 동물', 'ㄷㅌ animal', 'ㄷㅁ', 'ㄷㅁ rabbit'])
      expect(find(query), query).toBe('word')
    expect([find('토끼'), find('달토'), find('달토끼'), find('MOON RABBIT')]).toEqual([
      'inside',
      'beginning',
      'exact',
      'exact',
    ])
    for (const query of ['동', 'an', 'nimals', '동물원', '과일', '동물 과일']) expect(find(query), query).toBe(false)
  })

  it('suggests the nearest names by letters and initial consonants if none matches', () => {
    const names = ['도담 플레이/Dodam Play', '다온 스튜디오/Daon Studio', '달토끼의 방앗간/Moon Rabbit Mill', '달/Moon']
    const entries = names.map((name) => {
      const [nameKo = '', nameEn = ''] = name.split('/')
      return { nameKo, nameEn }
    })
    const nearest = (query: string, count = 2) =>
      findNearest(query, entries, (entry) => entry, count).entries.map(({ nameKo }) => nameKo)
    for (const query of ['달토기', '달도끼', 'rabit', 'Monn Rabbit', '달토끼 반앗간', 'ㄷㅌㄱㅇㅂㅇㄱ'])
      expect(nearest(query)[0], query).toBe('달토끼의 방앗간')
    for (const query of ['도남', 'dodan', '도담플래이', 'ㄷㄷㅍㄹㅅ'])
      expect(nearest(query)[0], query).toBe('도담 플레이')
    for (const query of ['', '!?', 'q', 'gem', 'xyzzy', '없는 게임']) expect(nearest(query), query).toEqual([])
    expect(nearest('moom', 1)).toEqual(['달'])
    // 바카라 is a game, and one typing mistake must not turn it into a provider with a similar name.
    expect(
      findNearest('바카라', [{ nameKo: '바람꽃' }, { nameKo: '바나나 카니발' }], (entry) => entry, 2).entries,
    ).toEqual([])
  })

  it('computes the distance between a word and any part of a text like the textbook algorithm', () => {
    const plain = (word: string, text: string) => {
      let row = [...word, ''].map((_, length) => length)
      let best = word.length
      for (const letter of text) {
        const next = [0]
        for (const [index, wanted] of [...word].entries())
          next.push(
            Math.min(
              (row[index] ?? 0) + (wanted === letter ? 0 : 1),
              (row[index + 1] ?? 0) + 1,
              (next[index] ?? 0) + 1,
            ),
          )
        row = next
        best = Math.min(best, row[word.length] ?? best)
      }
      return best
    }
    const letters = (maxLength: number) => fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength })
    fc.assert(
      fc.property(letters(31), letters(50), (word, text) => {
        expect(createDistanceInside(word)(text)).toBe(plain(word, text))
      }),
      { numRuns: 500 },
    )
  })

  it('finds everything without a query, and nothing for only punctuation', () => {
    expect(isMatch('', dodam)).toBe(true)
    expect(isMatch('!?', dodam)).toBe(false)
  })

  it('accepts any query from a URL, cut to 64 characters', () => {
    expect(parseSearchQuery(readQuery('http://a.example/?q=%20%20moon%09%20rabbit%00'))).toBe('moon rabbit')
    expect(parseSearchQuery({})).toBe('')
    fc.assert(
      fc.property(anyText({ maxLength: 200 }), (q) => {
        const query = parseSearchQuery({ q })
        expect(query.length).toBeLessThanOrEqual(64)
        expect(query.isWellFormed()).toBe(true)
        createNameMatcher(query)(dodam)
      }),
    )
  })
})

describe('a list’s pages', () => {
  const items = Array.from({ length: 96 }, (_, index) => index)

  it('contain the requested number of items, and the last page the rest', () => {
    expect(paginate(items, null, 40)).toMatchObject({ page: 1, pages: 3 })
    expect(paginate(items, '2', 40).items).toEqual(items.slice(40, 80))
    expect(paginate(items, '3', 40).items).toHaveLength(16)
  })

  it('treat an invalid page as the first, and one past the end as the last', () => {
    for (const page of ['0', '-1', 'x', '1e3', '', '2.5']) expect(paginate(items, page, 40).page, page).toBe(1)
    expect(paginate(items, '99', 40).page).toBe(3)
    expect(paginate([], '2', 40)).toEqual({ items: [], page: 1, pages: 1 })
  })

  it('have URLs with only nonempty values, and codes unchanged', () => {
    expect(hrefWithQuery('/slot', { q: '', page: '' })).toBe('/slot')
    expect(hrefWithQuery('/slot', { q: '달 토끼', page: '2' })).toBe('/slot?q=%EB%8B%AC+%ED%86%A0%EB%81%BC&page=2')
    expect(launchHref('a&b', '1/2')).toBe('/game?company=a%26b&code=1%2F2')
  })
})

describe('a lobby’s entries', () => {
  const i18n = i18nFor('ko')
  const { t } = i18n
  const searchOf = (query = '', page: string | null = null) => ({ query, page })
  const list = [
    { code: 'gaon', nameKo: '가온', nameEn: 'Gaon', used: 'y' as const },
    { code: 7, nameKo: '누리', nameEn: 'Nuri', used: 'n' as const },
    { nameKo: '다온', nameEn: 'Daon', used: 'y' as const },
    { code: 'only', nameEn: 'Only English', used: 'y' as const, img: 'https://elsewhere.example/a.png' },
  ]

  it('are in the upstream’s order, including closed ones and ones without a code, which can’t be opened', () => {
    const lobby = buildProviderLobby(
      list,
      searchOf(),
      ['7', 'only', 'gone', 'only'].map((company) => ({ company, code: company })),
      i18n,
    )
    expect(lobby.providers.map((card) => card.closedLabel)).toEqual([
      undefined,
      t('lobby.maintenance.open'),
      t('lobby.notReady'),
      undefined,
    ])
    expect(lobby).toMatchObject({ totalCount: 4, closedCount: 1 })
    expect(lobby.recent.map(({ code }) => code)).toEqual(['only'])
  })

  it('are only the tables of the chosen kind, with their last results', () => {
    const latest = Array.from({ length: 12 }, (_, index) => String(index))
    const tables = [
      { code: 11, kind: 'baccarat' as const, latest: ['P', 'T', 'B'] },
      { code: 'a.roulette', kind: 'roulette' as const, min: 1_000, max: 50_000, latest },
    ]
    const kinds = ['baccarat', 'blackjack', 'roulette'] as const
    const casino = { code: 'a', nameKo: '가온', used: 'y' as const, kinds, tables }
    const withoutTables = { code: 'b', nameKo: '나루', used: 'y' as const, kinds: ['roulette'] as const }
    const closed = {
      ...{ code: 'c', nameKo: '다올', used: 'n' as const, kinds: ['poker', 'roulette'] as const },
      tables: [{ code: 31, kind: 'roulette' as const, min: 5_000, max: 50_000, latest: [] }],
    }
    const lobbyOf = (kind: string | null) =>
      buildProviderLobby([casino, withoutTables, closed], { ...searchOf(), category: 'casino', kind }, [], i18n)
    const cardsOf = (kind: string | null) => lobbyOf(kind).providers
    const stakes = t('tables.stakes', { min: '1,000', max: '50,000원' })
    const [roulette, other] = cardsOf('roulette')
    expect(roulette?.table).toMatchObject({ code: 'a.roulette', kind: t('lobby.kind.roulette'), stakes })
    expect(roulette?.table?.marks.map(({ text, tone }) => `${text} ${tone}`)).toEqual([
      '0 green',
      '1 red',
      '2 black',
      '3 red',
      '4 black',
      '5 red',
      '6 black',
      '7 red',
    ])
    expect(roulette?.src).toMatch(/\/provider\/a\.g\.\w+\.roulette\.svg$/)
    // Stakes that all cards share are shown once above them.
    expect(lobbyOf('roulette').stakes).toBeUndefined()
    const ofRoulette = { ...searchOf(), category: 'casino', kind: 'roulette' } as const
    const same = buildProviderLobby([casino, withoutTables], ofRoulette, [], i18n)
    expect(same).toMatchObject({
      stakes,
      providers: [{ table: { marksTitle: t('tables.marks', { count: 8 }) } }, {}],
    })
    expect(cardsOf('baccarat')[0]?.table?.marksTitle).toBe(t('tables.marks', { count: 3 }))
    expect(cardsOf('baccarat')[0]?.table?.marks.map(({ text }) => text)).toEqual(['플', '타', '뱅'])
    expect(other).toMatchObject({ code: 'b' })
    expect(cardsOf('baccarat')[0]?.table?.marks.map(({ tone }) => tone)).toEqual(['blue', 'green', 'red'])
    // A kind without tables at open providers is not offered. Its URL shows the first kind instead.
    expect(lobbyOf(null).kinds.map(({ kind }) => kind)).toEqual(['', 'roulette', 'baccarat'])
    for (const kind of ['blackjack', 'poker'])
      expect(lobbyOf(kind)).toMatchObject({
        ...{ chosenKind: 'roulette', missing: { title: t('tables.none'), listed: t('lobby.kind.roulette') } },
        providers: [{ code: 'a' }, { code: 'b' }, { code: 'c', closedLabel: t('lobby.maintenance.open') }],
      })
    expect(lobbyOf('none')).toMatchObject({ chosenKind: '', missing: null })
    // The provider's code opens the first table. The card shows the kinds and stakes of all its tables.
    expect(cardsOf(null)[0]).toMatchObject({
      kinds: [t('lobby.kind.baccarat'), t('lobby.kind.roulette')].join(dot),
      table: { code: 'a', kind: t('lobby.kind.baccarat'), stakes },
    })
    expect(cardsOf(null)[0]?.src).toMatch(/\.baccarat\.roulette\.svg$/)
  })

  it('are matches that haven’t started by day and hour, with a slip for each provider of valid picks', () => {
    const now = Date.parse('2026-11-27T07:00:00Z')
    const match = (id: string | undefined, kind: 'football' | 'tennis', startsAt: string) => ({
      ...{ id, kind, startsAt, home: { nameKo: '가람', nameEn: 'Garam' }, away: { nameKo: '누리' } },
      odds: { home: 185, draw: kind === 'football' ? 340 : undefined, away: 420 },
    })
    const sport = (code: string, used: 'y' | 'n', ...matches: ReturnType<typeof match>[]) => ({
      ...{ code, nameKo: '온들', used, kinds: ['football', 'tennis'] as const, matches },
    })
    const [live, today] = ['2026-11-27T07:00:00Z', '2026-11-27T07:15:00Z']
    const [tomorrow, later] = ['2026-11-27T15:15:00Z', '2026-11-29T03:00:00Z']
    const list = [
      sport('a', 'y', match(undefined, 'tennis', ''), match('m3', 'tennis', later), match('m2', 'football', tomorrow)),
      sport('c:,', 'y', match('m0', 'football', live), match('m1', 'football', today)),
      sport('b', 'n', match('m1', 'football', today)),
    ]
    const shown = (picks: string, kind: 'tennis' | '' = '') =>
      listMatches(list, { kind, picks: parsePicks(picks) }, i18n, now)
    const { matches } = shown('')
    expect(matches.map(({ start }) => start)).toEqual([
      `${t('matches.today')} 16:15`,
      `${t('matches.tomorrow')} 00:15`,
      '2026-11-29 12:00',
      '',
    ])
    const oddsOf = (index: number) => matches[index]?.sides.map(({ odds }) => odds)
    expect([oddsOf(0), oddsOf(2)]).toEqual([
      ['1.85', '3.40', '4.20'],
      ['1.85', '4.20'],
    ])
    expect(matches[3]).toMatchObject({ isPickable: false, sides: [{ to: '/game?company=a&code=a' }, {}] })
    expect(shown('', 'tennis').matches).toHaveLength(2)
    // The order depends on the start, not on the provider's position in the list.
    const soonest = sport('z', 'y', match('m8', 'football', '2026-11-27T07:05:00Z'))
    const many = [...['d', 'e', 'f'].map((code) => sport(code, 'y', match('m1', 'football', today))), soonest]
    expect(listMatches(many, { kind: '', picks: [] }, i18n, now).matches.map(({ company }) => company)).toEqual([
      ...['z', 'd', 'e', 'f'],
    ])
    // A match with the member's bet has no links to bet again, and its side is marked.
    const openBets: [OpenBet] = [{ company: 'c:,', match: 'm1', side: 'away', stake: 5_000, odds: 410 }]
    const [betOn, other] = listMatches(list, { kind: '', picks: [], openBets }, i18n, now).matches
    expect([betOn?.betText, other?.betText]).toEqual([t('matches.staked', { amount: i18n.won(5_000) }), ''])
    expect(betOn?.sides.map(({ odds, isOwn }) => [odds, isOwn])).toEqual([
      ['1.85', false],
      ['3.40', false],
      ['4.20', true],
    ])
    expect(betOn).toMatchObject({ isPickable: false, sides: [{ to: undefined }, {}, {}] })
    // The slip's picks on this match are struck out, and its odds exclude them.
    const picksBesideBet = parsePicks('m1:home:c%3A%2C,m2:draw:a')
    const { slips: besideBet } = listMatches(list, { kind: '', picks: picksBesideBet, openBets }, i18n, now)
    expect(besideBet.dropped).toMatchObject([{ reason: t('matches.placed') }])
    expect(besideBet.list.map(({ company, odds }) => [company, odds])).toEqual([['a', '3.40']])
    expect(besideBet.change).toBe('')
    const beside = listMatches(list, { kind: '', picks: parsePicks('m0:home:c%3A%2C,m1:away:c%3A%2C') }, i18n, now)
    expect(beside.slips.change).toBe(t('matches.dropped.odds', { before: '7.77', after: '4.20' }))
    const sums = { bets: 1, picks: 3, stake: 1_000, payout: 15_690 }
    const betsText = (openBetSums: typeof sums, bets: OpenBet[] = openBets) =>
      toOpenBetsText({ openBetSums, openBets: bets }, list, i18n, now)
    const [stake, amount] = [i18n.won(1_000), i18n.won(15_690)]
    expect(betsText(sums)).toMatchObject({
      title: [t('matches.open', { count: 1 }), stake].join(dot),
      src: expect.stringContaining('/ball.'),
      details: [
        `${t('matches.today')} 16:15${dot}${t('matches.open.others', { match: '가람 – 누리', count: 2 })}`,
        `${t('matches.open.returns', { amount })}${dot}${t('matches.win', { team: '누리' })} 4.10`,
      ],
    })
    // A live match is shown if no other follows. Odds may be unknown.
    const beganBet: OpenBet = { ...openBets[0], match: 'm0', side: 'draw', odds: undefined }
    expect(betsText({ ...sums, bets: 2, picks: 1 }, [beganBet])?.details).toEqual([
      `${t('matches.open.live')}${dot}가람 – 누리`,
      `${t('matches.open.total', { amount })}${dot}${t('matches.draw')}`,
    ])
    expect(betsText(sums, [])).toMatchObject({ src: undefined, details: [t('matches.open.returns', { amount })] })

    const picksIn = (to = '') => new URL(to, 'http://x').searchParams.get('picks') ?? ''
    const follow = (picks: string, index: number, side: number) => picksIn(shown(picks).matches[index]?.sides[side]?.to)
    const one = follow('', 0, 0)
    const two = follow(follow(one, 1, 1), 2, 0)
    const home = `${t('matches.win', { team: '가람' })} 1.85`
    expect(
      shown(two).slips.list.map(({ company, title, odds, picks }) => [
        company,
        title,
        odds,
        picks.map(({ side, odds }) => `${side} ${odds}`),
      ]),
    ).toEqual([
      ['c:,', t('matches.slip', { provider: '온들', count: 1 }), '1.85', [home]],
      ['a', t('matches.slip', { provider: '온들', count: 2 }), '6.29', [`${t('matches.draw')} 3.40`, home]],
    ])
    expect(shown('').slips).toMatchObject({ empty: t('matches.slip.empty'), confirm: false })
    expect(shown(one).slips).toMatchObject({ title: t('matches.slip.title'), separate: '' })
    expect(shown(two).slips).toMatchObject({
      title: t('matches.slip.picked', { count: 3, bets: 2 }),
      separate: t('matches.separate', { bets: 2 }),
    })
    expect(shown(two).slips.list[1]).toMatchObject({
      returns: t('matches.returns', { stake: i18n.won(1_000), amount: i18n.won(6_290) }),
      picks: [{ name: '가람 – 누리' }, {}],
    })
    const [first] = shown(two).slips.list
    expect(parsePicks(picksIn(first?.picks[0]?.removal.to)).map(({ company }) => company)).toEqual(['a', 'a'])
    // Several picks can be removed together.
    expect([shown(one).slips.emptied, shown(two).slips.emptied]).toEqual(['', '/sport'])
    expect(shown(two).matches[0]?.sides.map(({ isPicked }) => isPicked)).toEqual([true, false, false])
    expect([follow(one, 0, 0), parsePicks(follow(one, 0, 2)).map(({ side }) => side)]).toEqual(['', ['away']])
    // These picks are on a live match, a closed provider, a missing side and an unknown match, or malformed.
    const invalid = `m0:home:c%3A%2C,m1:home:b,m3:draw:a,m9:home:a,m3:none:a,m3:home:,::,%E0,${'x'.repeat(300)}`
    expect(shown(invalid).slips.list).toEqual([])
    // A query filters the matches by team or provider, and its links preserve the sport and the picks.
    const found = (query: string, kind: 'football' | '' = '') =>
      listMatches(list, { kind, query, picks: parsePicks(one) }, i18n, now)
    expect(['가람', 'ㄴㄹ', '온들', '없음'].map((query) => found(query).matches.length)).toEqual([4, 4, 4, 0])
    expect(found('가람').matches[0]?.sides.map(({ isFound }) => isFound)).toEqual([true, false, false])
    const { searchParams } = new URL(found('가람', 'football').matches[1]?.sides[0]?.to ?? '', 'http://x')
    expect([searchParams.get('q'), searchParams.get('kind')]).toEqual(['가람', 'football'])
    expect(searchParams.get('picks')).toMatch(`${one},`)
    expect(found('없음').slips.list).toHaveLength(1)
    // A search without matches is followed by the next matches, whose links preserve the query.
    const { matches: soon } = listMatches(list, { kind: '', query: '없음', soonest: 2, picks: [] }, i18n, now)
    expect(soon.map(({ start }) => start.split(' ')[0])).toEqual([t('matches.today'), t('matches.tomorrow')])
    expect(soon[0]?.sides[0]?.to).toContain(encodeURIComponent('없음'))
    // Picks that no longer accept bets stay in the slip with the reason until the member confirms, but don't count.
    const stale = shown(`m0:home:c%3A%2C,m1:home:b,m3:draw:a,m9:home:x,${one}`).slips
    const side = t('matches.win', { team: '가람' })
    const name = '가람 – 누리'
    expect(stale.dropped).toEqual([
      { name, side, reason: t('matches.begun') },
      { name, side, reason: t('matches.closed') },
      { name, side: t('matches.draw'), reason: t('matches.closed') },
      { name: '', side: t('matches.win', { team: t('matches.home') }), reason: t('matches.closed') },
    ])
    expect(stale).toMatchObject({ title: t('matches.slip.title'), list: [{ company: 'c:,' }] })
    expect(stale.list[0]).toMatchObject({ title: t('matches.slip', { provider: '온들', count: 1 }), odds: '1.85' })
    // If no pick is left, the slip links to other matches.
    const confirmed = (picks: string) => shown(picks).slips.confirm || { to: '', text: '' }
    expect(confirmed('m0:home:c%3A%2C')).toEqual({ to: '/sport#matches', text: t('matches.again') })
    expect(picksIn(stale.list[0]?.to)).toBe(one)
    const { to, text } = confirmed(`m0:home:c%3A%2C,m1:home:b,${one}`)
    expect([picksIn(to), text]).toEqual([one, t('matches.seen')])
    expect(follow(`m0:home:c%3A%2C,${one}`, 0, 0)).toBe('m0:home:c%3A%2C')
  })

  it('can be found by kind in the page’s language, Korean and English, after matches by name', () => {
    const casinos = [
      { code: 'a', nameKo: '가온', nameEn: 'Gaon', used: 'y' as const, kinds: ['baccarat', 'roulette'] as const },
      { code: 'b', nameKo: '바다', nameEn: 'Bada', used: 'y' as const, kinds: ['roulette'] as const },
      { code: 'c', nameKo: '바카라 하우스', nameEn: 'House', used: 'y' as const },
    ]
    const find = (query: string, locale: Locale = 'ko') =>
      buildProviderLobby(casinos, { ...searchOf(query), category: 'casino' }, [], i18nFor(locale))
        .providers.map(({ code }) => code)
        .join('')
    for (const query of ['바카라', 'ㅂㅋㄹ']) expect(find(query), query).toBe('ca')
    expect([find('바'), find('baccarat'), find('가온 바카라'), find('룰렛'), find('バカラ', 'jp')]).toEqual([
      'bc',
      'a',
      'a',
      'ab',
      'a',
    ])
    expect(find('バカラ')).toBe('')
  })

  it('have sport artwork only in the sport lobby, whichever lobby was built first', () => {
    const entries = list.map((entry) => ({ ...entry }))
    const srcOf = (category?: 'slot' | 'sport') =>
      entries.map((entry) => providerArtworkOf(entries, category).wideSrc(entry))
    for (const src of srcOf('slot')) expect(src).not.toMatch(/\/sport\//)
    for (const src of srcOf('sport')) expect(src).toMatch(/\/sport\//)
    for (const src of srcOf()) expect(src).not.toMatch(/\/sport\//)
  })
})

describe('a list of games', () => {
  const provider = (code: string, nameEn: string) => ({ code, nameEn, nameKo: nameEn, used: 'y' as const })
  const [alpha, beta] = [provider('a', 'Alpha'), provider('b', 'Beta')]
  const game = (code: string, nameKo: string, nameEn: string) => ({ code, nameKo, nameEn })
  const all = [
    { provider: beta, game: game('1', '호랑이와 곶감', 'Tiger and Persimmon') },
    { provider: alpha, game: game('2', '달토끼의 방앗간', 'moon Rabbit Mill') },
    { provider: beta, game: game('3', '보석 저잣거리', 'Gem Street') },
    { provider: alpha, game: game('4', '체리 장날', 'Cherry Market') },
  ]
  const none = { favourites: [], recent: [] }
  const queryOf = (text: string) => parseGameQuery(readQuery(`http://a.example/?${text}`)) as GameListQuery
  const show = async (query: string, memberGames: MemberGames = none, locale: Locale = 'ko') => {
    const params = new URLSearchParams(query)
    const shown = await buildGameList(all, queryOf(query), params.get('page'), memberGames, i18nFor(locale), () => '')
    return shown.games.map(({ code }) => code).join('')
  }

  it('is sorted in the upstream’s order, by name in the language’s collation, or by provider', async () => {
    expect(await show('')).toBe('1234')
    expect(await show('sort=name')).toBe('2341')
    expect(await show('sort=name', none, 'en')).toBe('4321')
    expect(await show('sort=provider')).toBe('2413')
  })

  it('is filtered by motif, combined with a search', async () => {
    // Only the first motif of a name counts.
    expect([await show('motif=animals'), await show('motif=fruit'), await show('motif=jewels')]).toEqual([
      '12',
      '4',
      '3',
    ])
    expect(await show('motif=animals&q=ㄷㅌㄲ')).toBe('2')
    expect(await show('motif=animals&q=gem')).toBe('')
  })

  it('has exact matches first, then names that start with the query, then names that contain it', async () => {
    const names = ['긴 꼬리 토끼', '토끼와 달', '토끼', '달토끼']
    const listed = names.map((nameKo, index) => ({ provider: alpha, game: { code: index, nameKo } }))
    const { games, isExact } = await buildGameList(listed, queryOf('q=토끼'), null, none, i18nFor('ko'), () => '')
    expect(games.map(({ name }) => name)).toEqual(['토끼', '토끼와 달', '긴 꼬리 토끼', '달토끼'])
    expect(isExact).toBe(true)
  })

  it('has the games with the nearest names if a search finds nothing, within the other filters', async () => {
    const listOf = (query: string) => buildGameList(all, queryOf(query), null, none, i18nFor('ko'), () => '')
    const near = await listOf('q=달토기')
    expect(near).toMatchObject({ count: 0, nearestDistance: 1, page: 1, pages: 1 })
    expect(near.games.map(({ code }) => code)).toEqual(['2'])
    expect((await listOf('q=달토기&motif=jewels')).games).toEqual([])
    expect(await listOf('q=달토끼')).toMatchObject({ count: 1 })
    expect(await listOf('q=달토끼')).not.toHaveProperty('nearestDistance')
    expect((await listOf('motif=777')).games).toEqual([])
  })

  it('is filtered to favourites or recent games, latest first, and marks favourites everywhere', async () => {
    const memberGames = {
      favourites: [
        { company: 'b', code: '3' },
        { company: 'a', code: '2' },
        { company: 'a', code: 'gone' },
      ],
      recent: [{ company: 'a', code: '4' }],
    }
    expect(await show('view=favourites', memberGames)).toBe('32')
    expect(await show('view=favourites&sort=name', memberGames)).toBe('23')
    expect(await show('view=recent', memberGames)).toBe('4')
    const { games } = await buildGameList(all, queryOf(''), null, memberGames, i18nFor('ko'), () => '')
    expect(games.map(({ isFavourite = false }) => isFavourite)).toEqual([false, true, true, false])
  })

  it('omits games that are shown above it if there are others, but still offers their motifs', async () => {
    const below = (...keys: string[]) =>
      buildGameList(all, queryOf(''), null, none, i18nFor('ko'), () => '', new Set(keys))
    const [tiger = '', ...others] = all.map(({ game, provider }) =>
      gameKey({ company: provider.code, code: game.code }),
    )
    const list = await below(tiger, others[2] ?? '')
    expect(list.games.map(({ code }) => code)).toEqual(['2', '3'])
    expect(list.motifs).toEqual((await below()).motifs)
    expect((await below(tiger, ...others)).games).toHaveLength(all.length)
  })

  it('ignores unknown filters', () => {
    expect(parseGameQuery(readQuery('http://a.example/?sort=up&motif=cars&view=x&q=%20a'))).toEqual({
      q: 'a',
      sort: '',
      rail: '',
      motif: '',
      view: '',
    })
  })
})

describe('the games of several providers', () => {
  const [many, none, single] = ['many', 'none', 'one'].map((code) => ({ code, nameKo: code, used: 'y' as const }))
  const gamesOf = (...codes: number[]) => codes.map((code) => ({ code, nameKo: `${code}` }))

  it('alternate between providers', () => {
    if (!many || !none || !single) throw new Error('three providers')
    const games = new Map([
      [many, gamesOf(1, 2, 3)],
      [single, gamesOf(4)],
    ])
    const listed = [...interleave([many, none, single], games)]
    expect(listed.map(({ game, provider }) => [provider.code, game.code])).toEqual([
      ['many', 1],
      ['one', 4],
      ['many', 2],
      ['many', 3],
    ])
    expect([...interleave([none], games)]).toEqual([])
  })

  it('are the same list object while the providers’ lists are the same', () => {
    if (!many || !single) throw new Error('two providers')
    const owner = [many, single]
    const games = new Map([
      [many, gamesOf(1, 2)],
      [single, gamesOf(3)],
    ])
    const listed = listGames(owner, owner, games)
    expect(listed.map(({ game }) => game.code)).toEqual([1, 3, 2])
    expect(listGames(owner, owner, new Map(games))).toBe(listed)
    games.set(single, gamesOf(4))
    expect(listGames(owner, owner, games).map(({ game }) => game.code)).toEqual([1, 4, 2])
    expect(listGames(owner, [single], games)).toHaveLength(1)
  })
})

describe('a game’s window', () => {
  const size = '800x1400'

  it('is a tab on iPhones and on iPads that identify as a Mac', () => {
    const mac = { userAgent: 'Mozilla/5.0 (Macintosh)', platform: 'MacIntel' }
    expect(opensTabsOnly({ ...mac, maxTouchPoints: 0 })).toBe(false)
    expect(opensTabsOnly({ ...mac, maxTouchPoints: 5 })).toBe(true)
    expect(opensTabsOnly({ userAgent: 'Mozilla/5.0 (iPhone)', platform: 'iPhone', maxTouchPoints: 5 })).toBe(true)
    expect(opensTabsOnly({ userAgent: 'Mozilla/5.0 (Windows)', platform: 'Win32', maxTouchPoints: 10 })).toBe(false)
    expect(windowFeatures(true, size, { availWidth: 390, availHeight: 800 })).toBe('')
  })
})
