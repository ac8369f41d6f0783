import { casinoKinds } from '~/upstream/contract/fields/kinds'
import type { Provider } from '../seed/catalogue'
import type { PlayTexts } from './texts'

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

export function tablesOf({ code, kind, kinds }: Pick<Provider, 'code' | 'kind' | 'kinds'>): CasinoTable[] {
  if (kind !== 'casino') return []
  return kinds.flatMap((listed) => {
    const table = casinoKinds.find((casinoKind) => casinoKind === listed)
    return table ? [{ kind: table, code: `${code}.${table}`, deals: dealt[table] }] : []
  })
}

export function findTable(provider: Provider, game: string): CasinoTable | undefined {
  const tables = tablesOf(provider)
  return game === provider.code ? tables[0] : tables.find(({ code }) => code === game)
}

export function standInNote(
  { provider, game }: { provider: Provider; game: string },
  { t }: PlayTexts,
): string | undefined {
  const table = findTable(provider, game)
  if (!table || table.kind === table.deals) return undefined
  return t('table.standsIn', { kind: t(`table.kind.${table.kind}`), table: t(`${table.deals}.title`) })
}
