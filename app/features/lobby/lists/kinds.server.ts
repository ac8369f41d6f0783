import { i18nFor } from '~/i18n/catalogue.server'
import type { I18n, MessageKey } from '~/i18n/i18n'
import type { Kind } from '~/upstream/contract/fields/kinds'
import type { CasinoTable, Provider } from '~/upstream/contract/fields/provider'
import { dot } from '~/values/parts'

export const isProviderClosed = ({ used }: Pick<Provider, 'used'>) => used === 'n'

/** A provider without a code can't be opened. Source: docs/product.md, the lobby. */
export const isProviderOpen = (provider: Pick<Provider, 'used' | 'code'>) =>
  !isProviderClosed(provider) && provider.code !== undefined

type Mark = { text: string; tone: 'blue' | 'red' | 'green' | 'black' }

export type TableCardData = {
  code: string
  kind: string
  /** The lowest and highest stake, or '' if unknown. */
  stakes: string
  /** The latest results, newest first. A road shows the newest at its end. */
  marks: readonly Mark[]
  isRoad: boolean
  marksLabel: string
  marksTitle: string
}

export function toTableCard({ code, kind, min, max, latest }: CasinoTable, i18n: I18n): TableCardData {
  const { number, t, won } = i18n
  const shown = latest.slice(0, kind === 'roulette' ? 8 : undefined)
  const isRoad = kind !== 'roulette'
  const hands = t('tables.hands').split(' ')
  const textOf = (result: string) => (kind === 'baccarat' && hands['PBT'.indexOf(result)]) || result
  const marks = shown.map((result) => ({ text: textOf(result), tone: toneOf(kind, result) }))
  return {
    code: String(code),
    kind: kindName(kind, i18n),
    stakes:
      typeof min === 'number' && typeof max === 'number' ? t('tables.stakes', { min: number(min), max: won(max) }) : '',
    marks,
    isRoad,
    marksLabel: t('tables.latest', { results: marks.map(({ text }) => text).join(', ') }),
    marksTitle: t('tables.marks', { count: marks.length }),
  }
}

const redNumbers = new Set('1 3 5 7 9 12 14 16 18 19 21 23 25 27 30 32 34 36'.split(' '))
const handTones: Readonly<Record<string, Mark['tone']>> = { P: 'blue', B: 'red', T: 'green' }

function toneOf(kind: Kind, text: string): Mark['tone'] {
  if (kind === 'baccarat') return handTones[text] ?? 'black'
  if (kind !== 'roulette') return 'black'
  return /^0+$/.test(text) ? 'green' : redNumbers.has(text) ? 'red' : 'black'
}

const maxKindsOfCard = 3

export const kindName = (kind: Kind, { t }: I18n): string => t(`lobby.kind.${kind}`)

/** Returns the kinds that a card can open: those of a casino's tables, or the provider's if it lists no tables. */
export function openableKinds({ kinds = [], tables }: Pick<Provider, 'kinds' | 'tables'>): readonly Kind[] {
  return tables ? [...new Set(tables.map(({ kind }) => kind))] : kinds
}

export function kindLabels(entry: Provider, i18n: I18n): string[] {
  return searchTerms(
    openableKinds(entry).map((kind) => `lobby.kind.${kind}` as const),
    i18n,
  )
}

export function searchTerms(keys: readonly MessageKey[], i18n: I18n): string[] {
  const languages = [...new Set([i18n, i18nFor('ko'), i18nFor('en')])]
  return keys.flatMap((key) => languages.map(({ t }) => t(key)))
}

export function kindsText(entry: Provider, i18n: I18n): string {
  return openableKinds(entry)
    .toSorted()
    .slice(0, maxKindsOfCard)
    .map((kind) => kindName(kind, i18n))
    .join(dot)
}

/** Returns the kinds that can be played now. Kinds that more open providers offer come first. */
export function kindsOfList(list: readonly Provider[]): Kind[] {
  const counts = new Map<Kind, number>()
  for (const kind of list.filter(isProviderOpen).flatMap(openableKinds)) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return [...counts].sort(([, left], [, right]) => right - left).map(([kind]) => kind)
}
