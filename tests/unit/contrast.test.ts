import { describe, expect, it } from 'vitest'
import { colourPairs, contrastIn } from '~/brand/contrast.server'
import { dark, light } from '~/ui/palette'

describe.each([
  ['dark', dark],
  ['light', light],
])('the %s theme', (_name, palette) => {
  it.each(colourPairs)('can be read: $colour on $on', (pair) => {
    expect(contrastIn(palette, pair)).toBeGreaterThanOrEqual(pair.minContrast)
  })
})

it('measures as the standard does', () => {
  const measured = (body: string, ground: string) =>
    contrastIn(
      { ...dark, ink: { ...dark.ink, body }, surface: { ...dark.surface, ground } },
      { colour: 'ink.body', on: 'surface.ground' },
    )
  expect(measured('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(measured('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})
