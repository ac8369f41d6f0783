import { createNumberFormatter } from '~/i18n/formats'
import { createInterpolate, type MessageValues } from '~/i18n/interpolate'
import { formatSeoulMinute } from '~/values/seoul'
import english from '~locales/backoffice/en.json'
import korean from '~locales/backoffice/ko.json'

export type TextKey = keyof typeof korean

export type BackofficeTexts = {
  locale: 'ko' | 'en'
  t(key: TextKey, values?: MessageValues): string
  word(key: string, fallback?: string): string
  /** Formats whole won or points. Amounts above 2^53-1 are strings of digits. */
  number(amount: number | string): string
  /** Formats an ISO 8601 time as Seoul time. Omits the date for today, and the year for this year. */
  time(iso: string, hasSeconds?: boolean): string
}

export const textsOf = <Texts extends BackofficeTexts>(texts: Texts, command: string): Texts => ({
  ...texts,
  word: (key: string, fallback?: string) => texts.word(`${key}.${command}`, texts.word(key, fallback)),
})

export function backofficeTexts(language: string, now: number): BackofficeTexts {
  const locale = language === 'ko' ? 'ko' : 'en'
  const catalogue: Readonly<Record<string, string>> = locale === 'ko' ? korean : english
  const group = createNumberFormatter(locale)
  const interpolate = createInterpolate(locale, catalogue, group)
  const today = formatSeoulMinute(new Date(now).toISOString())
  return {
    locale,
    t: (key, values = {}) => interpolate(key, values),
    word: (key, fallback = key) => catalogue[key] ?? fallback,
    number: (amount) => (typeof amount === 'number' ? group(amount) : BigInt(amount).toLocaleString(locale)),
    time: (iso, hasSeconds) => {
      const text = formatSeoulMinute(iso) + (hasSeconds ? iso.slice(16, 19) : '')
      if (text.slice(0, 10) === today.slice(0, 10)) return text.slice(11)
      return text.slice(0, 4) === today.slice(0, 4) ? text.slice(5) : text
    },
  }
}
