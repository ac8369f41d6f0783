import { clampChroma, converter, formatHex, type Oklch, wcagContrast } from 'culori'
import { type Palette as ArtPalette, nightPalette } from '~/ui/artwork/palettes'
import { dark, light, type Palette } from '~/ui/palette'
import { tokens } from '~/ui/tokens.css'
import { brandError } from './read-brand-file.server'

type ColourName = { [Group in keyof Palette]: `${Group}.${keyof Palette[Group] & string}` }[keyof Palette]

export type ColourPair = { colour: ColourName; on: ColourName; minContrast: number }

const pairsOf = (minContrast: number, colours: readonly ColourName[], grounds: readonly ColourName[]): ColourPair[] =>
  colours.flatMap((colour) => grounds.map((on) => ({ colour, on, minContrast })))

const text = 4.5
/** The minimum contrast for borders, focus rings and symbols that carry meaning. */
const mark = 3
const cards: readonly ColourName[] = ['surface.ground', 'surface.panel', 'surface.raised']
const surfaces: readonly ColourName[] = [...cards, 'surface.pressed']

/** All colour pairs for text or meaningful symbols. Source: WCAG 2.2, 1.4.3 and 1.4.11, level AA. */
export const colourPairs: readonly ColourPair[] = [
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

function colourIn(palette: Palette, name: ColourName): string {
  const [group, key] = name.split('.') as [keyof Palette, string]
  return (palette[group] as Record<string, string>)[key] ?? ''
}

/** Returns the WCAG 2.2 contrast of two colours of a palette, from 1 to 21. */
export function contrastIn(palette: Palette, { colour, on }: Pick<ColourPair, 'colour' | 'on'>): number {
  return wcagContrast(colourIn(palette, colour), colourIn(palette, on))
}

export type Colours = { dark: Palette; light: Palette }

type GivenColours = { accent?: string; ground?: string }

const toOklch = converter('oklch')
/** The maximum chroma ratio of greys. Without it, a saturated background would tint grey text. */
const maxGroundChromaRatio = 3
const minTextContrast = 4.5
const white = '#ffffff'
const lightnessStep = 0.005

type Shift = { lightness: number; chromaRatio: number; hue: number }

/** Derives both palettes in OKLCH from the brand's two dark colours, and adjusts text colours for contrast. */
export function deriveColours(given: GivenColours): Colours {
  const accent = shiftBetween(dark.accent.fill, given.accent ?? dark.accent.fill)
  const surfaces = surfaceShift(given)
  const muted = { ...surfaces, lightness: 0 }
  const derive = (theme: Palette, surfaces: Shift): Palette => ({
    ...theme,
    surface: { ...mapColours(theme.surface, surfaces), veil: theme.surface.veil },
    line: {
      hair: shiftColour(theme.line.hair, surfaces),
      edge: shiftColour(theme.line.edge, surfaces),
      field: shiftColour(theme.line.field, muted),
      focus: shiftColour(theme.line.focus, { ...accent, lightness: 0 }),
    },
    ink: mapColours(theme.ink, muted),
    accent: { ...mapColours(theme.accent, { ...accent, lightness: 0 }), ...deriveFills(theme.accent, accent) },
  })
  const palettes = { dark: derive(dark, surfaces), light: derive(light, muted) }
  // The operator's two colours are used unchanged, because a round trip through OKLCH could alter them.
  palettes.dark.surface.ground = given.ground ?? dark.surface.ground
  palettes.dark.accent.fill = given.accent ?? dark.accent.fill
  return { dark: withReadableInks(palettes.dark), light: withReadableInks(palettes.light) }
}

export function deriveHeroPalette(given: GivenColours): ArtPalette {
  const [paper, , lamp] = nightPalette.shape
  const [calm, middle, light] = nightPalette.background
  const shift = (colour: string) => shiftColour(colour, surfaceShift(given))
  return {
    background: [shift(calm), shift(middle), shift(light)],
    shape: [paper, given.accent ?? nightPalette.shape[1], lamp],
  }
}

function surfaceShift({ ground }: GivenColours): Shift {
  const shift = shiftBetween(dark.surface.ground, ground ?? dark.surface.ground)
  return { ...shift, chromaRatio: Math.min(shift.chromaRatio, maxGroundChromaRatio) }
}

function deriveFills(shipped: Palette['accent'], accent: Shift): Pick<Palette['accent'], 'fill' | 'fillOver' | 'ink'> {
  const fill = shiftColour(shipped.fill, accent)
  const ink = shiftColour(shipped.ink, { ...accent, lightness: 0 })
  const whiteContrast = wcagContrast(white, fill)
  if (whiteContrast < minTextContrast || whiteContrast < wcagContrast(ink, fill))
    return { fill, fillOver: shiftColour(shipped.fillOver, accent), ink }
  // Under white text, the hover colour is darker than the fill by the same step, instead of lighter.
  const step = parse(shipped.fillOver).l - parse(shipped.fill).l
  return { fill, fillOver: shiftColour(shipped.fill, { ...accent, lightness: accent.lightness - step }), ink: white }
}

const adjustable = [
  'ink.body',
  'ink.soft',
  'ink.faint',
  'accent.text',
  'accent.ink',
  'accent.line',
  'line.field',
  'line.focus',
] as const

function withReadableInks(palette: Palette): Palette {
  return adjustable.reduce((adjusted, name) => setColour(adjusted, name, readable(adjusted, name)), palette)
}

function readable(palette: Palette, name: ColourName): string {
  const pairs = colourPairs.filter(({ colour }) => colour === name)
  const colour = parse(colourIn(palette, name))
  const direction = colour.l > parse(colourIn(palette, pairs[0]?.on ?? name)).l ? 1 : -1
  for (let { l } = colour; ; l += direction * lightnessStep) {
    const found = formatColour({ ...colour, l })
    const isReadable = pairs.every((pair) => contrastIn(setColour(palette, name, found), pair) >= pair.minContrast)
    if (isReadable || l <= 0 || l >= 1) return found
  }
}

function setColour(palette: Palette, name: ColourName, colour: string): Palette {
  const [group, key] = name.split('.') as [keyof Palette, string]
  return { ...palette, [group]: { ...palette[group], [key]: colour } }
}

function shiftBetween(shipped: string, given: string): Shift {
  const from = parse(shipped)
  const to = parse(given)
  return { lightness: to.l - from.l, chromaRatio: to.c / from.c, hue: (to.h ?? 0) - (from.h ?? 0) }
}

function shiftColour(shipped: string, { lightness, chromaRatio, hue }: Shift): string {
  const { l, c, h = 0 } = parse(shipped)
  return formatColour({ mode: 'oklch', l: l + lightness, c: c * chromaRatio, h: h + hue })
}

function formatColour(colour: Oklch): string {
  return formatHex(clampChroma({ ...colour, l: Math.min(1, Math.max(0, colour.l)) }, 'oklch'))
}

function mapColours<Name extends string>(colours: Record<Name, string>, shift: Shift): Record<Name, string> {
  const mapped = Object.entries<string>(colours).map(([name, colour]) => [name, shiftColour(colour, shift)])
  return Object.fromEntries(mapped)
}

function parse(colour: string): Oklch {
  const parsed = toOklch(colour)
  if (!parsed) throw new RangeError(`no colour: ${colour}`)
  return parsed
}

/** Checks the contrast of all pairs in both themes. @throws SettingError that names the first unreadable pair. */
export function assertReadable(colours: Colours): void {
  for (const [theme, palette] of Object.entries(colours)) {
    for (const pair of colourPairs) {
      const contrast = contrastIn(palette, pair)
      if (contrast >= pair.minContrast) continue
      const shown = (Math.floor(contrast * 100) / 100).toFixed(2)
      throw brandError(
        `${pair.colour} ${pair.on}`.includes('accent') ? 'accent' : 'ground',
        `makes a palette that can't be read: in the ${theme} theme the contrast of ${pair.colour} ` +
          `(${colourIn(palette, pair.colour)}) on ${pair.on} (${colourIn(palette, pair.on)}) is ${shown}, ` +
          `not ${pair.minContrast} or more`,
      )
    }
  }
}

export const renderColourSheet = (colours: Colours, { background: [ground, scene] }: ArtPalette): string =>
  `:root{--hero-ground:${ground};--hero-scene:${scene}}\n${renderPalettes(colours)}`

export function renderPalettes({ dark, light }: Colours): string {
  const lightRules = declarations(light)
  return [
    `:root,[data-theme=dark]{${declarations(dark)}}`,
    `:root[data-theme=light]{${lightRules}}`,
    `@media (prefers-color-scheme:light){:root[data-theme=system]{${lightRules}}}`,
    '',
  ].join('\n')
}

function declarations(palette: Palette): string {
  return (Object.keys(palette) as (keyof Palette)[])
    .flatMap((group) => {
      const properties: Record<string, string> = tokens[group]
      return Object.entries(palette[group]).map(([name, colour]) => `${properties[name]?.slice(4, -1)}:${colour}`)
    })
    .join(';')
}
