import { hashText } from './random'

type ColourTriple = readonly [string, string, string]

/** Three background colours from dark to medium, and three for the shape over them: light, medium, highlight. */
export interface Palette {
  background: ColourTriple
  shape: ColourTriple
}

/** Every background and shape colour of one palette have a contrast of 3 or more; a test measures it. */
export const palettes = {
  jjok: { background: ['#16233f', '#1f3766', '#2d508f'], shape: ['#f3e5c9', '#93bbe9', '#f3a25c'] },
  gam: { background: ['#3b1910', '#6c2c18', '#9c4422'], shape: ['#ffe5bd', '#ff9d5b', '#f6ca78'] },
  sol: { background: ['#102c27', '#18493f', '#2b6b59'], shape: ['#ecf1d4', '#93d2ab', '#f2b65b'] },
  jaju: { background: ['#281631', '#482452', '#6d3772'], shape: ['#f7e0e6', '#da9ac6', '#f0b661'] },
  hwangto: { background: ['#2f2410', '#594317', '#735719'], shape: ['#fff1cd', '#ebc35f', '#f19a63'] },
  ok: { background: ['#0d2b31', '#13515a', '#1c7176'], shape: ['#e6f5ed', '#80d7c9', '#f5c36e'] },
  jindallae: { background: ['#36122b', '#68204a', '#9b3265'], shape: ['#ffe6ea', '#f590b1', '#f6c863'] },
  meok: { background: ['#171b20', '#2b323a', '#434d57'], shape: ['#f2efe7', '#bcc5cb', '#ee834f'] },
  haneul: { background: ['#122a41', '#215078', '#33709e'], shape: ['#eff6fa', '#9ed1f0', '#ffc471'] },
  daechu: { background: ['#341218', '#631e27', '#93333b'], shape: ['#fce8d7', '#f08e7f', '#ebc46d'] },
  ssuk: { background: ['#1c2721', '#394d3e', '#4c6049'], shape: ['#f5f2de', '#c6d89c', '#f39d6c'] },
  noeul: { background: ['#1e1c3c', '#38346b', '#5a559c'], shape: ['#f0ebfb', '#b8adef', '#f4b66d'] },
} as const satisfies Record<string, Palette>

export type PaletteName = keyof typeof palettes

const paletteNames = Object.keys(palettes) as PaletteName[]

/** Palette of the hero, the same in both themes. */
export const nightPalette: Palette = {
  background: ['#111c1f', '#172629', '#1f3336'],
  shape: ['#fbe9cf', '#f68b4d', '#f4c067'],
}

/** Whether a word, such as a part of a path, is the name of a palette. */
export function isPaletteName(word: string | undefined): word is PaletteName {
  return word !== undefined && Object.hasOwn(palettes, word)
}

function paletteAt(index: number): PaletteName {
  return paletteNames[index % paletteNames.length] ?? 'jjok'
}

/** The palette of a code for which none is set. */
export function paletteForCode(code: string): PaletteName {
  return paletteAt(hashText(code))
}

/** The three palettes of a provider's games, the one of its code first. */
export function gamePalettesOf(provider: string): readonly [PaletteName, PaletteName, PaletteName] {
  const hash = hashText(provider)
  const own = hash % paletteNames.length
  return [paletteAt(own), paletteAt(own + 3 + ((hash >>> 8) % 3)), paletteAt(own + 7 + ((hash >>> 16) % 3))]
}

/** How many providers before it one must differ from: covers the left and upper neighbour in two to five columns. */
const neighbourCount = 5

/**
 * Palettes for a lobby's providers in their order, so that neighbours differ.
 *
 * Pass the whole list, not one page of it, so that a provider looks the same on every page.
 */
export function lobbyPalettes(codes: readonly string[]): PaletteName[] {
  return spreadOver(
    paletteNames,
    codes.map((code) => ({ first: paletteForCode(code) })),
    neighbourCount,
  )
}

/**
 * Gives each entry of a list its `fixed` name, else its `first` or the next one that none of those before it has.
 *
 * @param distance how many entries before it one must differ from; fewer than there are names.
 */
export function spreadOver<Name>(
  names: readonly Name[],
  entries: readonly { first: Name; fixed?: Name }[],
  distance: number,
): Name[] {
  const chosen: Name[] = []
  for (const { first, fixed } of entries) {
    const taken = chosen.slice(-distance)
    const start = names.indexOf(first)
    const inTurn = [...names.slice(start), ...names.slice(0, start)]
    chosen.push(fixed ?? inTurn.find((name) => !taken.includes(name)) ?? first)
  }
  return chosen
}
