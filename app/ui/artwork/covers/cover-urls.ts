import { type GameNames, shapesFromName } from '../names/shapes-from-name'
import type { PaletteName } from '../palettes'
import { artSrc } from '../picture-urls'
import { hashText, memberHash } from '../random'
import type { ShapeName } from '../shapes/shapes'
import { initialConsonantOf } from './consonants'
import { sportsOf, tablesOf } from './kinds'
import type { SportName } from './sports'

type Code = string | number

const urlSafeCode = /^[A-Za-z0-9_-]{1,64}$/

export function isUrlSafeCode(code: string | undefined): code is string {
  return code !== undefined && urlSafeCode.test(code)
}

/** Returns the path of a game's 120 by 120 picture. @param shapes the larger first; if empty, the code picks them */
export function gameArtSrc(provider: Code, code: Code, shapes: readonly ShapeName[] = [], palette?: PaletteName) {
  return artSrc(`game/${gamePath(provider, code, shapes, palette)}`)
}

/** Returns the path of a 120 by 120 table or sport picture. @param kind defaults to one picked by the code */
export function kindArtSrc(provider: Code, kind: string | undefined, palette?: PaletteName): string {
  const [shape] = kind === undefined ? [] : [...tablesOf([kind]), ...sportsOf([kind]), kind]
  return artSrc(`game/${toPathSegment(provider)}/${shape ?? 'any'}${toSuffix(shape, palette)}.svg`)
}

/** Returns the path of a game's wide scene, 320 by 180, for large cards. Call it in a loader. */
export function gameSceneSrc(provider: Code, code: Code, names: GameNames = {}): string {
  return artSrc(`scene/${gamePath(provider, code, shapesFromName(names))}`)
}

function gamePath(provider: Code, code: Code, shapes: readonly ShapeName[], palette?: PaletteName): string {
  return `${toPathSegment(provider)}/${toPathSegment(code)}${toSuffix(...shapes, palette)}.svg`
}

/** Returns the path of a provider's 240 by 135 picture. @param kinds its tables; only the first three known are used */
export function providerArtSrc(code: Code, nameKo?: string, palette?: PaletteName, kinds: readonly string[] = []) {
  const traits = [initialConsonantOf(nameKo ?? ''), palette, ...tablesOf(kinds)]
  return artSrc(`provider/${toPathSegment(code)}${toSuffix(...traits)}.svg`)
}

/** Returns the path of a 240 by 135 sports picture. @param sport from `lobbySports`; used if no kind is known */
export function sportArtSrc(
  code: Code,
  nameKo?: string,
  palette?: PaletteName,
  sport?: SportName,
  kinds: readonly string[] = [],
): string {
  const sports = sportsOf(kinds)
  const traits = [initialConsonantOf(nameKo ?? ''), palette, ...(sports.length > 0 ? sports : [sport])]
  return artSrc(`sport/${toPathSegment(code)}${toSuffix(...traits)}.svg`)
}

export function smallProviderArtSrc(code: Code, nameKo?: string, palette?: PaletteName): string {
  return artSrc(`small/${toPathSegment(code)}${toSuffix(initialConsonantOf(nameKo ?? ''), palette)}.svg`)
}

/** Returns the path of a member's picture, 120 by 120. It contains a hash of the id, never the id. */
export function memberArtSrc(userId: string, nick?: string): string {
  return artSrc(`member/${memberHash(userId)}${toSuffix(initialConsonantOf(nick ?? userId))}.svg`)
}

/** Returns the code for the URL of a game's picture, or its hash if the code is not safe in a path. */
export function toPathSegment(code: Code): string {
  const text = String(code)
  if (isUrlSafeCode(text)) return text
  return `x-${hashText(text).toString(16)}-${hashText(`${text}/`).toString(16)}`
}

const toSuffix = (...known: (string | undefined)[]): string => known.map((word) => (word ? `.${word}` : '')).join('')
