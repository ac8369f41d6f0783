import { letterOf } from './letter'
import type { PaletteName } from './palette'
import type { EmptyName, HeroCut, RoomCut, RoomName } from './scene'
import { hashOf, memberMark } from './seed'
import { shapeOf } from './word'

/**
 * Base path of the pictures. They are cached for ever, so the number goes up whenever a byte of any picture changes.
 *
 * A path carries all that its picture depends on: the code, then dots and words of a fixed list, such as a shape, a
 * consonant or a palette. Paths, not queries: a cache may drop a query.
 */
const root = '/art/1'

const plainCode = /^[A-Za-z0-9_-]{1,64}$/

/** Whether a code can be used in a path unchanged. */
export function isPlainCode(code: string | undefined): code is string {
  return code !== undefined && plainCode.test(code)
}

/** Path of a game's picture. Call it in a loader, so that the word table stays out of the browser. */
export function gameArtSrc(provider: string | number, code: string | number, nameEn?: string): string {
  return `${root}/game/${inAddress(provider)}/${inAddress(code)}${words(shapeOf(nameEn ?? ''))}.svg`
}

/**
 * Path of a provider's picture, 240 by 135.
 *
 * @param palette set by the brand or the lobby; without it the code decides.
 */
export function providerArtSrc(code: string | number, nameKo?: string, palette?: PaletteName): string {
  return `${root}/provider/${inAddress(code)}${words(letterOf(nameKo ?? ''), palette)}.svg`
}

/** Path of a provider's small picture, 120 by 120, with the palette and consonant of its large one. */
export function smallProviderArtSrc(code: string | number, nameKo?: string, palette?: PaletteName): string {
  return `${root}/small/${inAddress(code)}${words(letterOf(nameKo ?? ''), palette)}.svg`
}

/** Path of a member's picture, 120 by 120. It contains a hash of the id, never the id. */
export function memberArtSrc(userId: string, nick?: string): string {
  return `${root}/member/${memberMark(userId)}${words(letterOf(nick ?? userId))}.svg`
}

/** Path of the hero's picture: `wide` behind the text (from 600 px), `narrow` above it (358 by 190). */
export function heroArtSrc(cut: HeroCut): string {
  return `${root}/hero/${cut}.svg`
}

/** Path of a room's picture: `wide` is 240 by 135, `square` 120 by 120. */
export function roomArtSrc(room: RoomName, cut: RoomCut): string {
  return `${root}/room/${room}.${cut}.svg`
}

/** Path of the picture for an empty list or an error page, 120 by 120. */
export function emptyArtSrc(name: EmptyName): string {
  return `${root}/empty/${name}.svg`
}

/** The code, or a hash of it when it is not safe in a path, so that every game has a picture. */
function inAddress(code: string | number): string {
  const text = String(code)
  if (isPlainCode(text)) return text
  return `x-${hashOf(text).toString(16)}-${hashOf(`${text}/`).toString(16)}`
}

function words(...known: (string | undefined)[]): string {
  return known.map((word) => (word ? `.${word}` : '')).join('')
}
