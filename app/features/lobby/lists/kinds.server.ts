import { i18nFor } from '~/i18n/catalogue.server'
import type { I18n, MessageKey } from '~/i18n/i18n'
import type { Kind } from '~/upstream/contract/fields/kinds'
import type { CasinoTable, Provider } from '~/upstream/contract/fields/provider'

export type TableCardData = {
  code: string
  kind: string
  /** Least and most stake; '' where unknown. */
  stakes: string
  /** Its last results, newest first, their heading, and their name for screen readers. */
  latest: readonly string[]
  latestTitle: string
  latestLabel: string
  standsIn: string
}

export function toTableCard({ code, kind, deals = kind, min, max, latest }: CasinoTable, i18n: I18n): TableCardData {
  const { t, won } = i18n
  const values = { kind: kindName(kind, i18n), table: kindName(deals, i18n) }
  return {
    code: String(code),
    kind: values.kind,
    stakes:
      typeof min === 'number' && typeof max === 'number' ? t('tables.stakes', { min: won(min), max: won(max) }) : '',
    latest,
    latestTitle: t('tables.last'),
    latestLabel: t('tables.latest', { results: latest.join(', ') }),
    standsIn: deals === kind ? '' : t('tables.standsIn', values),
  }
}

const maxKindsOfCard = 3

export function kindName(kind: Kind, { t }: I18n): string {
  return t(`lobby.kind.${kind}`)
}

export function kindWords({ kinds = [] }: Provider, i18n: I18n): string[] {
  return searchWords(
    kinds.map((kind) => `lobby.kind.${kind}` as const),
    i18n,
  )
}

export function searchWords(keys: readonly MessageKey[], i18n: I18n): string[] {
  const languages = [...new Set([i18n, i18nFor('ko'), i18nFor('en')])]
  return keys.flatMap((key) => languages.map(({ t }) => t(key)))
}

/** The first kinds of a provider in words, for its card; '' without kinds. */
export function kindsLine({ kinds = [] }: Provider, i18n: I18n): string {
  return kinds
    .slice(0, maxKindsOfCard)
    .map((kind) => kindName(kind, i18n))
    .join('\u00a0· ')
}

export function kindsOfList(list: readonly Provider[]): Kind[] {
  const counts = new Map<Kind, number>()
  for (const kind of list.flatMap(({ kinds = [] }) => kinds)) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return [...counts].sort(([, left], [, right]) => right - left).map(([kind]) => kind)
}
