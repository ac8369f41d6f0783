import { designGame, type PicturedGame } from '../covers/covers'
import { isNameIn } from '../covers/kinds'
import { high } from '../covers/layouts'
import { nightPalettes, palettes, scenePalettesOf } from '../palettes'
import { type PlacedShape, toTransform } from '../patchwork'
import { circle, toPath } from '../pieces'
import { createRandomInt, type RandomInt } from '../random'
import { type ShapeName, shapes } from '../shapes/shapes'
import { type Layer, type PlaceName, type Scenery, sceneries } from './scenery'

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
  const night = isNameIn(nightPalettes, palette) ? palette : (scenePalettesOf(game.provider)[draw(3)] ?? 'jjok')
  const colours = [...palettes[night].background, ...palettes[night].shape]
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

function placeOf(motif: ShapeName, draw: RandomInt): PlaceName {
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
