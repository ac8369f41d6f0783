import { brotliCompressSync, constants } from 'node:zlib'
import { wcagContrast } from 'culori'
import { describe, expect, it } from 'vitest'
import { findSlotGames, slotProviders } from '~/embedded/seed/sandbox-games'
import { loader } from '~/server/resource-routes/artwork-picture'
import { consonantNames } from '~/ui/artwork/covers/consonants'
import {
  gameArtSrc,
  gameSceneSrc,
  memberArtSrc,
  providerArtSrc,
  smallProviderArtSrc,
  sportArtSrc,
} from '~/ui/artwork/covers/cover-urls'
import { coverSrcs, designGame, gameArt, neighbourCount, type PicturedGame } from '~/ui/artwork/covers/covers'
import { isNameIn, type TableKind } from '~/ui/artwork/covers/kinds'
import { fieldLines, type SportName } from '~/ui/artwork/covers/sports'
import { shapesFromName } from '~/ui/artwork/names/shapes-from-name'
import { nightPalette, type Palette, palettes } from '~/ui/artwork/palettes'
import { memberArt, pictureFromPath, providerArt, smallProviderArt, sportArt } from '~/ui/artwork/picture-from-path'
import { emptyStateArtSrc, heroArtSrc, lobbyArtSrc } from '~/ui/artwork/picture-urls'
import { hashText, memberHash } from '~/ui/artwork/random'
import { sceneArt } from '~/ui/artwork/scenes/scenes'
import { emptyStateArt, heroArt, lobbyArt, pageScenes } from '~/ui/artwork/scenes/site-pictures'
import { type ShapeName, shapeNames, tableShapes } from '~/ui/artwork/shapes/shapes'

const tableKinds = Object.keys(tableShapes) as TableKind[]
const toGame = ({ company, code, nameEn, nameKo }: NonNullable<ReturnType<typeof findSlotGames>>[number]) => ({
  provider: company,
  code,
  nameEn,
  nameKo,
})

const shippedByProvider: PicturedGame[][] = slotProviders.map(({ code }) => (findSlotGames(code) ?? []).map(toGame))
const shipped = shippedByProvider.flat()

/** The games in the order of the lobby of all slots, which alternates between providers. */
const inTurn = Array.from({ length: Math.max(...shippedByProvider.map((list) => list.length)) }, (_, index) =>
  shippedByProvider.flatMap((list) => list.slice(index, index + 1)),
).flat()

/** Games of unknown providers. Half of the names are empty, the others contain two random motifs. */
const randomGames = Array.from({ length: 2_000 }, (_, index): PicturedGame => {
  const [first, second] = [shapeNames[(index * 31) % shapeNames.length], shapeNames[index % shapeNames.length]]
  const nameEn = index % 2 === 0 ? '' : `${first} and ${second}`
  return { provider: `provider-${index % 125}`, code: `g${index}`, nameEn }
})

const games = [...shipped, ...randomGames]

const hostile = [
  ...['"><script>alert(1)</script>', '</svg><style>*{fill:red}</style>', "' onload='alert(1)", '<!--', ']]>'],
  ...['&lt;', '../../etc/passwd', '호랑이', '\u0000', 'x'.repeat(65), ''],
]

const pictures = [
  ...games.filter((_, index) => index % 8 === 0).map(gameArt),
  ...consonantNames.map((consonant) => providerArt({ code: `p-${consonant}`, consonant })),
  ...tableKinds.map((kind, index) => providerArt({ code: `p-${kind}`, tables: tableKinds.slice(index, index + 3) })),
  ...games.filter((_, index) => index % 16 === 0).map(sceneArt),
  ...consonantNames.map((consonant) => smallProviderArt({ code: `p-${consonant}`, consonant })),
  ...(Object.keys(fieldLines) as SportName[]).map((sport) => sportArt({ code: `p-${sport}`, sports: [sport] })),
  ...consonantNames.map((consonant) => memberArt({ hash: memberHash(consonant), consonant })),
  heroArt('wide'),
  heroArt('narrow'),
  ...(['casino', 'slot', 'sport'] as const).map(lobbyArt),
  emptyStateArt('games'),
]

/** The compression of responses that the site does not cache. */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

const pathBelowPrefix = (src: string) => src.replace('/art/5/', '')

function get(path: string, version = '5'): Response {
  const url = new URL(`https://madang.test/art/${version}/${path}`)
  const args = { request: new Request(url), url, params: { version, '*': path }, context: new Map() }
  return loader(args as unknown as Parameters<typeof loader>[0])
}

function pagesOf<Item>(list: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  )
}

/** The motif and palette of each cover in a list. */
function looksOf(list: readonly PicturedGame[]) {
  const srcs = coverSrcs(list.map(({ provider, code, ...names }) => ({ provider, code, names })))
  return list.map((game, index) => {
    const words = srcs[index]?.split('.') ?? []
    const { shapes, palette } = designGame({
      ...game,
      shapes: words.filter((word): word is ShapeName => shapeNames.some((name) => name === word)),
      palette: words.find((word) => isNameIn(palettes, word)),
    })
    return `${shapes[0]} ${palette}`
  })
}

/** Texts that also occur among the previous neighbours. */
function repeatsAmongNeighbours(texts: readonly string[]): string[] {
  return texts.filter((text, index) => texts.slice(Math.max(0, index - neighbourCount + 1), index).includes(text))
}

describe('pictures', () => {
  it('are byte-identical to the pictures at their published URLs', () => {
    expect(hashText(pictures.join(''))).toBe(653604482)
  })

  it('enlarge their second motif when a search finds the same motif in every name', () => {
    const found = inTurn.filter(({ nameKo }) => nameKo?.includes('용'))
    const motifs = looksOf(found).map((look) => look.split(' ')[0])
    const most = motifs.map((motif, from) => motifs.slice(from, from + 20).filter((next) => next === motif).length)
    expect(Math.max(...most)).toBeLessThanOrEqual(4)
  })

  it.each<[string, readonly (readonly PicturedGame[])[]]>([
    ['of each provider', shippedByProvider],
    ['of all slots', [inTurn]],
    ['with only codes', pagesOf(inTurn, 200).map((page) => page.map(({ provider, code }) => ({ provider, code })))],
  ])('never repeat a motif in the same palette among 24 neighbours: %s', (_, lists) => {
    for (const list of lists) {
      for (const shown of [list, ...pagesOf(list, 24)]) expect(repeatsAmongNeighbours(looksOf(shown))).toEqual([])
    }
  })

  it('are under 2 kB with Brotli', () => {
    const bytes = pictures.map((svg) => brotliCompressSync(svg, quick).length)
    expect(Math.max(...bytes)).toBeLessThan(2_000)
  })

  it.each(Object.entries<Palette>({ ...palettes, night: nightPalette }))(
    'contrast with the background in the palette %s',
    (_, { background, shape }) => {
      for (const under of background)
        for (const over of shape) expect(wcagContrast(under, over)).toBeGreaterThanOrEqual(3)
    },
  )

  it('contain only presentation attributes, and no script, style, text, link or URL, whatever the code', () => {
    const hostilePictures = hostile.flatMap((word) => [
      gameArt({ provider: word, code: word, nameEn: word }),
      sceneArt({ provider: word, code: word, nameEn: word }),
      providerArt({ code: word }),
      smallProviderArt({ code: word }),
      sportArt({ code: word }),
      memberArt({ hash: word }),
    ])
    const elements = new Set(['svg', 'path', 'clipPath', 'g', 'rect', 'line'])
    for (const svg of [...pictures, ...hostilePictures]) {
      const foreign = [...svg.matchAll(/<([^\s/>]+)/g)].filter(([, element = '']) => !elements.has(element))
      expect(foreign).toEqual([])
      expect(svg).not.toMatch(/\b(style|class|href|on\w+)\s*=|<[!?]|&|url\((?!#[sl]\))/)
      expect(svg.replaceAll(/<[^>]*>/g, '')).toBe('')
    }
  })
})

describe('a game’s shapes', () => {
  it.each<[string, ShapeName[]]>([
    ['Moon Rabbit', ['rabbit', 'moon']],
    ['Moon Bear and Drum', ['bear', 'drum']],
    ['The Golden Carps', ['carp', 'ingot']],
    ['Goblin’s Teahouse', ['goblin', 'house']],
    ["Dragon's Fire", ['dragon', 'flame']],
    ['Cherries & Sevens', ['cherry', 'seven']],
    ['Shaggy Dog', ['shaggy']],
    ['LUCKY 777', ['seven', 'clover']],
    ['Foxes and Owls', ['fox', 'owl']],
  ])('for the name %s are %j', (nameEn, found) => {
    expect(shapesFromName({ nameEn })).toEqual(found)
  })
})

it('a provider’s card shows its first three known kinds in order', () => {
  const kinds = ['roulette', 'keno', 'sic-bo', 'roulette', 'constructor', 'poker', 'wheel']
  const src = providerArtSrc('gaon', '가온', 'jjok', kinds)
  expect(src).toBe('/art/5/provider/gaon.g.jjok.roulette.sic-bo.poker.svg')
  expect(pictureFromPath(pathBelowPrefix(src))).toBe(
    providerArt({ code: 'gaon', consonant: 'g', palette: 'jjok', tables: ['roulette', 'sic-bo', 'poker'] }),
  )
  expect(sportArtSrc('gaon', '가온', 'jjok', 'tennis', ['esports', 'chess', 'football'])).toBe(
    '/art/5/sport/gaon.g.jjok.esports.ball.svg',
  )
})

describe('picture URLs', () => {
  it('return the same picture as the names', () => {
    const [game] = shipped
    if (!game) throw new Error('no games')
    const provider = { code: 'gaon', consonant: 'g', palette: 'jjok' } as const
    const named = games.slice(0, 200)
    const pairs = [
      ...named.map(({ provider, code, nameEn }) => [
        gameArtSrc(provider, code, shapesFromName({ nameEn })),
        gameArt({ provider, code, nameEn }),
      ]),
      [gameSceneSrc(game.provider, game.code, game), sceneArt(game)],
      [gameArtSrc('gaon', 'a', [], 'mosi'), gameArt({ provider: 'gaon', code: 'a', palette: 'mosi' })],
      [providerArtSrc('gaon', '가온', 'jjok'), providerArt(provider)],
      [providerArtSrc('gaon'), providerArt({ code: 'gaon' })],
      [smallProviderArtSrc('gaon', '가온', 'jjok'), smallProviderArt(provider)],
      [sportArtSrc('gaon', '가온', 'jjok', 'tennis'), sportArt({ ...provider, sports: ['tennis'] })],
      [memberArtSrc('haneul77', '하늘소'), memberArt({ hash: memberHash('haneul77'), consonant: 'h' })],
      [heroArtSrc('login'), heroArt('login')],
      [heroArtSrc('wide'), heroArt('wide')],
      [lobbyArtSrc('slot'), lobbyArt('slot')],
      [emptyStateArtSrc('games'), emptyStateArt('games')],
      [emptyStateArtSrc('rest'), sceneArt(pageScenes.rest)],
    ]
    for (const [src = '', picture] of pairs) expect(pictureFromPath(pathBelowPrefix(src)), src).toBe(picture)
  })

  it('contain no member ID, and are valid for every code that an upstream may send', () => {
    expect(memberArtSrc('haneul77', '하늘소')).toMatch(/^\/art\/5\/member\/[0-9a-f]{8}\.h\.svg$/)
    for (const code of [...hostile, 'vs20:doghouse', 12, 'a.b', 'a/b']) {
      expect(gameArtSrc(code, code)).toMatch(/^\/art\/5\/game\/[\w-]{1,64}\/[\w-]{1,64}(\.\w+)?\.svg$/)
      expect(pictureFromPath(pathBelowPrefix(gameArtSrc(code, code)))).toBeDefined()
      expect(pictureFromPath(pathBelowPrefix(gameSceneSrc(code, code)))).toBeDefined()
      expect(pictureFromPath(pathBelowPrefix(providerArtSrc(code)))).toBeDefined()
    }
  })

  it('return pictures that are cached for a year and can’t run scripts', async () => {
    const response = get('game/gaon/moon-1.rabbit.moon.svg')
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('image/svg+xml; charset=utf-8')
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox",
    )
    expect(await response.text()).toBe(gameArt({ provider: 'gaon', code: 'moon-1', shapes: ['rabbit', 'moon'] }))
  })

  it('of older versions, which cached pages request, return the current pictures for an hour', async () => {
    const response = get('game/gaon/moon-1.moon.svg', '2')
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=3600')
    expect(await response.text()).toBe(await get('game/gaon/moon-1.moon.svg').text())
    expect(get('game/gaon/moon-1.moon.svg', '6').status).toBe(404)
  })

  it.each([
    '',
    'game/gaon/moon.png',
    'game/gaon/a b.svg',
    `game/gaon/${'x'.repeat(65)}.svg`,
    'game/gaon/a.moon.jjok.g.ball.flag.golf.svg',
    'game/가온/a.svg',
    'member/haneul77.svg',
    'constructor/a.svg',
  ])('reject %j with 404', (path) => {
    const response = get(path)
    expect(response.status).toBe(404)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
  })
})
