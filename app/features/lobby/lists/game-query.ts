import type { Query } from '~/server/request-info/query.server'
import { type Motif, motifs } from '~/ui/artwork/motifs'
import { parseSearchQuery } from '../search/by-name'

const views = ['favourites', 'recent', 'providers'] as const
const sorts = ['name', 'provider'] as const

/** The query of a list of games. '' means all games, in the upstream's order. */
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
export function parseGameQuery(params: Partial<Query>): GameQuery {
  const oneOf = <Value extends string>(values: readonly Value[], name: 'view' | 'motif' | 'sort') =>
    values.find((value) => value === params[name]) ?? ''
  return {
    q: parseSearchQuery(params),
    view: oneOf(views, 'view'),
    motif: oneOf(motifs, 'motif'),
    rail: params.rail ?? '',
    sort: oneOf(sorts, 'sort'),
  }
}
