import { createContext, type ReactNode, use } from 'react'
import type korean from '~locales/ko.json'
import { type Catalogue, type Fill, fillBy, type Values } from './fill'
import { grouping, inSeoul, noDate, noNumber, wonInKorean } from './formats'
import { bcp47, type Locale } from './locale'

/** A key of locales/ko.json. Plurals go by their stem: `count` stands for `count_one` and `count_other`. */
export type MessageKey = Stem<keyof typeof korean>
type Stem<Key extends string> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key

export type { Catalogue, Values }

/** The messages and formats of one language. There is one object per locale, shared by all requests. */
export type Words = {
  locale: Locale
  /** The BCP 47 tag, for `lang` attributes. */
  lang: string
  /** The message in this language. `count` chooses the plural; numbers among the values get digit grouping. */
  t(key: MessageKey, values?: Values): string
  /** Whether an untrusted string (from a cookie or an upstream answer) is a message key. */
  has(key: string): key is MessageKey
  /** A whole number with digit grouping; – when missing. */
  number(value: number | undefined): string
  /** A whole number with its sign: +300,000 or −150,000; – when missing. */
  signed(value: number | undefined): string
  /** An amount with its currency: 300,000원; – when missing. */
  won(value: number | undefined): string
  /** YYYY-MM-DD in Seoul; - when empty or invalid. */
  date(iso: string | undefined): string
  /** YYYY-MM-DD HH:mm in Seoul; - when empty or invalid. */
  dateTime(iso: string | undefined): string
  /** The amount as it is read: 30만 원 in Korean, like `won` in other languages. */
  amountInWords(won: number): string
  /**
   * The name of a game or provider: Korean in ko, English elsewhere, the other when that is missing. Without a name it
   * is the code, or –, so that a link always has text.
   */
  name(named: { nameKo?: string | undefined; nameEn?: string | undefined; code?: string | number | undefined }): string
}

/**
 * The messages and formats of one locale. A message without values is read straight from the catalogue; `fill` is
 * called only for messages with values.
 *
 * @param fill inserts values into a message: i18next on the server, `fillBy` (the default) in the browser.
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

/** Provides the page's language. Rendered once, around the router, on the server and in the browser. */
export function WordsProvider({ value, children }: { value: Words; children: ReactNode }) {
  return <WordsContext value={value}>{children}</WordsContext>
}

/** The messages and formats of the page's language. @throws Error outside a WordsProvider. */
export function useWords(): Words {
  const words = use(WordsContext)
  if (!words) throw new Error('useWords needs a WordsProvider above it')
  return words
}
