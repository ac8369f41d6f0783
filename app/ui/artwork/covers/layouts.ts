import type { PlacedShape } from '../patchwork'
import { type ShapeName, shapes } from '../shapes/shapes'

export const layoutCount = 8

/** Each place lists a shape's index (1 is the smaller one), x, y and scale. The card's button covers the top right. */
const alone = /* @__PURE__ */ toLayouts(
  '0 18 18 .84',
  '0 -8 14 1.04',
  '0 10 26 1.04',
  '0 4 4 .72, 0 70 70 .46',
  '0 -20 6 1.4',
  '0 2 34 1.16',
  '0 6 8 .42, 0 64 36 .42, 0 18 66 .42',
  '0 34 42 .74, 0 8 6 .34, 0 52 6 .28, 0 4 50 .26',
)

const sideBySide = /* @__PURE__ */ toLayouts(
  '0 4 4 .72, 1 70 70 .46',
  '0 44 44 .72, 1 4 4 .46',
  '0 43 38 .74, 1 2 72 .42',
  '0 3 38 .74, 1 76 72 .42',
  '0 -12 2 1.02, 1 76 76 .38',
  '0 22 6 .76, 1 6 88 .25, 1 34 88 .25, 1 62 88 .25, 1 90 88 .25',
  '0 40 26 .76, 1 6 8 .28, 1 6 46 .28, 1 6 84 .28',
  '0 20 26 1.1, 1 4 4 .34',
)

const smallAbove = /* @__PURE__ */ toLayouts(
  '0 44 44 .72, 1 4 4 .46',
  '0 28 48 .68, 1 3 3 .5',
  '0 22 46 .7, 1 35 3 .42',
  '0 3 46 .7, 1 42 3 .42',
  '0 8 38 1.04, 1 4 4 .34',
  '0 42 42 .76, 1 8 8 .3, 1 44 4 .22, 1 6 50 .22',
  '1 -14 -18 .84, 0 46 48 .7',
  '0 22 40 .78, 1 4 8 .26, 1 36 4 .26, 1 68 8 .26',
)

const smallWorn = /* @__PURE__ */ toLayouts(
  '0 20 46 .7, 1 33 2 .44',
  '0 3 46 .7, 1 16 2 .44',
  '0 36 46 .7, 1 40 2 .44',
  '0 26 56 .6, 1 29 2 .54',
  '0 4 32 .84, 1 78 76 .4',
  '0 34 4 .8, 1 4 76 .4',
  '0 -12 2 1.02, 1 74 74 .4',
  '0 40 26 .76, 1 6 8 .28, 1 6 46 .28, 1 6 84 .28',
)

const worn: readonly ShapeName[] = ['hat', 'crown', 'wizard', 'jester', 'helmet']

/** Shapes that belong in the sky and are never placed below the other shape. */
export const high: readonly ShapeName[] = [
  ...(['moon', 'sun', 'star', 'cloud', 'rainbow', 'kite', 'balloon', 'firework', 'bolt', 'umbrella'] as const),
]

/** Places one or two shapes, the larger first, on a 120 px square. @param layout from 0 to {@link layoutCount} - 1 */
export function layShapes([first = 'moon', second]: readonly ShapeName[], layout: number): PlacedShape[] {
  const ways =
    second === undefined ? alone : worn.includes(second) ? smallWorn : high.includes(second) ? smallAbove : sideBySide
  return (ways[layout] ?? []).map(([which, x, y, scale]) => ({
    ...shapes[which === 1 ? (second ?? first) : first],
    x,
    y,
    scale,
  }))
}

type Place = readonly [which: number, x: number, y: number, scale: number]

/** Parses layouts. A line has the index, x, y and scale of each shape. */
export function toLayouts(...lines: string[]): readonly (readonly Place[])[] {
  return lines.map((line) =>
    line.split(', ').map((place): Place => {
      const [which = 0, x = 0, y = 0, scale = 1] = place.split(' ').map(Number)
      return [which, x, y, scale]
    }),
  )
}
