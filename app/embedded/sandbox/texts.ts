import { createNumberFormatter } from '~/i18n/formats'
import { createInterpolate, type MessageValues } from '~/i18n/interpolate'
import { bcp47, type Locale } from '~/i18n/locale'
import chinese from '~locales/play/cn.json'
import english from '~locales/play/en.json'
import japanese from '~locales/play/jp.json'
import korean from '~locales/play/ko.json'
import thai from '~locales/play/th.json'
import vietnamese from '~locales/play/vn.json'

/** The sandbox plays the part of third parties, so its texts are separate from the site's, in `locales/play`. */
export type TextKey = keyof typeof korean

const catalogues: Readonly<Record<Locale, Readonly<Record<TextKey, string>>>> = {
  ko: korean,
  en: english,
  vn: vietnamese,
  jp: japanese,
  cn: chinese,
  th: thai,
}

export function playTexts(locale: Locale) {
  const group = createNumberFormatter(bcp47[locale])
  const interpolate = createInterpolate(bcp47[locale], catalogues[locale], String)
  return {
    t: (key: TextKey, values: MessageValues = {}) => interpolate(key, values),
    group,
    won: (amount: number) => interpolate('won', { won: group(amount) }),
  }
}

export type PlayTexts = ReturnType<typeof playTexts>
