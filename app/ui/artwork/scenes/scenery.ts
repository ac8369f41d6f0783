import type { PlacedShape } from '../patchwork'
import { circle, range } from '../pieces'
import type { RandomInt } from '../random'
import { type ShapeName, shapes } from '../shapes/shapes'

const width = 320
const height = 180

export type Layer = readonly [colour: 0 | 1 | 2 | 3 | 4 | 5, drawn: string | PlacedShape]

/** `back` contains the layers behind the ground, farthest first. `front` contains those in front of the motif. */
export type Scenery = { back: readonly Layer[]; front: readonly Layer[] }

export const sceneries = {
  hills: (draw) => ({
    back: [
      [2, `M0 ${96 + draw(14)}q60-${30 + draw(24)} 150-6t170-20V${height}H0z`],
      standing('gate', 130 + draw(60), 104, 0.3, 0),
      [0, `M0 ${112 + draw(10)}q90-${20 + draw(14)} 170 2t150-14V${height}H0z`],
    ],
    front: grass(draw),
  }),
  peaks: (draw) => {
    const tops = [0, 1, 2, 3].map((index) => ({ x: 20 + index * 92 + draw(30), y: 58 + draw(34) }))
    return {
      back: [
        [2, tops.map(({ x, y }) => `M${x} ${y}l${140 - y} ${140 - y}H${x - 140 + y}z`).join('')],
        [4, tops.map(({ x, y }) => `M${x} ${y}l17 17-9-2-8 9-8-9-9 2z`).join('')],
        [0, `M0 126q80-20 160-4t160-8V${height}H0z`],
      ],
      front: grass(draw),
    }
  },
  roofs: (draw) => ({
    back: [
      [2, roofs(86, 66, draw)],
      [0, roofs(106, 92, draw)],
      [5, Array.from({ length: 7 }, (_, index) => `M${14 + index * 46 + draw(12)} 132h6v-9h-6z`).join('')],
    ],
    front: [
      [0, `M0 166H${width}V${height}H0z${eaveTiles(10)}`],
      [2, eaveTiles(6)],
      [5, eaveTiles(2)],
    ],
  }),
  sea: (draw) => ({
    back: [
      [2, `M0 ${104 + draw(10)}q40-40 90-10t90 6 70-24 70 12V${height}H0z`],
      standing('ship', 20 + draw(250), 116, 0.26, 3),
      [0, swell(114, 5, 16)],
      [1, swell(124, 6, 20)],
    ],
    front: [
      [2, swell(150, 9, 27)],
      [0, swell(164, 10, 32)],
    ],
  }),
  woods: (draw) => ({
    back: [
      ...range(9).map((index) => standing('pine', index * 40 - 20 + draw(16), 136, 0.4 + draw(3) / 10, 2)),
      ...range(5).map((index) => standing('pine', index * 84 - 30 + draw(40), 142, 0.65 + draw(3) / 10, 0)),
    ],
    front: grass(draw),
  }),
} satisfies Record<string, (draw: RandomInt) => Scenery>

export type PlaceName = keyof typeof sceneries

function standing(name: ShapeName, x: number, foot: number, scale: number, colour: Layer[0]): Layer {
  return [colour, { outline: shapes[name].outline, x, y: foot - 96 * scale, scale }]
}

function roofs(y: number, span: number, draw: RandomInt): string {
  return range(width / span + 1)
    .map((index) => {
      const [x, top, eave] = [index * span - draw(span / 3), y + draw(14), Math.round(span / 4)]
      const ridge = span - 2 * eave
      return `M${x} ${top + 20}q${eave - 4}-3 ${eave}-20h${ridge}q4 17 ${eave} 20l-5 6h-5V${height}h-${span - 20}V${top + 26}h-5z`
    })
    .join('')
}

function swell(y: number, rise: number, step: number): string {
  return `M-${step / 2} ${y}q${step / 2}-${rise * 2} ${step} 0${`t${step} 0`.repeat(width / step + 1)}V${height}H0z`
}

function grass(draw: RandomInt): Layer[] {
  const blades = range(46).map((index) => {
    const tall = Math.round(10 + Math.abs(index * 7 - 160) / 7) + draw(10)
    return `M${index * 7} ${height}q2-${tall / 2} ${draw(2) === 0 ? 8 : -4}-${tall}q4 ${tall / 2} 6 ${tall}z`
  })
  const flies = range(7).map((index) => circle(14 + index * 46 + draw(20), 118 + draw(40), 2))
  return [
    [0, `M0 172q160 12 320 0V${height}H0z${blades.join('')}`],
    [5, flies.join('')],
  ]
}

function eaveTiles(r: number): string {
  return range(14)
    .map((index) => circle(index * 24 + 4, 166, r))
    .join('')
}
