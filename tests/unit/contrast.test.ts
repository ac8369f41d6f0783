import { describe, expect, it } from 'vitest'
import { dark, light, type Palette } from '~/ui/palette'

/** Contrast of two colours, WCAG 2.2: 1 to 21. */
function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (red ?? Number.NaN) + 0.7152 * (green ?? Number.NaN) + 0.0722 * (blue ?? Number.NaN)
}

const grounds = ['ground', 'panel', 'raised', 'pressed'] as const

/** Text colours and their backgrounds. */
function texts({ surface, ink, accent, good, bad, warn, info }: Palette): [string, string, string][] {
  const tones = { good, bad, warn, info }
  return [
    ...Object.entries(ink).flatMap(([name, colour]) =>
      grounds.map((on): [string, string, string] => [`ink.${name} on ${on}`, colour, surface[on]]),
    ),
    ...grounds.map((on): [string, string, string] => [`accent.text on ${on}`, accent.text, surface[on]]),
    ...Object.entries(tones).flatMap(([name, tone]) => [
      ...grounds.map((on): [string, string, string] => [`${name} on ${on}`, tone.ink, surface[on]]),
      [`${name} on its own soft ground`, tone.ink, tone.soft] as [string, string, string],
      [`ink.body on ${name}.soft`, ink.body, tone.soft] as [string, string, string],
    ]),
    ['ink.body in a field', ink.body, surface.field],
    ['a placeholder in a field', ink.faint, surface.field],
    ['accent.ink on accent.fill', accent.ink, accent.fill],
    ['accent.ink on accent.fillOver', accent.ink, accent.fillOver],
    ['accent.text on accent.soft', accent.text, accent.soft],
    ['a chosen chip', surface.ground, ink.body],
  ]
}

/** Colours of borders, rings and marks that carry a meaning, and their backgrounds. */
function marks({ surface, line, accent, bad, good }: Palette): [string, string, string][] {
  return (['ground', 'panel', 'raised'] as const).flatMap((on): [string, string, string][] => [
    [`line.field on ${on}`, line.field, surface[on]],
    [`line.focus on ${on}`, line.focus, surface[on]],
    [`accent.line on ${on}`, accent.line, surface[on]],
    [`the border of a wrong field on ${on}`, bad.ink, surface[on]],
    [`the border of a right field on ${on}`, good.ink, surface[on]],
  ])
}

describe.each([
  ['dark', dark],
  ['light', light],
])('the %s theme', (_name, palette) => {
  it.each(texts(palette))('can be read: %s', (_what, text, ground) => {
    expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(marks(palette))('can be seen: %s', (_what, mark, ground) => {
    expect(contrast(mark, ground)).toBeGreaterThanOrEqual(3)
  })
})

it('measures as the standard does', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})
