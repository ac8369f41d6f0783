import { createNumberFormatter } from '~/i18n/formats'
import { type Catalogue, createInterpolate, type MessageValues } from '~/i18n/interpolate'
import { bcp47, type Locale } from '~/i18n/locale'
import type korean from '~locales/play/ko.json'

/** The sandbox simulates third parties, so its texts are in `locales/play`, apart from the site's texts. */
export type TextKey = keyof typeof korean

const catalogues = import.meta.glob<Catalogue>('/locales/play/*.json', { import: 'default', eager: true })

export function playTexts(locale: Locale) {
  const group = createNumberFormatter(bcp47[locale])
  const interpolate = createInterpolate(bcp47[locale], catalogues[`/locales/play/${locale}.json`] ?? {}, String)
  return {
    t: (key: TextKey, values: MessageValues = {}) => interpolate(key, values),
    group,
    won: (amount: number) => interpolate('won', { won: group(amount) }),
  }
}

export type PlayTexts = ReturnType<typeof playTexts>
