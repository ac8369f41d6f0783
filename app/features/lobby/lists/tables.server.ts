import type { I18n } from '~/i18n/i18n'
import type { CasinoTable } from '~/upstream/contract/fields/provider'
import { kindName } from './kinds.server'

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
