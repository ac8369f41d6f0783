import { isNameIn } from '../names/is-name-in'
import type { sportShapes } from '../shapes/sports'
import { tableShapes } from '../shapes/tables'

/** The sports shown for a provider's kinds. */
export type TableKind = keyof typeof tableShapes

/** What is shown for the kinds of a provider of sports. */
const sportsByKind = {
  football: 'ball',
  baseball: 'baseball',
  basketball: 'basketball',
  volleyball: 'volleyball',
  hockey: 'hockey',
  tennis: 'tennis',
  esports: 'esports',
  racing: 'flag',
} as const satisfies Record<string, keyof typeof sportShapes>

/** How many kinds a card has room for. */
export const maxShownKinds = 3

/** The tables that a card shows, in the order of the kinds. Unknown kinds are ignored. */
export function tablesOf(kinds: readonly string[]): TableKind[] {
  return [...new Set(kinds.filter((kind) => isNameIn(tableShapes, kind)))].slice(0, maxShownKinds)
}

/** The sports that a card shows, in the order of the kinds. Unknown kinds are ignored. */
export function sportsOf(kinds: readonly string[]): (keyof typeof sportShapes)[] {
  const sports = kinds.flatMap((kind) => (isNameIn(sportsByKind, kind) ? sportsByKind[kind] : []))
  return [...new Set(sports)].slice(0, maxShownKinds)
}
