import { createContext, Fragment, type ReactNode, use } from 'react'
import { formatSeoulMinute } from '~/values/seoul'
import type korean from '~locales/ko.json'
import type ofPages from '~locales/pages/ko.json'
import type ofServer from '~locales/server/ko.json'
import { createNumberFormatter, formatWonInKorean, hasNoBlanks, missingDate, missingNumber } from './formats'
import { type Catalogue, createInterpolate, type MessageValues } from './interpolate'
import { bcp47, type Locale } from './locale'

/** Placeholders for elements in a message. They are control characters, which don't occur in text. */
export const elementPlaceholders = ['\u0001', '\u0002'] as const

const anyPlaceholder = new RegExp(`([${elementPlaceholders.join('')}])`)

/** Replaces each placeholder with its element, so that the translation decides the word order. */
export function interpolateElements(message: string, ...elements: readonly ReactNode[]): ReactNode {
  return message.split(anyPlaceholder).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a message are never reordered.
    <Fragment key={index}>
      {elements[elementPlaceholders.findIndex((placeholder) => placeholder === part)] ?? (part && <span>{part}</span>)}
    </Fragment>
  ))
}

/** A key of the Korean catalogue. A plural has a single key: `count` covers `count_one` and `count_other`. */
export type MessageKey = Stem<keyof typeof korean | keyof typeof ofPages | keyof typeof ofServer>
type Stem<Key extends string> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key

export type { Catalogue, MessageValues as Values }

export type I18n = {
  locale: Locale
  lang: string
  t(key: MessageKey, values?: MessageValues): string
  /** Returns whether an untrusted string, from a cookie or an upstream response, is a message key. */
  isMessageKey(key: string): key is MessageKey
  /** Formats a whole number with digit grouping. Returns "–" if it is missing, and "0" if it is unreadable (null). */
  number(value: number | null | undefined): string
  signed(value: number | null | undefined): string
  won(value: number | null | undefined): string
  date(iso: string | undefined): string
  dateTime(iso: string | undefined): string
  sentences(...parts: readonly (string | undefined | false)[]): string
  /** Formats an amount as read aloud in Korean, such as 30만 원. In other languages it is the same as `won`. */
  amountInWords(won: number): string
  /** Returns the name of a game or provider in Korean or English. Falls back to the other name, the code or "–". */
  localizedName(named: {
    nameKo?: string | undefined
    nameEn?: string | undefined
    code?: string | number | undefined
  }): string
}

/** Creates a locale's messages and formats. The catalogue is read on use, because the browser adds to it later. */
export function createI18n(locale: Locale, catalogue: Catalogue): I18n {
  const lang = bcp47[locale]
  const formatNumber = createNumberFormatter(lang)
  const interpolate = createInterpolate(lang, catalogue, formatNumber)

  const t = (key: MessageKey, values?: MessageValues) => (values ? interpolate(key, values) : (catalogue[key] ?? key))
  const orMissing = (value: number | null | undefined, format: (known: number) => string) =>
    value === undefined ? missingNumber : format(value ?? 0)
  const won: I18n['won'] = (value) => orMissing(value, (known) => t('money.won', { amount: formatNumber(known) }))

  return Object.freeze<I18n>({
    locale,
    lang,
    t,
    isMessageKey: (key): key is MessageKey => Object.hasOwn(catalogue, key) || Object.hasOwn(catalogue, `${key}_other`),
    number: (value) => orMissing(value, formatNumber),
    signed: (value) => orMissing(value, (known) => (known >= 1 ? '+' : '') + formatNumber(known)),
    won,
    date: (iso) => formatSeoulMinute(iso).slice(0, 'YYYY-MM-DD'.length) || missingDate,
    dateTime: (iso) => formatSeoulMinute(iso) || missingDate,
    sentences: (...parts) => parts.filter(Boolean).join(hasNoBlanks(lang) ? '' : ' '),
    amountInWords: (amount) => (locale === 'ko' ? formatWonInKorean(amount, formatNumber) : won(amount)),
    localizedName: ({ nameKo, nameEn, code = missingNumber }) =>
      (locale === 'ko' ? nameKo || nameEn : nameEn || nameKo) || String(code),
  })
}

const I18nContext = createContext<I18n | null>(null)

export function I18nProvider({ value, children }: { value: I18n; children: ReactNode }) {
  return <I18nContext value={value}>{children}</I18nContext>
}

/** Returns the messages and formats of the page's language. @throws Error outside an I18nProvider */
export function useI18n(): I18n {
  const i18n = use(I18nContext)
  if (!i18n) throw new Error('useI18n needs an I18nProvider above it')
  return i18n
}
