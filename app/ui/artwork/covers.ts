import { type CutName, cutField, cutsOfProvider, variantCount } from './cuts'
import { layoutCount, layShapes } from './layouts'
import { motifOf } from './motif'
import { motifs } from './motifs'
import { gamePalettesOf, type PaletteName, paletteForCode, paletteNames } from './palettes'
import { randomPatchwork } from './patchwork'
import { toPathSegment } from './picture-urls'
import { createRandomInt, hashText, type RandomInt } from './random'
import { type ShapeName, shapeNames } from './shapes'
import { type GameNames, shapesFromName } from './shapes-from-name'
import { tableShapes } from './table-shapes'

const square = { width: 120, height: 120 }

/** Shapes for games whose names mention none: those that please nobody are used only when a name asks for them. */
const defaultShapes = /* @__PURE__ */ shapeNames.filter(
  (name) =>
    !Object.hasOwn(tableShapes, name) &&
    !['skull', 'ghost', 'spider', 'bomb', 'bat', 'beetle', 'totem', 'eye'].includes(name),
)

/** What a game's picture consists of, before it is drawn. */
export interface GameDesign {
  /** One or two, the larger first: that is the motif of the picture. */
  shapes: readonly ShapeName[]
  palette: PaletteName
  cut: CutName
  /** Widths and offset of the pieces: 0 to {@link variantCount} - 1. */
  variant: number
  /** Where the shapes lie: 0 to {@link layoutCount} - 1. */
  layout: number
}

/** A game by its codes. `shapes` are already derived from its names and take precedence over them. */
export interface PicturedGame extends GameNames {
  provider: string
  code: string
  shapes?: readonly ShapeName[]
  /** Chosen among the games of its catalogue; without it the code decides. */
  palette?: PaletteName
}

/** Part of each game's seed. */
const gameSeed = 2168

/** Decides a game's picture: the things that its name mentions, else two chosen by its code. */
export function designGame(game: PicturedGame, draw = drawFor(game)): GameDesign {
  const { provider, shapes: known, palette, ...names } = game
  const palettes = gamePalettesOf(provider)
  const cuts = cutsOfProvider(provider)
  const design = {
    shapes: known ?? shapesFromName(names),
    palette: pick(palettes, draw) ?? paletteForCode(provider),
    cut: pick(cuts, draw) ?? 'patch',
    variant: draw(variantCount),
    layout: draw(layoutCount),
  }
  const chance = [draw(defaultShapes.length), draw(defaultShapes.length)].map((at) => defaultShapes[at] ?? 'moon')
  return {
    ...design,
    shapes: design.shapes.length > 0 ? design.shapes : [...new Set(chance)],
    palette: palette ?? design.palette,
  }
}

function drawFor({ provider, code }: PicturedGame): RandomInt {
  return createRandomInt(`${gameSeed}/${provider}/${code}`)
}

function pick<Item>(items: readonly Item[], draw: RandomInt): Item | undefined {
  return items[draw(items.length)]
}

/**
 * The picture of a game, 120 by 120.
 *
 * @returns SVG text for an `img`; the same bytes for the same input, for ever.
 */
export function gameArt(game: PicturedGame): string {
  const draw = drawFor(game)
  const { shapes, palette, cut, variant, layout } = designGame(game, draw)
  return randomPatchwork(cutField(cut, square, variant, draw), palette, draw, layShapes(shapes, layout))
}

/** Among how many neighbours of a list no two covers have one motif in one palette: a page of a lobby. */
export const neighbourCount = 24

/** A game as its catalogue lists it. */
export interface CataloguedGame {
  provider: string
  code: string
  names: GameNames
}

/**
 * Palettes of all games of a lobby, so that in none of its orders a motif comes twice in one palette among 24 neighbours: in
 * turn, by provider, of one motif, by Korean name. A game has the palette of its code unless a game before it has the same
 * motif in it, and so it looks the same wherever it is shown.
 *
 * @param games of each provider in turn.
 * @returns by {@link coverKey}, only palettes that are not that of the code.
 */
export function spreadPalettes(games: readonly CataloguedGame[]): Map<string, PaletteName> {
  const { compare } = new Intl.Collator('ko')
  const motifByGame = new Map(games.map((game) => [game, motifOf(game.names)]))
  const places = [
    games,
    [...new Set(games.map(({ provider }) => provider))].flatMap((code) =>
      games.filter(({ provider }) => provider === code),
    ),
    ...motifs.map((motif) => games.filter((game) => motifByGame.get(game) === motif)),
    games.toSorted((one, other) => compare(one.names.nameKo ?? '', other.names.nameKo ?? '')),
  ].map((order) => new Map(order.map((game, at) => [game, at])))
  const areNeighbours = (one: CataloguedGame, other: CataloguedGame) =>
    places.some((place) => Math.abs((place.get(one) ?? NaN) - (place.get(other) ?? NaN)) < neighbourCount)

  const ofMotif = new Map<string, { game: CataloguedGame; palette: PaletteName }[]>()
  const changed = new Map<string, PaletteName>()
  for (const game of games) {
    const provider = toPathSegment(game.provider)
    const { shapes, palette } = designGame({ ...game.names, provider, code: toPathSegment(game.code) })
    const [motif = ''] = shapes
    const before = ofMotif.get(motif) ?? []
    const taken = before.filter((one) => areNeighbours(one.game, game)).map((one) => one.palette)
    const start = hashText(motif) % paletteNames.length
    const others = [...paletteNames.slice(start), ...paletteNames.slice(0, start)]
    const free = [palette, ...gamePalettesOf(provider), ...others].find((one) => !taken.includes(one)) ?? palette
    ofMotif.set(motif, [...before, { game, palette: free }])
    if (free !== palette) changed.set(coverKey(game), free)
  }
  return changed
}

/** The key of a game among the palettes of a lobby. */
export function coverKey({ provider, code }: { provider: string; code: string }): string {
  return `${provider}/${code}`
}
