import { casinoKinds } from '~/upstream/contract/fields/kinds'
import type { Provider } from '../seed/sandbox-games'

const dealt = {
  baccarat: 'baccarat',
  roulette: 'roulette',
  blackjack: 'baccarat',
  'dragon-tiger': 'baccarat',
  poker: 'baccarat',
  'sic-bo': 'roulette',
  wheel: 'roulette',
  'game-show': 'roulette',
} as const satisfies Record<(typeof casinoKinds)[number], 'baccarat' | 'roulette'>

export type CasinoTable = {
  kind: (typeof casinoKinds)[number]
  code: string
  deals: (typeof dealt)[keyof typeof dealt]
}

export function tablesOf(provider: Pick<Provider, 'code' | 'kind' | 'kinds'>): CasinoTable[] {
  return knownTables(provider).filter(({ kind, deals }) => kind === deals)
}

/** Finds a table by its code. Older launches and bets may refer to a table whose game has changed. */
export function findTable(provider: Provider, game: string): CasinoTable | undefined {
  return game === provider.code ? tablesOf(provider)[0] : knownTables(provider).find(({ code }) => code === game)
}

function knownTables({ code, kind, kinds }: Pick<Provider, 'code' | 'kind' | 'kinds'>): CasinoTable[] {
  if (kind !== 'casino') return []
  return kinds.flatMap((listed) => {
    const table = casinoKinds.find((casinoKind) => casinoKind === listed)
    return table ? [{ kind: table, code: `${code}.${table}`, deals: dealt[table] }] : []
  })
}
