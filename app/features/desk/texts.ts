import { createNumberFormatter } from '~/i18n/formats'
import { createInterpolate, type MessageValues } from '~/i18n/interpolate'
import english from '~locales/desk/en.json'
import korean from '~locales/desk/ko.json'

/** The languages of the desk. */
type DeskLocale = 'ko' | 'en'
export type TextKey = keyof typeof korean

const catalogues: Readonly<Record<DeskLocale, Readonly<Record<string, string>>>> = { ko: korean, en: english }

/** The texts and formats of the desk's pages in one language. */
export type DeskTexts = {
  locale: DeskLocale
  t(key: TextKey, values?: MessageValues): string
  /** The text of a key that is made of a name, such as that of a command's field; `fallback` where there is none. */
  word(key: string, fallback?: string): string
  /** Whole won or points; past 2^53-1 they come as digits. */
  number(amount: number | string): string
}

function createTexts(locale: DeskLocale): DeskTexts {
  const catalogue = catalogues[locale]
  const group = createNumberFormatter(locale)
  const interpolate = createInterpolate(locale, catalogue, group)
  return {
    locale,
    t: (key, values = {}) => interpolate(key, values),
    word: (key, fallback = key) => catalogue[key] ?? fallback,
    number: (amount) => (typeof amount === 'number' ? group(amount) : BigInt(amount).toLocaleString(locale)),
  }
}

const texts = { ko: createTexts('ko'), en: createTexts('en') }

/** The desk's texts for a reader of this language: Korean, or English for all others. */
export const deskTexts = (locale: string): DeskTexts => (locale === 'ko' ? texts.ko : texts.en)
