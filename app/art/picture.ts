import { cutCloth } from './cloth'
import { type LetterName, letterNames, letterOf, letters } from './letter'
import { familyOf, type PaletteName, paletteOf } from './palette'
import { type Laid, sewAtRandom } from './patchwork'
import { type Draw, drawsOf, hashOf } from './seed'
import { type Shape, type ShapeName, shapeNames, shapes } from './shape'
import { shapeOf } from './word'

const square = { width: 120, height: 120 }
const wide = { width: 240, height: 135 }

/** Shapes that a code may lead to; a skull is used only when a name asks for it. */
const anyShape = /* @__PURE__ */ shapeNames.filter((name) => name !== 'skull')

/**
 * The picture of a game, 120 by 120: the thing its English name mentions, else one chosen by its code.
 *
 * @param game `shape` is already derived from the name and takes precedence over `nameEn`.
 * @returns SVG text for an `img`; the same bytes for the same input, for ever.
 */
export function gameArt(game: { provider: string; code: string; nameEn?: string; shape?: ShapeName }): string {
  const draw = drawsOf(`${game.provider}/${game.code}`)
  const palette = familyOf(game.provider)[draw(3)] ?? paletteOf(game.provider)
  const chance = anyShape[draw(anyShape.length)] ?? 'moon'
  const name = game.shape ?? shapeOf(game.nameEn ?? '') ?? chance
  const cloth = cutCloth(square, 6 + draw(4), draw)
  return sewAtRandom(cloth, palette, draw, layShape(shapes[name], draw))
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
  letter?: LetterName
  palette?: PaletteName
}): string {
  const draw = drawsOf(provider.code)
  const cloth = cutCloth(wide, 9, draw)
  const scale = (wide.height * 0.72) / 100
  const laid = {
    outline: letters[provider.letter ?? letterOf(provider.nameKo ?? '') ?? letterFrom(provider.code)],
    x: wide.width / 2 - scale * 50 + 4 + 4 * draw(7),
    y: (wide.height - scale * 100) / 2,
    scale,
  }
  return sewAtRandom(cloth, provider.palette ?? paletteOf(provider.code), draw, [laid])
}

/** The small picture of a provider, 120 by 120, with the palette and consonant of its large one. */
export function smallProviderArt(provider: {
  code: string
  nameKo?: string
  letter?: LetterName
  palette?: PaletteName
}): string {
  const letter = provider.letter ?? letterOf(provider.nameKo ?? '') ?? letterFrom(provider.code)
  return letterSquare(`small/${provider.code}`, letter, provider.palette ?? paletteOf(provider.code))
}

/**
 * The picture of a member, 120 by 120: a consonant on a patchwork derived from the id's hash.
 *
 * @param member `hash` is {@link memberHash}; without a `consonant` it decides that too.
 */
export function memberArt(member: { mark: string; letter?: LetterName }): string {
  return letterSquare(`member/${member.mark}`, member.letter ?? letterFrom(member.mark), paletteOf(member.mark))
}

function letterSquare(seed: string, letter: LetterName, palette: PaletteName): string {
  const draw = drawsOf(seed)
  const scale = (square.height * 0.72) / 100
  const edge = (square.width - scale * 100) / 2
  return sewAtRandom(cutCloth(square, 7, draw), palette, draw, [{ outline: letters[letter], x: edge, y: edge, scale }])
}

function letterFrom(code: string): LetterName {
  return letterNames[hashOf(code) % letterNames.length] ?? 'ng'
}

/** Three in five are centred, one in five is large and off centre, one in five is a pair. */
function layShape(shape: Shape, draw: Draw): Laid[] {
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
