import { createContext, type ReactNode, use } from 'react'
import type korean from '~locales/ko.json'
import { type Catalogue, type Fill, fillBy, type Values } from './fill'
import { grouping, inSeoul, noDate, noNumber, wonInKorean } from './formats'
import { bcp47, type Locale } from './locale'

/** A key of locales/ko.json, plurals by their stem: `count_one` and `count_other` are asked for as `count`. */
export type MessageKey = Stem<keyof typeof korean>
type Stem<Key extends string> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key

export type { Catalogue, Values }

/** Everything one language needs to say something. One object per locale, shared by all requests. */
export type Words = {
  locale: Locale
  /** The BCP 47 tag, for `lang` attributes. */
  lang: string
  /** The message in this language. `count` chooses between its plurals; numbers among the values are grouped. */
  t(key: MessageKey, values?: Values): string
  /** Whether a word from outside (a cookie, an answer) is a message of ours. */
  has(key: string): key is MessageKey
  /** A grouped whole number; – when it did not come. */
  number(value: number | undefined): string
  /** A grouped number with its sign said: +300,000 or −150,000; – when it did not come. */
  signed(value: number | undefined): string
  /** A figure with its currency: 300,000원; – when it did not come. */
  won(value: number | undefined): string
  /** YYYY-MM-DD in Seoul; - when empty or broken, as the one below. */
  date(iso: string | undefined): string
  /** YYYY-MM-DD HH:mm in Seoul. */
  dateTime(iso: string | undefined): string
  /** The amount as it is read: 30만 원 in Korean, the figure with its currency elsewhere. */
  amountInWords(won: number): string
  /**
   * The name of a game or provider: Korean in ko, English elsewhere, the other one when that is missing; its code, or –,
   * when it came without any: a link must say something.
   */
  name(named: { nameKo?: string | undefined; nameEn?: string | undefined; code?: string | number | undefined }): string
}

/**
 * The words of one locale over its catalogue. A message without values is read straight from the catalogue, which
 * costs nothing; `fill` is asked for the others.
 *
 * @param fill how values get into a message: i18next on the server, Intl alone (the default) in the browser.
 */
export function wordsFor(locale: Locale, catalogue: Catalogue, fill?: Fill): Words {
  const lang = bcp47[locale]
  const group = grouping(lang)
  const filled = fill ?? fillBy(lang, catalogue)

  const t = (key: MessageKey, values?: Values): string => {
    if (!values) return catalogue[key] ?? key
    const written: Record<string, string> = {}
    for (const [name, value] of Object.entries(values)) written[name] = typeof value === 'number' ? group(value) : value
    return filled(key, values, written)
  }
  const won = (value: number | undefined) => (value === undefined ? noNumber : t('money.won', { amount: group(value) }))

  return Object.freeze<Words>({
    locale,
    lang,
    t,
    has: (key): key is MessageKey => Object.hasOwn(catalogue, key) || Object.hasOwn(catalogue, `${key}_other`),
    number: (value) => (value === undefined ? noNumber : group(value)),
    signed: (value) => (value === undefined ? noNumber : value >= 1 ? `+${group(value)}` : group(value)),
    won,
    date: (iso) => {
      const at = inSeoul(iso)
      return at ? `${at.year}-${at.month}-${at.day}` : noDate
    },
    dateTime: (iso) => {
      const at = inSeoul(iso)
      return at ? `${at.year}-${at.month}-${at.day} ${at.hour}:${at.minute}` : noDate
    },
    amountInWords: (amount) => (locale === 'ko' ? wonInKorean(amount, group) : won(amount)),
    name: ({ nameKo, nameEn, code = noNumber }) =>
      (locale === 'ko' ? nameKo || nameEn : nameEn || nameKo) || String(code),
  })
}

const WordsContext = createContext<Words | null>(null)

/** Gives the page its language; stands once, in the root. */
export function WordsProvider({ value, children }: { value: Words; children: ReactNode }) {
  return <WordsContext value={value}>{children}</WordsContext>
}

/** The words of the page being drawn. @throws Error outside a WordsProvider. */
export function useWords(): Words {
  const words = use(WordsContext)
  if (!words) throw new Error('useWords needs a WordsProvider above it')
  return words
}
