import { casinoKinds } from '~/upstream/contract/fields/kinds'
import type { Provider } from '../seed/catalogue'
import type { PlayTexts } from './texts'

/** What the sandbox deals: a table of its own kind, or the nearest one in its place. */
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

/** A table of a casino provider: its kind, the code that opens it, and what is dealt there. */
export type CasinoTable = {
  kind: (typeof casinoKinds)[number]
  code: string
  deals: (typeof dealt)[keyof typeof dealt]
}

/** The tables of a casino provider, the foremost first; none of another provider. */
export function tablesOf({ code, kind, kinds }: Pick<Provider, 'code' | 'kind' | 'kinds'>): CasinoTable[] {
  if (kind !== 'casino') return []
  return kinds.flatMap((listed) => {
    const table = casinoKinds.find((casinoKind) => casinoKind === listed)
    return table ? [{ kind: table, code: `${code}.${table}`, deals: dealt[table] }] : []
  })
}

/** The table that a game's code opens: the provider's own code opens the foremost. */
export function findTable(provider: Provider, game: string): CasinoTable | undefined {
  const tables = tablesOf(provider)
  return game === provider.code ? tables[0] : tables.find(({ code }) => code === game)
}

/** Says which table stands in for the one that was asked for; undefined where none has to. */
export function standInNote(
  { provider, game }: { provider: Provider; game: string },
  { t }: PlayTexts,
): string | undefined {
  const table = findTable(provider, game)
  if (!table || table.kind === table.deals) return undefined
  return t('table.standsIn', { kind: t(`table.kind.${table.kind}`), table: t(`${table.deals}.title`) })
}
