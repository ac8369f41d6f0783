import { cutField, cutsOfProvider, variantCount } from '../cuts'
import { type GameNames, shapesFromName } from '../names/shapes-from-name'
import { type PaletteName, paletteNames } from '../palettes'
import { randomPatchwork } from '../patchwork'
import { createRandomInt, type RandomInt } from '../random'
import { type ShapeName, shapeNames, tableShapes } from '../shapes/shapes'
import { gameArtSrc, toPathSegment } from './cover-urls'
import { layoutCount, layShapes } from './layouts'

const square = { width: 120, height: 120 }

/** Shapes for games whose names match no shape. Excludes table games and unpleasant shapes. */
const defaultShapes = /* @__PURE__ */ shapeNames.filter(
  (name) =>
    !Object.hasOwn(tableShapes, name) &&
    !['skull', 'ghost', 'spider', 'bomb', 'bat', 'beetle', 'totem', 'eye'].includes(name),
)

export interface PicturedGame extends GameNames {
  provider: string
  code: string
  shapes?: readonly ShapeName[]
  /** Chosen by the game's position in a list. If undefined, the palette depends on the game's code. */
  palette?: PaletteName
}

/** Part of each game's seed, chosen so that few neighbours in the built-in lists share both motif and palette. */
const gameSeed = 1579

/** Returns a game's design. It has one or two shapes, named in the title or picked by the code. The larger is first. */
export function designGame(game: PicturedGame, draw = drawFor(game)) {
  const { provider, shapes: known, palette } = game
  const cuts = cutsOfProvider(provider)
  const design = {
    shapes: known ?? shapesFromName(game),
    palette: pick(paletteNames, draw) ?? 'jjok',
    cut: pick(cuts, draw) ?? 'patch',
    variant: draw(variantCount),
    layout: draw(layoutCount),
  }
  const chance = [draw(defaultShapes.length), draw(defaultShapes.length)].map((index) => defaultShapes[index] ?? 'moon')
  return {
    ...design,
    shapes: design.shapes.length > 0 ? design.shapes : [...new Set(chance)],
    palette: palette ?? design.palette,
  }
}

const drawFor = ({ provider, code }: PicturedGame): RandomInt => createRandomInt(`${gameSeed}/${provider}/${code}`)

const pick = <Item>(items: readonly Item[], draw: RandomInt): Item | undefined => items[draw(items.length)]

/** Draws a game's picture, 120 by 120, as SVG for an `img`. The same input always gives the same bytes. */
export function gameArt(game: PicturedGame): string {
  const draw = drawFor(game)
  const { shapes, palette, cut, variant, layout } = designGame(game, draw)
  return randomPatchwork(cutField(cut, square, variant, draw), palette, draw, layShapes(shapes, layout))
}

/** The number of neighbouring covers (a lobby page) that never share both motif and palette. */
export const neighbourCount = 24

const maxNeighboursWithMotif = 4

/**
 * Returns the covers of a list's games, in the same order. A game's name and code determine its motifs and palette, so
 * that it looks the same on every page. The exceptions are rare: if several previous neighbours have its larger motif,
 * as in a search for one, the motif that fewer of them have becomes the larger one. If a neighbour has the same larger
 * motif and palette, the game gets the next free palette.
 */
export function coverSrcs(games: readonly { provider: string; code: string; names: GameNames }[]): string[] {
  const looks: string[] = []
  return games.map(({ provider, code, names }) => {
    const design = designGame({
      provider: toPathSegment(provider),
      code: toPathSegment(code),
      shapes: shapesFromName(names),
    })
    const taken = looks.slice(1 - neighbourCount)
    const countOf = (shape: ShapeName) => taken.filter((look) => look.startsWith(`${shape} `)).length
    const [first] = design.shapes
    const isCommon = first !== undefined && countOf(first) >= maxNeighboursWithMotif
    const shapes = isCommon ? design.shapes.toSorted((a, b) => countOf(a) - countOf(b)) : design.shapes
    const free = [design.palette, ...paletteNames].find((name) => !taken.includes(`${shapes[0]} ${name}`))
    const palette = free ?? design.palette
    looks.push(`${shapes[0]} ${palette}`)
    return gameArtSrc(provider, code, shapes, palette === design.palette ? undefined : palette)
  })
}
