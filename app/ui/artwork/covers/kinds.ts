import { type sportShapes, tableShapes } from '../shapes/shapes'

export function isNameIn<Table extends object>(table: Table, word: string): word is Extract<keyof Table, string> {
  return Object.hasOwn(table, word)
}

export type TableKind = keyof typeof tableShapes

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

export const maxShownKinds = 3

export function tablesOf(kinds: readonly string[]): TableKind[] {
  return [...new Set(kinds.filter((kind) => isNameIn(tableShapes, kind)))].slice(0, maxShownKinds)
}

export function sportsOf(kinds: readonly string[]): (keyof typeof sportShapes)[] {
  const sports = kinds.flatMap((kind) => (isNameIn(sportsByKind, kind) ? sportsByKind[kind] : []))
  return [...new Set(sports)].slice(0, maxShownKinds)
}
