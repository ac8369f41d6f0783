import { bcp47 } from './locale'

export const missingNumber = '–'
export const missingDate = '-'

const minus = '−'

/** Returns whether a language omits the space between sentences, and between a number and its unit. */
export const hasNoBlanks = (lang: string): boolean => lang === bcp47.jp || lang === bcp47.cn

/** Removes the space that Intl inserts between number and unit, if the language omits it. */
export function joinUnit(text: string, lang: string): string {
  return hasNoBlanks(lang) ? text.replaceAll(/(?<=\d) /g, '') : text
}

/** Group separators other than the comma. tests/unit/i18n/i18n.test.ts compares all languages with Intl. */
const groupSeparators: Readonly<Record<string, string>> = { [bcp47.vn]: '.' }

/**
 * Returns a formatter for whole numbers with digit grouping. NaN and infinities become 0, and the minus sign is U+2212.
 * Avoids Intl, whose first number format takes a quarter of the home page's hydration time on a slow phone.
 */
export function createNumberFormatter(lang: string): (value: number) => string {
  const separator = groupSeparators[lang] ?? ','
  return (value) => {
    const whole = Number.isFinite(value) ? Math.trunc(value) : 0
    // An upstream may send a balance of 1e21 or more, which String(number) would write with an exponent.
    const digits = BigInt(Math.abs(whole)).toString()
    const grouped = digits.replace(/\B(?=(?:\d{3})+$)/g, separator)
    return whole < 0 ? `${minus}${grouped}` : grouped
  }
}

const myriads = [
  { name: '조', won: 1_0000_0000_0000 },
  { name: '억', won: 1_0000_0000 },
  { name: '만', won: 1_0000 },
] as const

/** Formats an amount as read aloud in Korean: 12345 is 1만 2,345원. @param won any fraction is dropped */
export function formatWonInKorean(won: number, group: (value: number) => string): string {
  let rest = Math.abs(Math.trunc(won)) || 0
  const read: string[] = []
  for (const { name, won: unit } of myriads) {
    const times = Math.floor(rest / unit)
    if (times > 0) read.push(`${group(times)}${name}`)
    rest %= unit
  }
  const sign = won <= -1 ? minus : ''
  if (rest === 0 && read.length > 0) return `${sign}${read.join(' ')} 원`
  return `${sign}${[...read, `${group(rest)}원`].join(' ')}`
}
