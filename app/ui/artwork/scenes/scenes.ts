import { designGame, type PicturedGame } from '../covers/covers'
import { high } from '../covers/layouts'
import { nightOf, palettes } from '../palettes'
import { type PlacedShape, toTransform } from '../patchwork'
import { circle, range, toPath } from '../pieces'
import { createRandomInt, type RandomInt } from '../random'
import { type ShapeName, shapes } from '../shapes/shapes'

const width = 320
const height = 180

const horizon = 132

const ofTheSea: readonly ShapeName[] = [
  ...(['carp', 'whale', 'dolphin', 'shark', 'octopus', 'crab', 'turtle', 'ship', 'anchor', 'wave', 'shell'] as const),
  ...(['pearl', 'lighthouse', 'duck', 'penguin', 'otter', 'lotus'] as const),
]

const ofTheTown: readonly ShapeName[] = [
  ...(['lantern', 'drum', 'mask', 'house', 'fan', 'hanbok', 'jar', 'coin', 'pouch'] as const),
  ...(['cat', 'dog', 'bell', 'car'] as const),
]

/**
 * Draws a game's night scene, 320 by 180, as SVG for an `img`, in flat layers from the sky to the foreground. The same
 * input always gives the same bytes.
 */
export function sceneArt(game: PicturedGame): string {
  const draw = createRandomInt(`scene/${game.provider}/${game.code}`)
  const { shapes: names, palette } = designGame(game)
  const [first = 'moon', second] = names.toSorted((a, b) => Number(high.includes(a)) - Number(high.includes(b)))
  const { background, shape } = palettes[nightOf(palette)]
  const colours = [...background, ...shape]
  const isLeft = draw(2) === 0
  const place = placeOf(first, draw)
  const { back, front }: Scenery = sceneries[place](draw)
  const light = {
    x: (isLeft ? 226 : 74) + draw(21),
    y: second === undefined ? ([44, 56, 92][draw(3)] ?? 44) : 42 + draw(12),
    r: 24 + draw(8),
  }
  const scale = 1.3 + draw(3) / 20
  const motif = {
    ...shapes[first],
    x: isLeft ? 16 + draw(16) : 292 - 100 * scale + draw(16),
    y: place === 'sea' ? 38 : 28,
    scale,
  }

  const paint = ([colour, drawn]: Layer) =>
    typeof drawn === 'string'
      ? `<path fill="${colours[colour]}" d="${drawn}"/>`
      : `<path fill="${colours[colour]}" fill-rule="evenodd"${toTransform(drawn)} d="${drawn.outline}"/>`
  const paintShape = (id: string, placed: PlacedShape) => {
    const { x, y, scale, detail } = placed
    const [left, right, bottom] = [x, x + 100 * scale, y + 100 * scale].map(Math.round)
    const [shade, foot] = [isLeft ? left : right, Math.round(y + 70 * scale)]
    const [top, slant] = [x + (isLeft ? 36 : 64) * scale, x + (isLeft ? 58 : 42) * scale].map(Math.round)
    return [
      `<clipPath id="${id}" clip-rule="evenodd"><path${toTransform(placed)} d="${placed.outline}"/></clipPath>`,
      paint([0, { ...placed, x: x + (isLeft ? -5 : 5) * scale, y: y + 4 * scale }]),
      `<g clip-path="url(#${id})">`,
      paint([3, `M${left} ${Math.round(y)}H${right}V${bottom}H${left}z`]),
      paint([4, `M${top} ${Math.round(y)}H${shade}V${bottom}H${slant}z`]),
      paint([5, `M${left} ${foot}H${right}V${bottom}H${left}z`]),
      '</g>',
      detail === undefined ? '' : paint([0, { ...placed, outline: detail }]),
    ].join('')
  }

  const seams = `stroke="${colours[3]}38" stroke-width="2" stroke-dasharray="3" paint-order="stroke"`
  const isLit = second !== undefined && high.includes(second)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    paint([0, `M0 0H${width}V${height}H0z`]),
    `<g ${seams}>${skyOf(draw).map(paint).join('')}${paint([2, circle(light.x, light.y, light.r + 13)])}</g>`,
    isLit
      ? paintShape('l', { ...shapes[second], x: light.x - 30, y: light.y - 30, scale: 0.6 })
      : paint([draw(3) === 0 ? 5 : 3, circle(light.x, light.y, light.r)]),
    ...back.map(paint),
    `<g ${seams}>${paint([1, `M0 ${horizon}H${width}V${height}H0z`])}</g>`,
    paint([2, `M${light.x - 30} ${horizon}h60l44 48h-148z`]),
    second === undefined || isLit ? '' : paintShape('l', { ...shapes[second], x: light.x - 27, y: 96, scale: 0.54 }),
    paintShape('s', motif),
    ...front.map(paint),
    '</svg>',
  ].join('')
}

function placeOf(motif: ShapeName, draw: RandomInt): keyof typeof sceneries {
  if (ofTheSea.includes(motif)) return 'sea'
  if (ofTheTown.includes(motif)) return 'roofs'
  return (['hills', 'peaks', 'woods', 'roofs'] as const)[draw(4)] ?? 'hills'
}

function skyOf(draw: RandomInt): Layer[] {
  const [first, second] = [60 + 10 * draw(6), 170 + 10 * draw(8)]
  return [
    [1, toPath({ x: first, y: 0, width: second - first, height: horizon })],
    [1, toPath({ x: 0, y: 70 + 5 * draw(5), width: first, height: 80 })],
    [1, toPath({ x: second, y: 50 + 5 * draw(5), width: width - second, height: 80 })],
    [
      4,
      Array.from({ length: 6 }, (_, index) => `M${20 + index * 50 + draw(30)} ${6 + draw(60)}l2 3-2 3-2-3z`).join(''),
    ],
  ]
}

type Layer = readonly [colour: 0 | 1 | 2 | 3 | 4 | 5, drawn: string | PlacedShape]

/** `back` contains the layers behind the ground, farthest first. `front` contains those in front of the motif. */
type Scenery = { back: readonly Layer[]; front: readonly Layer[] }

const sceneries = {
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
