import { type ConsonantName, consonantNames, consonantPaths } from './covers/consonants'
import { isUrlSafeCode } from './covers/cover-urls'
import { gameArt } from './covers/covers'
import { isNameIn, maxShownKinds, type TableKind, tablesOf } from './covers/kinds'
import { toLayouts } from './covers/layouts'
import { fieldLines, type SportName, sportForCode } from './covers/sports'
import { cutField, cutForCode, variantCount } from './cuts'
import { type PaletteName, paletteForCode, palettes } from './palettes'
import { type PlacedShape, randomPatchwork } from './patchwork'
import { createRandomInt, hashText, type RandomInt } from './random'
import { sceneArt } from './scenes/scenes'
import { emptyStateArt, emptyStates, heroArt, lobbies, lobbyArt, pageScenes } from './scenes/site-pictures'
import { shapes, sportShapes } from './shapes/shapes'

const memberHashPattern = /^[0-9a-f]{8}$/

/** The longest file name has seven parts: a code, a consonant, a palette, three kinds and the extension. */
const maxDots = 6

/**
 * Draws the picture for a path after the version, such as `game/provider/code.rabbit.moon.svg`. Ignores unknown words.
 * Returns undefined for an unknown picture, or if a code is not 1 to 64 characters from A-Z, a-z, 0-9, _ and -.
 */
export function pictureFromPath(path: string): string | undefined {
  const folders = path.split('/')
  const file = folders.pop()?.split('.') ?? []
  if (file.length > maxDots + 1 || file.length < 2 || file.pop() !== 'svg') return undefined

  const [name, ...traits] = file
  const [kind, ...above] = folders
  if (!isUrlSafeCode(name) || above.length !== (kind === 'game' || kind === 'scene' ? 1 : 0)) return undefined

  const consonant = traits.find((word) => isNameIn(consonantPaths, word))
  const palette = traits.find((word) => isNameIn(palettes, word))
  switch (kind) {
    case 'game':
    case 'scene': {
      const [provider] = above
      if (!isUrlSafeCode(provider)) return undefined
      const game = {
        provider,
        code: name,
        shapes: traits.filter((word) => isNameIn(shapes, word)).slice(0, 2),
        palette,
      }
      return kind === 'game' ? gameArt(game) : sceneArt(game)
    }
    case 'provider':
      return providerArt({ code: name, consonant, palette, tables: tablesOf(traits) })
    case 'sport':
      return sportArt({
        code: name,
        consonant,
        palette,
        sports: traits.filter((word) => isNameIn(sportShapes, word)).slice(0, maxShownKinds),
      })
    case 'small':
      return smallProviderArt({ code: name, consonant, palette })
    case 'member':
      return memberHashPattern.test(name) ? memberArt({ hash: name, consonant }) : undefined
    case 'hero':
      return name === 'wide' || name === 'narrow' || name === 'login' ? heroArt(name) : undefined
    case 'room':
      return isNameIn(lobbies, name) ? lobbyArt(name) : undefined
    case 'empty':
      if (isNameIn(pageScenes, name)) return sceneArt(pageScenes[name])
      return isNameIn(emptyStates, name) ? emptyStateArt(name) : undefined
    default:
      return undefined
  }
}

const square = { width: 120, height: 120 }
const wide = { width: 240, height: 135 }

interface PicturedProvider {
  code: string
  /** The first consonant of the name. Defaults to one picked by the code. */
  consonant?: ConsonantName
  palette?: PaletteName
}

const tableLines = 'M0 84C60 140 180 140 240 84M0 104C60 156 180 156 240 104'

const besideConsonant = /* @__PURE__ */ toLayouts(
  '0 22 16 1.03, 1 153 36 .63',
  '0 10 14 .86, 1 102 60 .64, 2 180 40 .48',
  '0 12 22 .9, 1 108 8 .57, 2 108 71 .57, 3 180 42 .48',
)

/** Draws a provider's picture, 240 by 135, as SVG for an `img`. The same input always gives the same bytes. */
export function providerArt(provider: PicturedProvider & { tables?: readonly TableKind[] }): string {
  const draw = createRandomInt(provider.code)
  const scale = (wide.height * 0.72) / 100
  const aside = 4 * draw(7) + 4
  const alone = {
    outline: consonantPaths[consonantOf(provider)],
    x: wide.width / 2 - scale * 50 + aside,
    y: (wide.height - scale * 100) / 2,
    scale,
  }
  const tables = provider.tables ?? []
  const [placed, lines] = tables.length > 0 ? [layBesideConsonant(tables, provider), tableLines] : [[alone]]
  return randomPatchwork(cutOfProvider(provider, wide, draw), paletteOf(provider), draw, placed, lines)
}

function layBesideConsonant(names: readonly (TableKind | SportName)[], provider: PicturedProvider): PlacedShape[] {
  const consonant = { outline: consonantPaths[consonantOf(provider)] }
  return (besideConsonant[names.length - 1] ?? []).map(([which, x, y, scale]) => {
    const name = names[which]
    return { ...(name === undefined ? consonant : shapes[name]), x, y, scale }
  })
}

export function smallProviderArt(provider: PicturedProvider): string {
  const draw = createRandomInt(`small/${provider.code}`)
  return randomPatchwork(cutOfProvider(provider, square, draw), paletteOf(provider), draw, [
    centredConsonant(consonantOf(provider)),
  ])
}

/** Draws a sports provider's picture, 240 by 135. @param provider.sports defaults to one picked by the code */
export function sportArt(provider: PicturedProvider & { sports?: readonly SportName[] }): string {
  const draw = createRandomInt(`sport/${provider.code}`)
  const known = provider.sports ?? []
  const sports = known.length > 0 ? known : [sportForCode(provider.code)]
  return randomPatchwork(
    cutOfProvider(provider, wide, draw),
    paletteOf(provider),
    draw,
    layBesideConsonant(sports, provider),
    fieldLines[sports[0] ?? 'ball'],
  )
}

/** Draws a member's picture, 120 by 120, from the hash of the id ({@link memberHash}). */
export function memberArt(member: { hash: string; consonant?: ConsonantName }): string {
  const draw = createRandomInt(`member/${member.hash}`)
  return randomPatchwork(cutField('patch', square, 1, draw), paletteForCode(member.hash), draw, [
    centredConsonant(consonantOf({ code: member.hash, consonant: member.consonant })),
  ])
}

function cutOfProvider({ code }: PicturedProvider, field: typeof square, draw: RandomInt) {
  return cutField(cutForCode(code), field, hashText(code) % variantCount, draw)
}

function paletteOf({ code, palette }: PicturedProvider): PaletteName {
  return palette ?? paletteForCode(code)
}

function consonantOf({ code, consonant }: PicturedProvider): ConsonantName {
  return consonant ?? consonantNames[hashText(code) % consonantNames.length] ?? 'ng'
}

function centredConsonant(consonant: ConsonantName): PlacedShape {
  const scale = (square.height * 0.72) / 100
  const edge = (square.width - scale * 100) / 2
  return { outline: consonantPaths[consonant], x: edge, y: edge, scale }
}
