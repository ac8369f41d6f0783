import { type ConsonantName, consonantNames, consonantPaths, initialConsonantOf } from './consonants'
import { gamePalettesOf, type PaletteName, paletteForCode } from './palettes'
import { type PlacedShape, randomPatchwork } from './patchwork'
import { splitIntoPieces } from './pieces'
import { createRandomInt, hashText, type RandomInt } from './random'
import { shapeFromName } from './shape-from-name'
import { type Shape, type ShapeName, shapeNames, shapes } from './shapes'

const square = { width: 120, height: 120 }
const wide = { width: 240, height: 135 }

/** Shapes that a code may lead to; a skull is used only when a name asks for it. */
const defaultShapes = /* @__PURE__ */ shapeNames.filter((name) => name !== 'skull')

/**
 * The picture of a game, 120 by 120: the thing its English name mentions, else one chosen by its code.
 *
 * @param game `shape` is already derived from the name and takes precedence over `nameEn`.
 * @returns SVG text for an `img`; the same bytes for the same input, for ever.
 */
export function gameArt(game: { provider: string; code: string; nameEn?: string; shape?: ShapeName }): string {
  const draw = createRandomInt(`${game.provider}/${game.code}`)
  const palette = gamePalettesOf(game.provider)[draw(3)] ?? paletteForCode(game.provider)
  const chance = defaultShapes[draw(defaultShapes.length)] ?? 'moon'
  const name = game.shape ?? shapeFromName(game.nameEn ?? '') ?? chance
  const layout = splitIntoPieces(square, 6 + draw(4), draw)
  return randomPatchwork(layout, palette, draw, placeShape(shapes[name], draw))
}

/**
 * The picture of a provider, 240 by 135: the first consonant of its Korean name.
 *
 * @param provider `consonant` is already derived from the name; `palette` is set by the brand or a lobby.
 * @returns SVG text for an `img`; the same bytes for the same input, for ever.
 */
export function providerArt(provider: {
  code: string
  nameKo?: string
  consonant?: ConsonantName
  palette?: PaletteName
}): string {
  const draw = createRandomInt(provider.code)
  const layout = splitIntoPieces(wide, 9, draw)
  const scale = (wide.height * 0.72) / 100
  const placedShape = {
    outline:
      consonantPaths[
        provider.consonant ?? initialConsonantOf(provider.nameKo ?? '') ?? consonantForCode(provider.code)
      ],
    x: wide.width / 2 - scale * 50 + 4 + 4 * draw(7),
    y: (wide.height - scale * 100) / 2,
    scale,
  }
  return randomPatchwork(layout, provider.palette ?? paletteForCode(provider.code), draw, [placedShape])
}

/** The small picture of a provider, 120 by 120, with the palette and consonant of its large one. */
export function smallProviderArt(provider: {
  code: string
  nameKo?: string
  consonant?: ConsonantName
  palette?: PaletteName
}): string {
  const consonant = provider.consonant ?? initialConsonantOf(provider.nameKo ?? '') ?? consonantForCode(provider.code)
  return consonantSquare(`small/${provider.code}`, consonant, provider.palette ?? paletteForCode(provider.code))
}

/**
 * The picture of a member, 120 by 120: a consonant on a patchwork derived from the id's hash.
 *
 * @param member `hash` is {@link memberHash}; without a `consonant` it decides that too.
 */
export function memberArt(member: { hash: string; consonant?: ConsonantName }): string {
  return consonantSquare(
    `member/${member.hash}`,
    member.consonant ?? consonantForCode(member.hash),
    paletteForCode(member.hash),
  )
}

function consonantSquare(seed: string, consonant: ConsonantName, palette: PaletteName): string {
  const draw = createRandomInt(seed)
  const scale = (square.height * 0.72) / 100
  const edge = (square.width - scale * 100) / 2
  return randomPatchwork(splitIntoPieces(square, 7, draw), palette, draw, [
    { outline: consonantPaths[consonant], x: edge, y: edge, scale },
  ])
}

function consonantForCode(code: string): ConsonantName {
  return consonantNames[hashText(code) % consonantNames.length] ?? 'ng'
}

/** Three in five are centred, one in five is large and off centre, one in five is a pair. */
function placeShape(shape: Shape, draw: RandomInt): PlacedShape[] {
  const way = draw(5)
  if (way < 3) return [{ ...shape, x: 22, y: 22, scale: 0.76 }]
  const mirrored = draw(2) === 1
  if (way === 3) {
    const aside = 8 + 2 * draw(4)
    return [{ ...shape, x: 8 + (mirrored ? -aside : aside), y: 8 + 2 * draw(7), scale: 1.04 }]
  }
  return [
    { ...shape, x: mirrored ? 50 : 4, y: 48, scale: 0.66 },
    { ...shape, x: mirrored ? 7 : 57, y: 5, scale: 0.56 },
  ]
}
