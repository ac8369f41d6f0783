import { type Motif, motifs } from '~/ui/artwork/motifs'
import { parseSearchQuery } from '../search/by-name'

const views = ['favourites', 'recent', 'providers'] as const
const sorts = ['name', 'provider'] as const

/** The longest id that an upstream's rail may have. */
const maxRailCharacters = 128

/** What a URL asks of a list of games. '' stands for all games, in the upstream's order. */
export type GameQuery = {
  q: string
  view: '' | (typeof views)[number]
  motif: '' | Motif
  /** `idx` of a rail of the upstream. */
  rail: string
  sort: '' | (typeof sorts)[number]
}

/** A query of games alone. */
export type GameListQuery = GameQuery & { view: Exclude<GameQuery['view'], 'providers'> }

/** Reads the query string of a list of games. Unknown values count as missing. */
export function parseGameQuery(params: URLSearchParams): GameQuery {
  const oneOf = <Value extends string>(values: readonly Value[], name: string) =>
    values.find((value) => value === params.get(name)) ?? ''
  return {
    q: parseSearchQuery(params),
    view: oneOf(views, 'view'),
    motif: oneOf(motifs, 'motif'),
    rail: (params.get('rail') ?? '').slice(0, maxRailCharacters).toWellFormed(),
    sort: oneOf(sorts, 'sort'),
  }
}
