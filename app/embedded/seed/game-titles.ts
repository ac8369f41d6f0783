/**
 * Invented names of slot games in Korean and English. Any two words of matching lists below form a plausible title. The
 * English names contain the words by which the artwork picks its shapes (moon, carp, fan, tiger …).
 */

export type GameTitle = { nameKo: string; nameEn: string }

/** Titles written by hand; each provider's list begins with some of them. */
const writtenPairs: readonly (readonly [ko: string, en: string])[] = [
  ['달토끼의 방앗간', 'Moon Rabbit Mill'],
  ['호랑이와 곶감', 'Tiger and Persimmon'],
  ['청룡의 여의주', 'Pearl of the Blue Dragon'],
  ['감나무집 잭팟', 'Persimmon House Jackpot'],
  ['단오 부채', 'Dano Fan'],
  ['보름달 항아리', 'Full Moon Jar'],
  ['방패연 놀이', 'Shield Kite Day'],
  ['별 헤는 릴', 'Counting Star Reels'],
  ['엽전 소나기', 'Coin Shower'],
  ['하회 가면극', 'Hahoe Mask Play'],
  ['잉어의 폭포', 'Carp Falls'],
  ['불꽃 한마당', 'Fire in the Courtyard'],
  ['연꽃 정원', 'Lotus Garden'],
  ['갓 쓴 도둑', 'Thief in a Hat'],
  ['까치와 복주머니', 'Magpie and the Lucky Pouch'],
  ['파도 소리', 'Sound of the Wave'],
  ['보석 저잣거리', 'Gem Street'],
  ['행운의 77', 'Lucky Seven Seven'],
  ['초롱불 골목', 'Lantern Alley'],
  ['북 치는 밤', 'Night of the Drum'],
  ['구름 위 대문', 'Gate Above the Cloud'],
  ['왕의 잔치', 'Crown Banquet'],
  ['종소리 장터', 'Bell Market'],
  ['설산의 아침', 'Snow Mountain Morning'],
  ['네잎 풀밭', 'Clover Meadow'],
  ['체리 장날', 'Cherry Market Day'],
  ['해돋이 릴', 'Sunrise Reels'],
  ['하트 우체국', 'Heart Post Office'],
  ['구름빵 가게', 'Cloud Bakery'],
  ['스페이드 서당', 'Spade School'],
  ['가마솥 릴', 'Cauldron Fire Reels'],
  ['꽃신 한 켤레', 'A Pair of Flower Shoes'],
  ['솟대 위의 새', 'Bird on the Pole'],
  ['은행나무 아래', 'Under the Ginkgo Coin Tree'],
  ['도깨비 방망이', 'Goblin Club'],
  ['도깨비 씨름판', 'Goblin Wrestling Ring'],
  ['금 나와라 뚝딱', 'Knock for a Gold Coin'],
  ['흥부네 박씨', 'Gourd Seed of the Swallow'],
  ['박 타는 날', 'Gourd Opening Day'],
  ['선녀의 날개옷', 'Robe of the Cloud Fairy'],
  ['나무꾼의 은도끼', 'Silver Axe by the Pond'],
  ['토끼의 용궁 구경', 'Rabbit in the Dragon Palace'],
  ['거북이 등을 타고', 'Riding the Turtle Wave'],
  ['해와 달이 된 오누이', 'Siblings of Sun and Moon'],
  ['견우의 돌다리', 'Star Bridge of the Herder'],
  ['오작교 릴', 'Magpie Bridge Reels'],
  ['은하수 나룻배', 'Ferry on the River of Stars'],
  ['칠석 소나기', 'Seventh Night Rain'],
  ['윷이야 모야', 'Four Sticks Up'],
  ['윷놀이 대전', 'Yut Night Match'],
  ['널뛰기 점프', 'Seesaw Jump'],
  ['그네 타는 봄', 'Swing of Spring Flower'],
  ['팽이 겨루기', 'Spinning Top Duel'],
  ['제기차기 777', 'Jegi Kick 777'],
  ['쥐불놀이', 'Ring of Field Fire'],
  ['강강술래', 'Circle Dance under the Moon'],
  ['탈춤 한 판', 'One Round of Mask Dance'],
  ['줄 타는 광대', 'Tightrope Jester'],
  ['사자춤 행진', 'Lion Dance Parade'],
  ['사물놀이 릴', 'Four Drum Reels'],
  ['풍물패 나가신다', 'Here Comes the Drum Band'],
  ['장구 장단', 'Hourglass Drum Beat'],
  ['김장하는 날', 'Kimchi Jar Day'],
  ['장독대의 보물', 'Treasure behind the Jar'],
  ['메주와 달력', 'Calendar on the Jar Stand'],
  ['송편 빚는 밤', 'Half Moon Rice Cake'],
  ['떡국 한 그릇', 'New Year Sun Soup'],
  ['붕어빵 골목', 'Carp Bread Alley'],
  ['호떡집에 불났네', 'Hotcake House on Fire'],
  ['팥죽 할머니와 호랑이', 'Granny and the Tiger'],
  ['곶감 말리는 집', 'House of Drying Persimmon'],
  ['수박 서리', 'Watermelon Moon Raid'],
  ['참외밭 대소동', 'Melon Field Uproar'],
  ['옥수수 대포', 'Corn Cannon'],
  ['화포 대장', 'Captain of the Cannon'],
  ['신기전 777', 'Fire Arrow 777'],
  ['거북배 항해', 'Turtle Ship Wave'],
  ['해적의 나침반', 'Compass of the Wave Raiders'],
  ['바다 건너 보물섬', 'Treasure Island Wave'],
  ['등대지기의 밤', 'Lantern Keeper Night'],
  ['진주 잠수부', 'Pearl Diver Wave'],
  ['고래의 노래', 'Song of the Whale'],
  ['해녀의 바다', 'Sea of the Haenyeo'],
  ['갈매기 역', 'Seabird Station'],
  ['봉황의 둥지', 'Nest of the Phoenix'],
  ['주작의 불꽃', 'Vermilion Bird Fire'],
  ['백호의 포효', 'Roar of the White Tiger'],
  ['현무의 문', 'Gate of the Black Tortoise'],
  ['해태가 지키는 집', 'House the Haetae Guards'],
  ['구미호의 구슬', 'Pearl of the Ninetail'],
  ['산신령의 수염', 'Beard of the Mountain Spirit'],
  ['장승과 솟대', 'Totem and Bird Pole'],
  ['성황당 고개', 'Shrine Mountain Pass'],
  ['암행어사 출두', 'Secret Inspector Seal'],
  ['마패 777', 'Horse Seal 777'],
  ['과거 보러 가는 길', 'Road to the Royal Exam'],
  ['춘향의 그네', 'Chunhyang Swing'],
  ['심청의 연꽃', 'Lotus of Shim Cheong'],
  ['별주부의 약속', 'Promise of the Turtle Envoy'],
  ['콩쥐의 꽃신', 'Flower Shoe of Kongjwi'],
  ['우렁 각시', 'Snail Bride Jar'],
  ['혹부리 영감', 'Old Man and the Goblin Song'],
  ['금도끼 은도끼', 'Gold Axe Silver Axe'],
  ['연 날리는 언덕', 'Kite Hill'],
  ['별똥별 우체통', 'Falling Star Letterbox'],
  ['무지개 정류장', 'Rainbow Stop'],
  ['달나라 급행', 'Moon Express'],
  ['구름 기차', 'Cloud Train'],
  ['바람개비 언덕', 'Pinwheel Hill'],
  ['소나기 그친 뒤', 'After the Cloud Burst'],
  ['눈 오는 장터', 'Market in the Snow'],
  ['첫눈 내리는 기와집', 'First Snow on the Gate'],
  ['벚꽃 엔딩 릴', 'Last Cherry Blossom Reels'],
  ['매화 필 무렵', 'When the Plum Flower Opens'],
  ['단풍 든 산사', 'Maple Mountain Temple'],
  ['대나무 숲의 비밀', 'Secret of the Bamboo Gate'],
  ['찻잔 속의 달', 'Moon in a Teacup'],
  ['비단길 상인', 'Silk Road Coin Trader'],
  ['보부상의 봇짐', 'Pack of the Peddler'],
  ['만물상 777', 'General Store 777'],
  ['왕관을 찾아서', 'In Search of the Crown'],
  ['여왕의 거울', 'Mirror and Crown'],
  ['궁궐의 고양이', 'Cat behind the Palace Gate'],
  ['수라간 대소동', 'Royal Kitchen Fire'],
  ['황금 종의 탑', 'Tower of the Golden Bell'],
  ['시계탑의 자정', 'Clock Tower Bell at Midnight'],
  ['가면무도회', 'Mask Ball'],
  ['서커스 열차', 'Circus Ball Train'],
  ['마술사의 모자', 'Hat of the Conjurer'],
  ['행운의 네잎클로버', 'Four Leaf Clover'],
  ['과일 리어카', 'Fruit Cart Cherry'],
  ['세븐 다방', 'Seven Coffee House'],
  ['추억의 오락실', 'Old Arcade Star'],
  ['골목대장 777', 'Captain of the Alley 777'],
  ['구슬치기 챔피언', 'Marble Ball Champion'],
  ['동네 축구왕', 'Neighbourhood Ball King'],
  ['한여름 밤의 야구', 'Midsummer Ball Game'],
  ['씨름왕 선발 대회', 'Wrestling Crown Trials'],
  ['활 쏘는 날', 'Archer Sun'],
  ['말 달리는 초원', 'Plain of Running Horses'],
  ['돛을 올려라', 'Raise Sail on the Wave'],
  ['하트 여왕의 정원', 'Garden of the Heart Queen'],
  ['스페이드 기사단', 'Order of the Spade'],
  ['별자리 지도', 'Chart of Star Signs'],
  ['태양의 석굴', 'Grotto of the Sun'],
  ['천년의 종', 'Bell of a Thousand Years'],
  ['불국의 탑', 'Twin Lotus Towers'],
  ['백자 달항아리', 'White Moon Jar'],
  ['청자 학 무늬', 'Celadon Crane Jar'],
  ['조각보 릴', 'Patchwork Kite Reels'],
  ['한지 등불', 'Paper Lantern'],
  ['먹과 벼루', 'Ink and the Cloud Stone'],
  ['서당 개 삼 년', 'Three Years at the Spade School'],
  ['소 타고 피리 불고', 'Flute on the Ox Mountain'],
  ['두꺼비집 새집', 'New House of the Toad'],
  ['개구리 왕국', 'Crown of the Frog'],
  ['달빛 나루', 'Moon Ferry'],
]

/** Characters of a title. */
const characters: readonly (readonly [ko: string, en: string])[] = [
  ['호랑이', 'Tiger'],
  ['달토끼', 'Moon Rabbit'],
  ['까치', 'Magpie'],
  ['잉어', 'Carp'],
  ['도깨비', 'Goblin'],
  ['청룡', 'Blue Dragon'],
  ['아기 용', 'Little Dragon'],
  ['거북이', 'Turtle'],
  ['두꺼비', 'Toad'],
  ['여우', 'Fox'],
  ['학', 'Crane'],
  ['사슴', 'Deer'],
  ['반달곰', 'Moon Bear'],
  ['너구리', 'Raccoon Dog'],
  ['수달', 'Otter'],
  ['고양이', 'Cat'],
  ['삽살개', 'Shaggy Dog'],
  ['부엉이', 'Owl'],
  ['제비', 'Swallow'],
  ['꾀꼬리', 'Songbird'],
  ['원숭이', 'Monkey'],
  ['황소', 'Bull'],
  ['조랑말', 'Pony'],
  ['다람쥐', 'Squirrel'],
  ['해태', 'Haetae'],
  ['봉황', 'Phoenix'],
  ['선녀', 'Fairy'],
  ['나무꾼', 'Woodcutter'],
  ['광대', 'Jester'],
  ['도령', 'Young Scholar'],
  ['산신령', 'Mountain Spirit'],
  ['장군', 'General'],
  ['뱃사공', 'Boatman'],
  ['토끼', 'Rabbit'],
]

/** Patterns for a character; `*` stands for its name. */
const characterPatterns: readonly (readonly [ko: string, en: string])[] = [
  ['춤추는 *', 'Dancing *'],
  ['북 치는 *', '* and a Drum'],
  ['노래하는 *', 'Singing *'],
  ['꿈꾸는 *', 'Dreaming *'],
  ['잠든 *', 'Sleeping *'],
  ['웃는 *', 'Laughing *'],
  ['길 떠난 *', 'Wandering *'],
  ['달 보는 *', '* under the Moon'],
  ['별 헤는 *', '* Counting Star Light'],
  ['연 날리는 *', '* Flying a Kite'],
  ['갓 쓴 *', '* in a Hat'],
  ['부채 든 *', '* with a Fan'],
  ['가면 쓴 *', '* behind a Mask'],
  ['구름 탄 *', '* on a Cloud'],
  ['등불 든 *', '* with a Lantern'],
  ['왕관 쓴 *', '* in a Crown'],
  ['장터에 간 *', '* at the Market'],
  ['소풍 간 *', '* on a Picnic'],
  ['꽃을 든 *', '* with a Flower'],
  ['공 굴리는 *', '* on a Ball'],
  ['불 지키는 *', '* by the Fire'],
  ['산 넘는 *', '* over the Mountain'],
  ['파도 타는 *', '* on the Wave'],
  ['엽전 줍는 *', '* and the Lost Coin'],
]

/** What a character owns, or where it lives. */
const belongings: readonly (readonly [ko: string, en: string])[] = [
  ['방앗간', 'Mill'],
  ['찻집', 'Teahouse'],
  ['잔칫날', 'Feast Day'],
  ['보물창고', 'Treasure House'],
  ['비밀 정원', 'Secret Flower Garden'],
  ['나들이', 'Outing'],
  ['꽃신', 'Flower Shoes'],
  ['복주머니', 'Lucky Pouch'],
  ['대문', 'Gate'],
  ['연못', 'Lotus Pond'],
  ['초롱', 'Lantern'],
  ['왕관', 'Crown'],
  ['금화', 'Gold Coin'],
  ['북소리', 'Drum Beat'],
  ['여행', 'Journey'],
  ['약속', 'Promise'],
  ['선물', 'Gift'],
  ['편지', 'Letter'],
  ['생일', 'Birthday'],
  ['항아리', 'Jar'],
  ['가면', 'Mask'],
  ['꿈', 'Dream'],
  ['보름밤', 'Full Moon Night'],
  ['체리 나무', 'Cherry Tree'],
]

/** Patterns for a thing; `*` stands for its name. */
const thingPatterns: readonly (readonly [ko: string, en: string])[] = [
  ['황금 *', 'Golden *'],
  ['은빛 *', 'Silver *'],
  ['푸른 *', 'Blue *'],
  ['붉은 *', 'Crimson *'],
  ['눈부신 *', 'Dazzling *'],
  ['새벽의 *', '* at Dawn'],
  ['한밤의 *', 'Midnight *'],
  ['비단 *', 'Silk *'],
  ['옥빛 *', 'Jade *'],
  ['무지개 *', 'Rainbow *'],
  ['천년의 *', 'Thousand Year *'],
  ['잃어버린 *', 'Lost *'],
  ['전설의 *', 'Legendary *'],
  ['하늘의 *', 'Heavenly *'],
  ['마법의 *', 'Magic *'],
  ['행운의 *', 'Lucky *'],
  ['왕의 *', 'Royal *'],
  ['봄날의 *', 'Spring *'],
]

const things: readonly (readonly [ko: string, en: string])[] = [
  ['잉어', 'Carp'],
  ['부채', 'Fan'],
  ['엽전', 'Coin'],
  ['연꽃', 'Lotus'],
  ['왕관', 'Crown'],
  ['종', 'Bell'],
  ['대포', 'Cannon'],
  ['항아리', 'Jar'],
  ['등불', 'Lantern'],
  ['가면', 'Mask'],
  ['북', 'Drum'],
  ['갓', 'Hat'],
  ['연', 'Kite'],
  ['대문', 'Gate'],
  ['열쇠', 'Key'],
  ['가마', 'Palanquin'],
  ['거울', 'Mirror'],
  ['꽃', 'Flower'],
  ['수레바퀴', 'Wheel'],
  ['체리', 'Cherry'],
  ['하트', 'Heart'],
  ['스페이드', 'Spade'],
  ['별', 'Star'],
  ['파도', 'Wave'],
  ['산봉우리', 'Mountain'],
  ['돛단배', 'Sailboat'],
  ['용', 'Dragon'],
  ['새', 'Bird'],
  ['감', 'Persimmon'],
  ['나침반', 'Compass'],
  ['보석', 'Gem'],
  ['구슬', 'Marble'],
]

const places: readonly (readonly [ko: string, en: string])[] = [
  ['나루터', 'Ferry'],
  ['야시장', 'Night Market'],
  ['궁궐', 'Palace'],
  ['한옥 마을', 'Hanok Village'],
  ['대나무 숲', 'Bamboo Forest'],
  ['소나무 언덕', 'Pine Hill'],
  ['갈대밭', 'Reed Field'],
  ['연꽃 연못', 'Lotus Pond'],
  ['벚꽃 길', 'Cherry Blossom Road'],
  ['은행나무 길', 'Ginkgo Road'],
  ['구름다리', 'Cloud Bridge'],
  ['달맞이 고개', 'Moonrise Pass'],
  ['별 언덕', 'Star Hill'],
  ['바닷가 마을', 'Seaside Village'],
  ['산골 마을', 'Mountain Village'],
  ['섬마을', 'Island Village'],
  ['등대섬', 'Lighthouse Island'],
  ['용궁', 'Dragon Palace'],
  ['하늘 성', 'Sky Castle'],
  ['눈꽃 마을', 'Snow Flower Village'],
  ['돌담길', 'Stone Wall Lane'],
  ['기와집', 'Tiled House'],
  ['온천 마을', 'Hot Spring Village'],
  ['단풍 골짜기', 'Maple Valley'],
]

/** Patterns for a place; `*` stands for its name. */
const placePatterns: readonly (readonly [ko: string, en: string])[] = [
  ['* 축제', '* Festival'],
  ['*의 밤', '* Night'],
  ['*의 아침', '* Morning'],
  ['* 대잔치', '* Feast'],
  ['* 불꽃놀이', '* Fireworks'],
  ['*의 보물', '* Treasure'],
  ['*의 전설', 'Legend of the *'],
  ['*의 비밀', 'Secret of the *'],
  ['* 탐험', '* Expedition'],
  ['* 가는 길', 'Road to the *'],
  ['* 소풍', '* Picnic'],
  ['* 음악회', '* Concert'],
  ['* 릴', '* Reels'],
  ['* 보물찾기', '* Treasure Hunt'],
  ['* 등불 행렬', '* Lantern Parade'],
  ['* 북소리', '* Drum Call'],
  ['* 연날리기', '* Kite Day'],
  ['* 달구경', 'Moon Viewing at the *'],
  ['*에 내린 별', 'Star over the *'],
  ['* 종지기', 'Bell Keeper of the *'],
]

/** Second part of a title such as "Tiger and …". */
const companions: readonly (readonly [ko: string, en: string])[] = [
  ['곶감', 'Persimmon'],
  ['부채', 'Fan'],
  ['등불', 'Lantern'],
  ['항아리', 'Jar'],
  ['연꽃', 'Lotus'],
  ['엽전', 'Coin'],
  ['가면', 'Mask'],
  ['북', 'Drum'],
  ['왕관', 'Crown'],
  ['종', 'Bell'],
  ['열쇠', 'Key'],
  ['방패연', 'Kite'],
  ['샛별', 'Morning Star'],
  ['뭉게구름', 'Cloud'],
  ['보름달', 'Full Moon'],
  ['파도', 'Wave'],
  ['체리', 'Cherry'],
  ['마법의 붓', 'Magic Brush'],
]

/** Symbols of classic slot machines. The patterns below take them for `*`. */
const symbols: readonly (readonly [ko: string, en: string])[] = [
  ['체리', 'Cherry'],
  ['골드 벨', 'Gold Bell'],
  ['세븐', 'Seven'],
  ['스타', 'Star'],
  ['하트', 'Heart'],
  ['클로버', 'Clover'],
  ['다이아', 'Gem'],
  ['코인', 'Coin'],
  ['크라운', 'Crown'],
  ['파이어', 'Fire'],
  ['문라이트', 'Moonlight'],
  ['드래곤', 'Dragon'],
  ['타이거', 'Tiger'],
  ['로터스', 'Lotus'],
  ['스페이드', 'Spade'],
  ['선샤인', 'Sunshine'],
]
const symbolPatterns: readonly (readonly [ko: string, en: string])[] = [
  ['* 777', '* 777'],
  ['트리플 *', 'Triple *'],
  ['더블 *', 'Double *'],
  ['메가 *', 'Mega *'],
  ['* 클래식', '* Classic'],
  ['* 디럭스', '* Deluxe'],
  ['* 익스프레스', '* Express'],
  ['* 카니발', '* Carnival'],
]

/** Joins two Korean nouns: 와 after a vowel, 과 after a final consonant. */
function joinKoreanNouns(first: string, second: string): string {
  const last = first.charCodeAt(first.length - 1) - 0xac00
  return `${first}${last % 28 === 0 ? '와' : '과'} ${second}`
}

type NamePairs = readonly (readonly [ko: string, en: string])[]

function fillPatterns(patterns: NamePairs, words: NamePairs): GameTitle[] {
  return patterns.flatMap(([ko, en]) =>
    words.map(([wordKo, wordEn]) => ({ nameKo: ko.replace('*', wordKo), nameEn: en.replace('*', wordEn) })),
  )
}

/** The mulberry32 generator: the same numbers in [0, 1) on every machine and in every version of Node. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function shuffle<Item>(items: readonly Item[], seed: number): Item[] {
  const next = createRandom(seed)
  return items
    .map((item) => ({ item, place: next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

/** Titles written by hand, in lobby order. */
export const writtenTitles: readonly GameTitle[] = writtenPairs.map(([nameKo, nameEn]) => ({ nameKo, nameEn }))

/**
 * Composes titles from the lists, in an order that is the same everywhere. No name is repeated in either language, and
 * none equals a title written by hand.
 */
export function composeTitles(): GameTitle[] {
  const groups: { titles: GameTitle[]; maxTitles: number }[] = [
    { titles: fillPatterns(characterPatterns, characters), maxTitles: 400 },
    {
      titles: characters.flatMap(([ko, en]) =>
        belongings.map(([ownKo, ownEn]) => ({ nameKo: `${ko}의 ${ownKo}`, nameEn: `${en}'s ${ownEn}` })),
      ),
      maxTitles: 330,
    },
    { titles: fillPatterns(thingPatterns, things), maxTitles: 290 },
    { titles: fillPatterns(placePatterns, places), maxTitles: 270 },
    {
      titles: characters.flatMap(([ko, en]) =>
        companions.map(([besideKo, besideEn]) => ({
          nameKo: joinKoreanNouns(ko, besideKo),
          nameEn: `${en} and ${besideEn}`,
        })),
      ),
      maxTitles: 220,
    },
    { titles: fillPatterns(symbolPatterns, symbols), maxTitles: 100 },
  ]
  const chosen = groups.flatMap(({ titles, maxTitles }, index) => shuffle(titles, index + 1).slice(0, maxTitles))

  const taken = new Set(writtenTitles.flatMap(({ nameKo, nameEn }) => [nameKo, nameEn]))
  return shuffle(chosen, 2026).filter(({ nameKo, nameEn }) => {
    if (taken.has(nameKo) || taken.has(nameEn)) return false
    taken.add(nameKo).add(nameEn)
    return true
  })
}
