import type { PlacedShape } from '../patchwork'
import { type ShapeName, shapes } from '../shapes/shapes'
import layouts from './layouts.json'

export const layoutCount = 8

/** Each place lists a shape's index (1 is the smaller one), x, y and scale. The card's button covers the top right. */
const alone = /* @__PURE__ */ toLayouts(...layouts.alone)
const sideBySide = /* @__PURE__ */ toLayouts(...layouts.sideBySide)
const smallAbove = /* @__PURE__ */ toLayouts(...layouts.smallAbove)
const smallWorn = /* @__PURE__ */ toLayouts(...layouts.smallWorn)

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
