import { letterOf } from './letter'
import type { PaletteName } from './palette'
import type { EmptyName, HeroCut, RoomCut, RoomName } from './scene'
import { hashOf, memberMark } from './seed'
import { shapeOf } from './word'

/**
 * Where the pictures live. The number goes up whenever a byte of any picture changes: answers are kept for ever.
 *
 * An address carries all that its picture depends on. After the code stand dots and words of a fixed list: the shape a
 * game's name speaks of, a provider's consonant, a palette. Paths, not queries: a cache may drop a query.
 */
const root = '/art/1'

const plainCode = /^[A-Za-z0-9_-]{1,64}$/

/** Whether a code can stand in an address as it is. */
export function isPlainCode(code: string | undefined): code is string {
  return code !== undefined && plainCode.test(code)
}

/** The address of a game's picture. Call it in a loader, where the table of words stays out of the browser. */
export function gameArtSrc(provider: string | number, code: string | number, nameEn?: string): string {
  return `${root}/game/${inAddress(provider)}/${inAddress(code)}${words(shapeOf(nameEn ?? ''))}.svg`
}

/**
 * The address of a provider's picture, 240 by 135.
 *
 * @param palette what the brand or the lobby fixes; without it the code chooses.
 */
export function providerArtSrc(code: string | number, nameKo?: string, palette?: PaletteName): string {
  return `${root}/provider/${inAddress(code)}${words(letterOf(nameKo ?? ''), palette)}.svg`
}

/** The address of a provider's small square, in the colours and with the consonant of its picture. */
export function smallProviderArtSrc(code: string | number, nameKo?: string, palette?: PaletteName): string {
  return `${root}/small/${inAddress(code)}${words(letterOf(nameKo ?? ''), palette)}.svg`
}

/** The address of a member's square. It holds a mark of the id, never the id. */
export function memberArtSrc(userId: string, nick?: string): string {
  return `${root}/member/${memberMark(userId)}${words(letterOf(nick ?? userId))}.svg`
}

/** The address of the hero's scene: `wide` behind words (from 600 px), `narrow` above them (358 by 190). */
export function heroArtSrc(cut: HeroCut): string {
  return `${root}/hero/${cut}.svg`
}

/** The address of a room's picture: `wide` is 240 by 135, `square` 120 by 120. */
export function roomArtSrc(room: RoomName, cut: RoomCut): string {
  return `${root}/room/${room}.${cut}.svg`
}

/** The address of the picture of an empty list or an error page, 120 by 120. */
export function emptyArtSrc(name: EmptyName): string {
  return `${root}/empty/${name}.svg`
}

/** A code as it is, or a mark of it when it holds what an address should not: no game is left without a picture. */
function inAddress(code: string | number): string {
  const text = String(code)
  if (isPlainCode(text)) return text
  return `x-${hashOf(text).toString(16)}-${hashOf(`${text}/`).toString(16)}`
}

function words(...known: (string | undefined)[]): string {
  return known.map((word) => (word ? `.${word}` : '')).join('')
}
