/** Invisible characters, such as zero-width characters, direction marks, soft hyphens and Hangul fillers. */
const hidden = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu
/** Like `hidden`, plus vertical tab and form feed, but without the joiners of emoji and some scripts. */
const hiddenInText = /(?!\u200c|\u200d|[\ufe00-\ufe0f]|[\u{e0020}-\u{e007f}])\p{Default_Ignorable_Code_Point}|[\v\f]/gu
/** Dashes, including Katakana and Hangul strokes that people use as hyphens, but not wave dashes, which mean "to". */
const dashes = /(?![〜〰⁓])\p{Dash}|[ーｰㅡ]/gu

/** Converts full-width characters, Thai and Arabic digits, and spaces to ASCII. Keeps the length. */
export function toAscii(text: string): string {
  return text
    .replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[๐-๙٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) % 16))
    .replace(/\p{Zs}/gu, ' ')
}

/** Cleans digits or codes: removes invisible characters, converts to ASCII where possible, and unifies dashes. */
export const cleanCode = (text: string): string => toVisible(text).replace(dashes, '-')

export const toVisible = (text: string): string => toAscii(text.normalize('NFC').replace(hidden, '')).trim()

export function cleanName(text: string, form: 'NFC' | 'NFKC' = 'NFC'): string {
  return text
    .normalize(form)
    .replace(hidden, '')
    .normalize(form)
    .replace(/\p{Zs}+/gu, ' ')
    .trim()
}

export const cleanText = (text: string): string => text.replace(/\r\n?/g, '\n').replace(hiddenInText, '').trim()

export const isVisible = (text: string): boolean =>
  /(?![\p{Default_Ignorable_Code_Point}\p{Cf}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u.test(text)

/** Returns whether no letter has more than two combining marks. More marks would overlap the lines above and below. */
export const hasFewMarks = (text: string): boolean => !/^\p{M}|\p{M}{3}/u.test(text.normalize('NFC'))

/** Returns a phone number as dialled in Korea: digits only, without the country code 82. */
export const cleanPhone = (text: string): string => cleanDigits(text).replace(/^(?:\+|00)?820?(?=1)/, '0')

export const cleanDigits = (text: string): string => cleanCode(text).replace(/[-\s.()·/]/g, '')

/** Returns the account number in a pasted `bank number holder` that contains exactly one number of 6 to 20 digits. */
export function cleanAccountNumber(text: string): string {
  const clean = cleanCode(text)
  if (clean.includes('/')) return clean
  if (!/\p{L}/u.test(clean)) return cleanDigits(clean)
  // Digits next to letters or before a comma belong to a name or an amount, not to an account number.
  const numbers = clean.match(/\d+(?:[-.]\d+)+/g) ?? clean.match(/(?<![\d\p{L}])\d+(?: \d+)*(?![\d,\p{L}])/gu) ?? []
  const [number, ...others] = numbers.map(cleanDigits).filter((digits) => /^\d{6,20}$/.test(digits))
  return number !== undefined && others.length === 0 ? number : cleanDigits(clean)
}

/** Finds the bank in a pasted `bank number holder`, even if its name lacks 은행 or 뱅크. */
export function findBank(text: string, banks: readonly string[]): string | undefined {
  const typed = cleanName(text, 'NFKC').toLowerCase()
  const findIn = (part: string) =>
    banks.find((bank) => part.includes(bank.toLowerCase().replace(/(?<=..)(?:은행|뱅크)$/, '')))
  // Searches the text before the account number first, because the holder's name may contain a bank's name.
  return findIn(typed.split(/\d{3}/)[0] ?? '') ?? findIn(typed)
}
