import type { I18n } from '~/i18n/i18n'
import type { CasinoTable } from '~/upstream/contract/fields/provider'
import { kindName } from './kinds.server'

/** What is said of a table before it is entered, in the visitor's language. */
export type TableCardData = {
  /** The code that opens it, as URLs have it. */
  code: string
  kind: string
  /** Least and most stake; '' where the upstream does not say them. */
  stakes: string
  /** Its last results, the newest first, what stands before them, and what a screen reader calls them. */
  latest: readonly string[]
  latestTitle: string
  latestLabel: string
  /** That another kind is dealt in its place; '' where none is. */
  standsIn: string
}

/** The card of a casino's table. */
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
