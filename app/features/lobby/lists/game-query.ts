import type { Query } from '~/server/request-info/query.server'
import { type Motif, motifs } from '~/ui/artwork/motifs'
import { parseSearchQuery } from '../search/by-name'

const views = ['favourites', 'recent', 'providers'] as const
const sorts = ['name', 'provider'] as const

export type GameQuery = {
  q: string
  view: '' | (typeof views)[number]
  motif: '' | Motif
  rail: string
  sort: '' | (typeof sorts)[number]
}

export type GameListQuery = GameQuery & { view: Exclude<GameQuery['view'], 'providers'> }

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
