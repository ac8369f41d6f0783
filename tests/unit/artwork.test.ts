import { describe, expect, it } from 'vitest'
import { gameArt, memberArt, providerArt, smallProviderArt } from '~/artwork/code-pictures'
import { consonantNames, initialConsonantOf } from '~/artwork/consonants'
import { gamePalettesOf, lobbyPalettes, nightPalette, type Palette, paletteForCode, palettes } from '~/artwork/palettes'
import { pictureFromPath } from '~/artwork/picture-from-path'
import {
  emptyStateArtSrc,
  gameArtSrc,
  heroArtSrc,
  memberArtSrc,
  providerArtSrc,
  roomArtSrc,
  smallProviderArtSrc,
} from '~/artwork/picture-urls'
import { splitIntoPieces } from '~/artwork/pieces'
import { createRandomInt, hashText, memberHash } from '~/artwork/random'
import { shapeFromName } from '~/artwork/shape-from-name'
import { shapeNames } from '~/artwork/shapes'
import { emptyStateArt, heroArt, roomArt } from '~/artwork/site-pictures'
import { loader } from '~/pages/artwork-picture'

const games = Array.from({ length: 1_500 }, (_, at) => ({
  provider: `provider-${at % 12}`,
  code: `g${at}`,
  nameEn: `${shapeNames[at % shapeNames.length]} ${at}`,
}))

const hostile = [
  '"><script>alert(1)</script>',
  '</svg><style>*{fill:red}</style>',
  "' onload='alert(1)",
  '<!--',
  ']]>',
  '&lt;',
  '../../etc/passwd',
  '호랑이',
  '\u0000',
  'x'.repeat(65),
  '',
]

const everyPicture = () => [
  ...games.map(gameArt),
  ...consonantNames.map((consonant) => providerArt({ code: `p-${consonant}`, consonant })),
  ...consonantNames.map((consonant) => smallProviderArt({ code: `p-${consonant}`, consonant })),
  ...consonantNames.map((consonant) => memberArt({ hash: memberHash(consonant), consonant })),
  heroArt('wide'),
  heroArt('narrow'),
  ...(['casino', 'slot', 'sport'] as const).flatMap((room) => [roomArt(room, 'wide'), roomArt(room, 'square')]),
  emptyStateArt('games'),
]

const pathBelowPrefix = (src: string) => src.replace('/art/1/', '')

function get(path: string): Response {
  const url = new URL(`https://madang.test/art/1/${path}`)
  const args = { request: new Request(url), url, params: { '*': path }, context: new Map(), pattern: '/art/1/*' }
  return loader(args as unknown as Parameters<typeof loader>[0])
}

/** Relative luminance of WCAG 2.2. */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

describe('pictures', () => {
  it('hashes as FNV-1a does', () => {
    expect([hashText(''), hashText('a'), hashText('foobar')]).toEqual([0x811c9dc5, 0xe40c292c, 0xbf9cf968])
  })

  it('have the same bytes each time, and the bytes that their published URLs stand for', () => {
    expect(everyPicture()).toEqual(everyPicture())
    expect(hashText(everyPicture().join(''))).toBe(1196083759)
  })

  it('differ for 1,500 games, with names and without', () => {
    expect(new Set(games.map(gameArt)).size).toBe(games.length)
    expect(new Set(games.map(({ provider, code }) => gameArt({ provider, code }))).size).toBe(games.length)
  })

  it('are small', () => {
    const bytes = games.map((game) => gameArt(game).length)
    expect(Math.max(...bytes)).toBeLessThan(1_800)
    expect(bytes.reduce((sum, one) => sum + one) / bytes.length).toBeLessThan(1_100)
    expect(Math.max(...everyPicture().map((svg) => svg.length))).toBeLessThan(1_800)
  })

  it('are cut from whole pieces that fill the field without overlap', () => {
    for (const { code } of games.slice(0, 200)) {
      const draw = createRandomInt(code)
      const { pieces, seams } = splitIntoPieces({ width: 240, height: 135 }, 9, draw)
      expect(pieces.reduce((area, piece) => area + piece.width * piece.height, 0)).toBe(240 * 135)
      expect(pieces.every((piece) => piece.width > 0 && piece.height > 0)).toBe(true)
      expect(seams.match(/M/g)).toHaveLength(8)
    }
  })

  it.each(Object.entries<Palette>({ ...palettes, night: nightPalette }))(
    'stand out from the background in %s',
    (_, { background, shape }) => {
      for (const under of background)
        for (const over of shape) expect(contrastOf(under, over)).toBeGreaterThanOrEqual(3)
    },
  )

  it('hold presentation attributes only: no script, style, text, link or URL, whatever the code', () => {
    const hostilePictures = hostile.flatMap((word) => [
      gameArt({ provider: word, code: word, nameEn: word }),
      providerArt({ code: word, nameKo: word }),
      smallProviderArt({ code: word, nameKo: word }),
      memberArt({ hash: word }),
    ])
    const elements = new Set(['svg', 'path', 'clipPath', 'g', 'rect', 'line'])
    for (const svg of [...everyPicture(), ...hostilePictures]) {
      for (const [, element] of svg.matchAll(/<([^\s/>]*)/g)) if (element) expect(elements).toContain(element)
      expect(svg).not.toMatch(/\b(style|class|href|on\w+)\s*=|<[!?]|&|url\((?!#s\))/)
      expect(svg.replaceAll(/<[^>]*>/g, '')).toBe('')
    }
  })
})

describe('the shape of a game', () => {
  it.each([
    ['Moon Rabbit', 'rabbit'],
    ['Rabbit of the Moon', 'rabbit'],
    ['Tiger at the Door', 'tiger'],
    ['The Golden Carps', 'carp'],
    ['Azure Dragon Pearl', 'dragon'],
    ['Buffalo King', 'bull'],
    ['Goblin’s Teahouse', 'goblin'],
    ['Gates of Olympus', 'gate'],
    ['Book of Dead', 'book'],
    ['Big Bass Bonanza', 'carp'],
    ["Dragon's Fire", 'dragon'],
    ['Cherries & Sevens', 'cherry'],
    ['Night under the Moon', 'moon'],
    ['LUCKY 777', 'seven'],
    ['Lucky Day', 'sun'],
    ['Wolves', 'wolf'],
  ])('of %s is a %s', (nameEn, shape) => {
    expect(shapeFromName(nameEn)).toBe(shape)
  })

  it('is chosen by the game’s code when no word of its name is known', () => {
    for (const name of ['', '바람의 노래', 'Xyzzy', 'constructor', '__proto__', 'toString']) {
      expect(shapeFromName(name)).toBeUndefined()
    }
  })
})

describe('the letter of a provider', () => {
  it.each([
    ['가온 카지노', 'g'],
    ['까치', 'g'],
    ['누리', 'n'],
    ['쏘울', 's'],
    ['아라', 'ng'],
    ['힣', 'h'],
    ['CQ9 게이밍', 's'],
    ['PG소프트', 'p'],
    ['7마호스', 'ch'],
  ])('of %s is %s, as it is read aloud', (nameKo, letter) => {
    expect(initialConsonantOf(nameKo)).toBe(letter)
  })

  it('is read for every Latin letter and figure', () => {
    for (const sign of 'abcdefghijklmnopqrstuvwxyz0123456789')
      expect(consonantNames).toContain(initialConsonantOf(sign))
    for (const sign of ['', ' ', '*', '中', '😀']) expect(initialConsonantOf(sign)).toBeUndefined()
  })
})

describe('palettes', () => {
  it('keep the games of one provider in one family of three', () => {
    for (let at = 0; at < 50; at += 1) {
      const family = gamePalettesOf(`provider-${at}`)
      expect(new Set(family).size).toBe(3)
      expect(family[0]).toBe(paletteForCode(`provider-${at}`))
    }
  })

  it('differ between neighbours of a lobby, and keep what a brand fixes', () => {
    const codes = Array.from({ length: 40 }, (_, at) => `provider-${at}`)
    const chosen = lobbyPalettes(codes, { 'provider-7': 'meok' })
    expect(chosen[7]).toBe('meok')
    for (const [at, name] of chosen.entries()) {
      if (at !== 7) expect(chosen.slice(Math.max(0, at - 5), at)).not.toContain(name)
    }
  })
})

describe('picture URLs', () => {
  it('lead to the same picture as the names', () => {
    for (const { provider, code, nameEn } of games.slice(0, 200)) {
      expect(pictureFromPath(pathBelowPrefix(gameArtSrc(provider, code, nameEn)))).toBe(
        gameArt({ provider, code, nameEn }),
      )
    }
    const provider = { code: 'gaon', nameKo: '가온', palette: 'jjok' } as const
    expect(pictureFromPath(pathBelowPrefix(providerArtSrc('gaon', '가온', 'jjok')))).toBe(providerArt(provider))
    expect(pictureFromPath(pathBelowPrefix(providerArtSrc('gaon')))).toBe(providerArt({ code: 'gaon' }))
    expect(pictureFromPath(pathBelowPrefix(smallProviderArtSrc('gaon', '가온', 'jjok')))).toBe(
      smallProviderArt(provider),
    )
    expect(pictureFromPath(pathBelowPrefix(memberArtSrc('haneul77', '하늘소')))).toBe(
      memberArt({ hash: memberHash('haneul77'), consonant: 'h' }),
    )
    expect(pictureFromPath(pathBelowPrefix(heroArtSrc('wide')))).toBe(heroArt('wide'))
    expect(pictureFromPath(pathBelowPrefix(roomArtSrc('slot', 'square')))).toBe(roomArt('slot', 'square'))
    expect(pictureFromPath(pathBelowPrefix(roomArtSrc('slot', 'wide')))).toBe(roomArt('slot', 'wide'))
    expect(pictureFromPath(pathBelowPrefix(emptyStateArtSrc('lost')))).toBe(emptyStateArt('lost'))
  })

  it('hold no member id, and exist for every code an upstream may send', () => {
    expect(memberArtSrc('haneul77', '하늘소')).toMatch(/^\/art\/1\/member\/[0-9a-f]{8}\.h\.svg$/)
    for (const code of [...hostile, 'vs20:doghouse', 12, 'a.b', 'a/b']) {
      expect(gameArtSrc(code, code)).toMatch(/^\/art\/1\/game\/[\w-]{1,64}\/[\w-]{1,64}(\.\w+)?\.svg$/)
      expect(pictureFromPath(pathBelowPrefix(gameArtSrc(code, code)))).toBeDefined()
      expect(pictureFromPath(pathBelowPrefix(providerArtSrc(code)))).toBeDefined()
    }
  })

  it('ignore words that are unknown', () => {
    const plain = pictureFromPath('game/gaon/moon-1.svg')
    expect(plain).toBeDefined()
    for (const word of ['nonsense', 'constructor', '__proto__', '<script>', '']) {
      expect(pictureFromPath(`game/gaon/moon-1.${word}.svg`)).toBe(plain)
    }
  })

  it('answer with a picture that is cached for a year and can run no script', async () => {
    const answer = get('game/gaon/moon-1.moon.svg')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe('image/svg+xml; charset=utf-8')
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox",
    )
    expect(await answer.text()).toBe(gameArt({ provider: 'gaon', code: 'moon-1', shape: 'moon' }))
  })

  it.each([
    '',
    'game',
    'game/gaon',
    'game/gaon/moon',
    'game/gaon/moon.png',
    'game/gaon/.svg',
    'game/gaon/a b.svg',
    'game//a.svg',
    'game/gaon/deep/a.svg',
    `game/gaon/${'x'.repeat(65)}.svg`,
    `game/${'x'.repeat(65)}/a.svg`,
    'game/gaon/a.moon.jjok.g.svg',
    'game/../a.svg',
    'game/가온/a.svg',
    'provider/gaon/a.svg',
    'member/haneul77.svg',
    'member/0123456789.svg',
    'hero/tall.svg',
    'room/attic.svg',
    'empty/purse.svg',
    'constructor/a.svg',
  ])('refuse %j with 404', (path) => {
    const answer = get(path)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
  })
})
