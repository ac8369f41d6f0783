import { createRandom } from '~/ui/artwork/random'
import type { Kind } from '~/upstream/contract/fields/kinds'
import titleLists from './game-titles.json'

/** Invented names of slot games in Korean and English. */

type GameTitle = { nameKo: string; nameEn: string }

type NamePairs = readonly (readonly [ko: string, en: string])[]

// TypeScript infers no pairs from JSON.
const lists = titleLists as unknown as Record<keyof typeof titleLists, NamePairs>

/** Joins two Korean nouns: 와 after a vowel, 과 after a final consonant. */
function joinKoreanNouns(first: string, second: string): string {
  const last = first.charCodeAt(first.length - 1) - 0xac00
  return `${first}${last % 28 === 0 ? '와' : '과'} ${second}`
}

function fillPatterns(patterns: NamePairs, words: NamePairs): GameTitle[] {
  return patterns.flatMap(([ko, en]) =>
    words.map(([wordKo, wordEn]) => ({ nameKo: ko.replace('*', wordKo), nameEn: en.replace('*', wordEn) })),
  )
}

function shuffle<Item>(items: readonly Item[], seed: number): Item[] {
  const next = createRandom(seed)
  return items
    .map((item) => ({ item, place: next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

const writtenTitles: readonly GameTitle[] = lists.written.map(([nameKo, nameEn]) => ({ nameKo, nameEn }))

function composeTitles(): GameTitle[] {
  const groups: { titles: GameTitle[]; maxTitles: number }[] = [
    { titles: fillPatterns(lists.characterPatterns, lists.characters), maxTitles: 400 },
    {
      titles: lists.characters.flatMap(([ko, en]) =>
        lists.belongings.map(([ownKo, ownEn]) => ({ nameKo: `${ko}의 ${ownKo}`, nameEn: `${en}'s ${ownEn}` })),
      ),
      maxTitles: 330,
    },
    { titles: fillPatterns(lists.thingPatterns, lists.things), maxTitles: 290 },
    { titles: fillPatterns(lists.placePatterns, lists.places), maxTitles: 270 },
    {
      titles: lists.characters.flatMap(([ko, en]) =>
        lists.companions.map(([besideKo, besideEn]) => ({
          nameKo: joinKoreanNouns(ko, besideKo),
          nameEn: `${en} and ${besideEn}`,
        })),
      ),
      maxTitles: 220,
    },
    { titles: fillPatterns(lists.symbolPatterns, lists.symbols), maxTitles: 100 },
  ]
  const chosen = groups.flatMap(({ titles, maxTitles }, index) => shuffle(titles, index + 1).slice(0, maxTitles))

  const taken = new Set(writtenTitles.flatMap(({ nameKo, nameEn }) => [nameKo, nameEn]))
  return shuffle(chosen, 2026).filter(({ nameKo, nameEn }) => {
    if (taken.has(nameKo) || taken.has(nameEn)) return false
    taken.add(nameKo).add(nameEn)
    return true
  })
}

/** Invented providers and games. Names may change, codes may not: bets and launches store them. */

type ProviderKind = 'casino' | 'slot' | 'sport'

export type Provider = {
  code: string
  kind: ProviderKind
  nameKo: string
  nameEn: string
  /** Under maintenance in a new store, as an example. */
  startsClosed: boolean
  kinds: readonly Kind[]
  /** Comp on each stake, in basis points: 30 is 0.3 %. */
  compBasisPoints: number
  jackpotBasisPoints: number
}

export type SlotGame = { code: string; company: string; nameKo: string; nameEn: string }

type ProviderRow = readonly [code: string, nameKo: string, nameEn: string, compBasisPoints: number, state?: 'closed']
/** Providers of games of these kinds: tables or sports. */
type KindsRow = readonly [kinds: readonly Kind[], ...row: ProviderRow]

const casinoRows: readonly KindsRow[] = [
  [['baccarat', 'roulette', 'blackjack'], 'gaon-casino', '가온 카지노', 'Gaon Casino', 10],
  [['game-show', 'wheel', 'baccarat'], 'nuri-studio', '누리 스튜디오', 'Nuri Studio', 10],
  [['baccarat', 'dragon-tiger', 'sic-bo'], 'daon-live', '다온 라이브', 'Daon Live', 20],
  [['blackjack', 'poker', 'roulette'], 'maru-tables', '마루 테이블', 'Maru Tables', 10, 'closed'],
  [['roulette', 'baccarat', 'wheel'], 'byeolha-casino', '별하 카지노', 'Byeolha Casino', 20],
  [['dragon-tiger', 'baccarat'], 'saeron', '새론', 'Saeron', 10],
  [['baccarat', 'blackjack'], 'ara-live', '아라 라이브', 'Ara Live', 10],
  [['game-show', 'roulette'], 'jangdan-studio', '장단 스튜디오', 'Jangdan Studio', 20],
  [['roulette', 'wheel', 'game-show'], 'chorong-gaming', '초롱 게이밍', 'Chorong Gaming', 10],
  [['poker', 'blackjack', 'baccarat'], 'taeon-live', '태온 라이브', 'Taeon Live', 20],
  [['roulette', 'blackjack'], 'pureun-room', '푸른 룸', 'Pureun Room', 10],
  [['baccarat', 'sic-bo', 'dragon-tiger'], 'hanbit-live', '한빛 라이브', 'Hanbit Live', 10],
  [['poker', 'baccarat'], 'darae-casino', '다래 카지노', 'Darae Casino', 20],
  [['blackjack', 'roulette', 'poker'], 'yeoul-tables', '여울 테이블', 'Yeoul Tables', 10],
]

const slotRows: readonly { row: ProviderRow; games: number }[] = [
  { row: ['dodam-play', '도담 플레이', 'Dodam Play', 30], games: 96 },
  { row: ['mir-works', '미르 웍스', 'Mir Works', 30], games: 92 },
  { row: ['haeneul-games', '해늘 게임즈', 'Haeneul Games', 40], games: 84 },
  { row: ['solchan-studio', '솔찬 스튜디오', 'Solchan Studio', 30], games: 81 },
  { row: ['baramkkot', '바람꽃', 'Baramkkot', 20], games: 76 },
  { row: ['yunseul-gaming', '윤슬 게이밍', 'Yunseul Gaming', 30], games: 72 },
  { row: ['narae-slots', '나래 슬롯', 'Narae Slots', 50], games: 68 },
  { row: ['keunbyeol-soft', '큰별 소프트', 'Keunbyeol Soft', 30], games: 64 },
  { row: ['yeoubi', '여우비', 'Yeoubi', 20], games: 60 },
  { row: ['harang-interactive', '하랑 인터랙티브', 'Harang Interactive', 30], games: 57 },
  { row: ['grinnae', '그린내', 'Grinnae', 40], games: 54 },
  { row: ['kkotsaem-games', '꽃샘 게임즈', 'Kkotsaem Games', 30], games: 52 },
  { row: ['garam-reels', '가람 릴스', 'Garam Reels', 30], games: 50 },
  { row: ['noeul-workshop', '노을 공방', 'Noeul Workshop', 20], games: 48 },
  { row: ['dasom-games', '다솜 게임즈', 'Dasom Games', 30], games: 46 },
  { row: ['maparam', '마파람', 'Maparam', 40], games: 44 },
  { row: ['byeolmuri-soft', '별무리 소프트', 'Byeolmuri Soft', 30], games: 43 },
  { row: ['saebyeokdal-studio', '새벽달 스튜디오', 'Saebyeokdal Studio', 30], games: 42 },
  { row: ['onsaemi', '온새미', 'Onsaemi', 20, 'closed'], games: 41 },
  { row: ['janmulgyeol', '잔물결', 'Janmulgyeol', 30], games: 40 },
  { row: ['choseungdal-works', '초승달 웍스', 'Choseungdal Works', 30], games: 38 },
  { row: ['tarae-games', '타래 게임즈', 'Tarae Games', 40], games: 36 },
  { row: ['pureum-slots', '푸름 슬롯', 'Pureum Slots', 30], games: 34 },
  { row: ['hanul-reels', '한울 릴스', 'Hanul Reels', 30], games: 33 },
  { row: ['neonadeuri', '너나들이', 'Neonadeuri', 20], games: 31 },
  { row: ['dure-soft', '두레 소프트', 'Dure Soft', 30], games: 30 },
  { row: ['mokkoji-games', '모꼬지 게임즈', 'Mokkoji Games', 50], games: 28 },
  { row: ['bonui-studio', '보늬 스튜디오', 'Bonui Studio', 30], games: 27 },
  { row: ['sodam-play', '소담 플레이', 'Sodam Play', 30], games: 25 },
  { row: ['sinabro', '시나브로', 'Sinabro', 20, 'closed'], games: 24 },
  { row: ['areum-gaming', '아름 게이밍', 'Areum Gaming', 30], games: 22 },
  { row: ['hanui-interactive', '하늬 인터랙티브', 'Hanui Interactive', 30], games: 20 },
]

const sportRows: readonly KindsRow[] = [
  [['football', 'baseball', 'basketball'], 'ondeul-sports', '온들 스포츠', 'Ondeul Sports', 20],
  [['racing', 'football'], 'dareum-sports', '달음 스포츠', 'Dareum Sports', 20],
  [['football', 'basketball', 'volleyball'], 'hanmadang-book', '한마당 북', 'Hanmadang Book', 20],
  [['esports', 'football'], 'hanpan-sports', '한판 스포츠', 'Hanpan Sports', 30],
  [['volleyball', 'basketball'], 'nopsae-sports', '높새 스포츠', 'Nopsae Sports', 20],
  [['esports', 'basketball'], 'deulpan-arena', '들판 아레나', 'Deulpan Arena', 20],
  [['tennis', 'football'], 'neoul-sports', '너울 스포츠', 'Neoul Sports', 10],
  [['hockey', 'football', 'basketball'], 'gyeorugi', '겨루기', 'Gyeorugi', 20],
  [['baseball', 'basketball', 'football'], 'seulgi-odds', '슬기 오즈', 'Seulgi Odds', 30],
  [['football'], 'pureunjandi', '푸른잔디', 'Pureunjandi', 20],
  [['racing'], 'gyeolseungseon', '결승선', 'Gyeolseungseon', 20],
  [['baseball'], 'cheotgong', '첫공', 'Cheotgong', 10],
  [['baseball', 'basketball'], 'manru-sports', '만루 스포츠', 'Manru Sports', 20, 'closed'],
  [['football', 'tennis', 'volleyball'], 'eutteum-match', '으뜸 매치', 'Eutteum Match', 20],
  [['tennis', 'volleyball'], 'beogeum-match', '버금 매치', 'Beogeum Match', 20],
  [['volleyball', 'football'], 'julda-book', '줄다 북', 'Julda Book', 30],
  [['hockey', 'volleyball'], 'mulbora-sports', '물보라 스포츠', 'Mulbora Sports', 20],
  [['basketball', 'hockey'], 'dolgaebaram', '돌개바람', 'Dolgaebaram', 20],
  [['football', 'racing'], 'hangeoreum-sports', '한걸음 스포츠', 'Hangeoreum Sports', 10],
  [['basketball', 'baseball'], 'marutteok-sports', '마루턱 스포츠', 'Marutteok Sports', 20],
  [['esports'], 'naru-match', '나루 매치', 'Naru Match', 20],
  [['football', 'baseball', 'volleyball'], 'eungwonseok', '응원석', 'Eungwonseok', 30],
  [['football', 'basketball'], 'dongne-league', '동네 리그', 'Dongne League', 20],
  [['baseball', 'football'], 'byeolbit-stadium', '별빛 구장', 'Byeolbit Stadium', 20],
  [['racing', 'hockey'], 'ieodallim', '이어달림', 'Ieodallim', 20],
  [['football', 'volleyball'], 'taegeuk-field', '태극 필드', 'Taegeuk Field', 20, 'closed'],
]

/** 0.1 % of slot stakes; other games have no jackpot. */
const slotJackpotBasisPoints = 10

function toProvider(kind: ProviderKind, kinds: readonly Kind[], row: ProviderRow): Provider {
  const [code, nameKo, nameEn, compBasisPoints, state] = row
  return {
    code,
    kind,
    nameKo,
    nameEn,
    startsClosed: state === 'closed',
    kinds,
    compBasisPoints,
    jackpotBasisPoints: kind === 'slot' ? slotJackpotBasisPoints : 0,
  }
}

export const casinoProviders: readonly Provider[] = casinoRows.map(([kinds, ...row]) =>
  toProvider('casino', kinds, row),
)
export const slotProviders: readonly Provider[] = slotRows.map(({ row }) => toProvider('slot', [], row))
export const sportProviders: readonly Provider[] = sportRows.map(([kinds, ...row]) => toProvider('sport', kinds, row))

export const allSandboxProviders: readonly Provider[] = [...casinoProviders, ...slotProviders, ...sportProviders]

const providersByCode: ReadonlyMap<string, Provider> = new Map(
  allSandboxProviders.map((provider) => [provider.code, provider]),
)

export function findSandboxProvider(code: string): Provider | undefined {
  return providersByCode.get(code)
}

function toGameCode(nameEn: string): string {
  return nameEn
    .toLowerCase()
    .replace(/'s\b/g, 's')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

const slotGames: ReadonlyMap<string, readonly SlotGame[]> = distributeTitles()
const slotGamesByCode: ReadonlyMap<string, SlotGame> = new Map(
  [...slotGames.values()].flat().map((game) => [`${game.company}/${game.code}`, game]),
)

function distributeTitles(): Map<string, SlotGame[]> {
  const gamesByProvider = new Map(slotRows.map(({ row: [code] }): [string, SlotGame[]] => [code, []]))
  const titles = [...writtenTitles, ...composeTitles()].values()
  for (let turn = 0; turn < Math.max(...slotRows.map(({ games }) => games)); turn++) {
    for (const { row, games } of slotRows) {
      const [company] = row
      const title = turn < games ? titles.next().value : undefined
      if (title) gamesByProvider.get(company)?.push({ code: toGameCode(title.nameEn), company, ...title })
    }
  }
  return gamesByProvider
}

export function findSlotGames(company: string): readonly SlotGame[] | undefined {
  return slotGames.get(company)
}

export function newestSlotGames(providers: readonly string[], count: number): SlotGame[] {
  const lists = providers.map((company) => (findSlotGames(company) ?? []).toReversed())
  const turns = Math.max(0, ...lists.map((games) => games.length))
  const newest = Array.from({ length: turns }, (_, turn) => lists.flatMap((games) => games[turn] ?? []))
  return newest.flat().slice(0, count)
}

export function findSlotGame(company: string, code: string): SlotGame | undefined {
  return slotGamesByCode.get(`${company}/${code}`)
}
