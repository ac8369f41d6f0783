import { circle, range, splitIntoPieces, toPath } from './pieces'
import { hashText, type RandomInt } from './random'

export type Field = { width: number; height: number }

/** A field cut into pieces (SVG path data). Later pieces are painted over earlier ones. */
export interface Cut extends Field {
  pieces: readonly string[]
  overlapping?: boolean
}

export const variantCount = 6

interface Rule {
  overlapping: boolean
  /** @param variant from 0 to {@link variantCount} - 1 */
  cut: (field: Field, variant: number, draw: RandomInt) => string[]
}

const apart = (cut: Rule['cut']): Rule => ({ cut, overlapping: false })
const overlapping = (cut: Rule['cut']): Rule => ({ cut, overlapping: true })

/** Cutting rules with distinct looks. A provider's cards and most of its games use the same rule. */
const rules = {
  patch: apart((field, variant, draw) => splitIntoPieces(field, 6 + (variant % 3), draw).map(toPath)),
  stripe: overlapping(({ width, height }, variant) =>
    edges(width, height, variant).map((x) => rect(x, 0, width - x, height)),
  ),
  band: overlapping(({ width, height }, variant) =>
    edges(height, height, variant).map((y) => rect(0, y, width, height - y)),
  ),
  slant: overlapping(({ width, height }, variant) =>
    edges(width + height, height, variant, 0.68).map((x) => `M${x} 0H${width + height}V${height}H${x - height}z`),
  ),
  slope: overlapping(({ width, height }, variant) =>
    edges(width + height, height, variant, 0.68).map((x) => `M${x - height} 0H${width}V${height}H${x}z`),
  ),
  arch: overlapping(({ width, height }, variant) =>
    radii(width, height, variant, 0.62).map((r) => archPath(width / 2 - r, height, r, Math.round(height * 0.62))),
  ),
  hoop: overlapping(({ width, height }, variant) =>
    radii(width, height, variant, 0.66).map((r) => circle(width / 2, height / 2, r)),
  ),
  nest: overlapping(({ width, height }, variant) =>
    radii(width, height, variant, 0.6).map((r) => circle(width / 2, height - r, r)),
  ),
  corner: overlapping(({ width, height }, variant) =>
    radii(width, height, variant, 1.05).map((r) => `M0 ${height - r}A${r} ${r} 0 0 1 ${r} ${height}H0z`),
  ),
  ray: apart(({ width, height }, variant) =>
    wedges(width / 2, height, width + height, 6 + (variant % 3), Math.PI, variant),
  ),
  burst: apart(({ width, height }, variant) =>
    wedges(width / 2, height / 2, width, 8 + 2 * (variant % 3), 2 * Math.PI, variant),
  ),
  grid: apart((field, variant) =>
    tiles(field, variant % 2 === 0 ? 3 : 4).map(({ x, y, side }) => rect(x, y, side, side)),
  ),
  brick: apart(({ width, height }, variant) => {
    const rows = 4 + (variant % 2)
    const course = Math.ceil(height / rows)
    const brick = 40 + 6 * (variant % 3)
    return range(rows).flatMap((row) =>
      range(Math.ceil(width / brick) + (row % 2)).map((index) =>
        rect(index * brick - (row % 2) * (brick / 2), row * course, brick, course),
      ),
    )
  }),
  swell: overlapping(({ width, height }, variant) =>
    edges(height, height, variant).map((y) => `M0 ${y}q15-14 30 0${'t30 0'.repeat(width / 30 - 1)}V${height}H0z`),
  ),
  zigzag: overlapping(({ width, height }, variant) => {
    const tooth = variant < 3 ? 20 : 30
    return edges(height + tooth, height, variant).map(
      (y) =>
        `M0 ${y}l${`${tooth}-${tooth} ${tooth} ${tooth} `.repeat(Math.ceil(width / tooth / 2)).trim()}V${height}H0z`,
    )
  }),
  chevron: overlapping(({ width, height }, variant) =>
    edges(height * 1.5, height, variant, 0.85).map((y) => {
      const top = y - Math.round(height / 2)
      return `M0 ${top}L${width / 2} ${y}L${width} ${top}V${height}H0z`
    }),
  ),
  diamond: overlapping(({ width, height }, variant) =>
    radii(width, height, variant, 0.9).map((r) => rhombus(width / 2, Math.round(height / 2), r)),
  ),
  lattice: apart((field, variant) => staggered(field, 30, 30, variant).map(([x, y]) => rhombus(x, y, 30))),
  scale: overlapping(({ width, height }, variant) => {
    const radius = [26, 28, 30][variant % 3] ?? 28
    const rows = Math.ceil(height / radius)
    return range(rows).map((row) => {
      const start = (row % 2 === 0 ? 0 : -radius) - (variant < 3 ? 0 : radius / 2)
      const arcs = `a${radius} ${radius} 0 0 0 ${2 * radius} 0`.repeat(Math.ceil((width - start) / radius / 2))
      return `M${start} 0V${height - (row + 1) * radius}${arcs}V0z`
    })
  }),
  stair: overlapping(({ width, height }, variant) => {
    const step = variant < 3 ? 30 : 36
    const count = Math.ceil(width / step)
    return edges(height + width, height, variant, 0.6).map(
      (y) => `M0 ${y - width}${`h${step}v${step}`.repeat(count)}V${2 * height}H0z`,
    )
  }),
  quilt: apart((field, variant) =>
    tiles(field, variant % 2 === 0 ? 3 : 4).map(({ x, y, side, column, row }) =>
      triangle(x, y, side, (column + row * 2 + variant) % 4),
    ),
  ),
  petal: apart((field, variant) =>
    tiles(field, 3).map(({ x, y, side, column, row }) => quarter(x, y, side, (column + row * 3 + variant) % 4)),
  ),
  hex: apart((field, variant) =>
    staggered(field, 32, 54, variant).map(([x, y]) => `M${x} ${y - 36}l32 18v36l-32 18-32-18v-36z`),
  ),
  arcade: overlapping(({ width, height }, variant) => {
    const bay = [40, 60, 30][variant % 3] ?? 40
    const top = Math.round(height * (variant < 3 ? 0.3 : 0.45))
    return [3, 10].map((inset) =>
      range(width / bay)
        .map((index) => archPath(index * bay + inset, height, bay / 2 - inset, top))
        .join(''),
    )
  }),
}

export type CutName = keyof typeof rules

const cutNames = /* @__PURE__ */ Object.keys(rules) as CutName[]

/** Part of each code's seed, chosen so that few neighbours among the built-in providers share a rule. */
const cutSeed = 46155

export function cutForCode(code: string): CutName {
  return cutNames[hashText(`${cutSeed}/${code}`) % cutNames.length] ?? 'patch'
}

/** Returns the rules for a provider's games. Its own rule is listed twice, so that two in five games use it. */
export function cutsOfProvider(code: string): readonly CutName[] {
  const own = cutNames.indexOf(cutForCode(code))
  return [0, 0, 5, 11, 17].map((step) => cutNames[(own + step) % cutNames.length] ?? 'patch')
}

/** Cuts a field into pieces by the named rule. @param variant from 0 to {@link variantCount} - 1 */
export function cutField(name: CutName, field: Field, variant: number, draw: RandomInt): Cut {
  const { cut, overlapping } = rules[name]
  const pieces = cut(field, variant, draw)
  return { ...field, pieces: overlapping ? [rect(0, 0, field.width, field.height), ...pieces] : pieces, overlapping }
}

function edges(length: number, unit: number, variant: number, factor = 1): number[] {
  const step = Math.round(unit / ((3.6 + 0.7 * (variant % 3)) * factor))
  return range(length / step)
    .map((index) => (index + (variant < 3 ? 1 : 0.5)) * step)
    .map(Math.round)
    .filter((position) => position < length)
}

function radii(width: number, height: number, variant: number, reach: number): number[] {
  const largest = Math.round(Math.max(width * 0.7, height) * reach)
  const step = Math.round(height / (5 + 0.7 * (variant % 3)))
  return range((largest - step / 2) / step).map(
    (index) => largest - index * step - (variant < 3 ? 0 : Math.round(step / 2)),
  )
}

function rect(x: number, y: number, width: number, height: number): string {
  return toPath({ x, y, width, height })
}

function rhombus(x: number, y: number, r: number): string {
  return `M${x} ${y - r}l${r} ${r}-${r} ${r}-${r}-${r}z`
}

function archPath(x: number, bottom: number, r: number, top: number): string {
  return `M${x} ${bottom}V${top}a${r} ${r} 0 0 1 ${2 * r} 0V${bottom}z`
}

/** Returns `count` wedges around a point, within an angle in radians that opens upwards from the right. */
function wedges(x: number, y: number, reach: number, count: number, angle: number, variant: number): string[] {
  const isWhole = angle > Math.PI
  const phase = variant < 3 ? 0 : 0.5
  const rim = range(count + 2).map((index) => {
    const turn = ((index - phase) / count) * angle
    return `${Math.round(x + reach * Math.cos(turn))} ${Math.round(y - reach * Math.sin(turn))}`
  })
  const last = isWhole || phase === 0 ? count : count + 1
  return range(last).map((index) => `M${x} ${y}L${rim[index]}L${rim[index + 1]}z`)
}

function tiles({ width, height }: Field, rows: number) {
  const side = Math.ceil(height / rows)
  return range(rows).flatMap((row) =>
    range(width / side).map((column) => ({ x: column * side, y: row * side, side, column, row })),
  )
}

/** Returns half of a tile, cut diagonally. @param turn which corner is filled, from 0 to 3 */
function triangle(x: number, y: number, side: number, turn: number): string {
  return `M${angle(x, y, side, turn).join('')}z`
}

/** Returns a quarter disc that fills a tile. @param turn which corner is the disc's centre, from 0 to 3 */
function quarter(x: number, y: number, side: number, turn: number): string {
  const [start, ...rest] = angle(x, y, side, turn)
  return `M${start}${rest.join('')}A${side} ${side} 0 0 1 ${start}z`
}

function angle(x: number, y: number, side: number, turn: number): [string, string, string] {
  const [right, low] = [x + side, y + side]
  if (turn === 0) return [`${x} ${low}`, `V${y}`, `H${right}`]
  if (turn === 1) return [`${x} ${y}`, `H${right}`, `V${low}`]
  if (turn === 2) return [`${right} ${y}`, `V${low}`, `H${x}`]
  return [`${right} ${low}`, `H${x}`, `V${y}`]
}

function staggered({ width, height }: Field, half: number, pitch: number, variant: number): [number, number][] {
  const shift = variant * Math.round(half / variantCount)
  return range(height / pitch + 2).flatMap((row) =>
    range(width / half / 2 + 2)
      .map((index): [number, number] => [(2 * index - (row % 2)) * half + shift, row * pitch - shift])
      .filter(([x, y]) => x > -half && x < width + half && y > -pitch / 2 && y < height + pitch / 2),
  )
}
