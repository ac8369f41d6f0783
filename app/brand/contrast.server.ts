import { wcagContrast } from 'culori'
import type { Palette } from '~/ui/palette'

/** A colour of a palette by its place, such as `ink.body`. */
export type ColourName = { [Group in keyof Palette]: `${Group}.${keyof Palette[Group] & string}` }[keyof Palette]

/** A colour, what it stands on, and the contrast that it needs there. */
export type ColourPair = { colour: ColourName; on: ColourName; minContrast: number }

const pairsOf = (minContrast: number, colours: readonly ColourName[], grounds: readonly ColourName[]): ColourPair[] =>
  colours.flatMap((colour) => grounds.map((on) => ({ colour, on, minContrast })))

const text = 4.5
/** Borders, rings and marks that carry a meaning. */
const mark = 3
const cards: readonly ColourName[] = ['surface.ground', 'surface.panel', 'surface.raised']
const surfaces: readonly ColourName[] = [...cards, 'surface.pressed']

/** Every pair of colours that carries a text or a meaning. Source: WCAG 2.2, 1.4.3 and 1.4.11, level AA. */
export const colourPairs: readonly ColourPair[] = [
  // On surface.ground, ink.body is also a chosen chip: the same pair the other way round.
  ...pairsOf(text, ['ink.body', 'ink.soft', 'ink.faint', 'accent.text'], surfaces),
  ...pairsOf(text, ['good.ink', 'bad.ink', 'warn.ink', 'info.ink'], surfaces),
  ...pairsOf(text, ['ink.body'], ['good.soft', 'bad.soft', 'warn.soft', 'info.soft', 'surface.field']),
  ...pairsOf(text, ['ink.faint'], ['surface.field']),
  ...pairsOf(text, ['good.ink'], ['good.soft']),
  ...pairsOf(text, ['bad.ink'], ['bad.soft']),
  ...pairsOf(text, ['warn.ink'], ['warn.soft']),
  ...pairsOf(text, ['info.ink'], ['info.soft']),
  ...pairsOf(text, ['accent.ink'], ['accent.fill', 'accent.fillOver']),
  ...pairsOf(text, ['accent.text'], ['accent.soft']),
  ...pairsOf(mark, ['line.field', 'line.focus', 'accent.line', 'bad.ink', 'good.ink'], cards),
]

/** The colour of this name. */
export function colourIn(palette: Palette, name: ColourName): string {
  const [group, key] = name.split('.') as [keyof Palette, string]
  return (palette[group] as Record<string, string>)[key] ?? ''
}

/** The contrast of a pair in a palette, WCAG 2.2: 1 to 21. */
export function contrastIn(palette: Palette, { colour, on }: Pick<ColourPair, 'colour' | 'on'>): number {
  return wcagContrast(colourIn(palette, colour), colourIn(palette, on))
}
