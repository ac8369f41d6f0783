/** Shown in place of a missing number. */
export const missingNumber = '–'
/** Shown in place of an empty or invalid date. */
export const missingDate = '-'

const minus = '−'

/** Returns a formatter for whole numbers with the language's grouping: -0.5 and NaN become 0, the minus is U+2212. */
export function createNumberFormatter(lang: string): (value: number) => string {
  const format = new Intl.NumberFormat(lang, { maximumFractionDigits: 0 })
  return (value) => {
    const whole = Math.trunc(value) || 0
    return whole < 0 ? `${minus}${format.format(-whole)}` : format.format(whole)
  }
}

const seoul = new Intl.DateTimeFormat('en-US', {
  timeZone: 'Asia/Seoul',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

/** Dates whose year has four digits. The last day is left out because it ends earlier in Seoul than in UTC. */
const displayableDates = { from: Date.UTC(1000, 0, 1), to: Date.UTC(9999, 11, 31) }

/**
 * An ISO 8601 date in milliseconds since the epoch; undefined when it is empty, invalid or outside years 1000 to 9999.
 */
export function parseTimestamp(iso: string | undefined): number | undefined {
  const timestamp = iso ? Date.parse(iso) : Number.NaN
  return timestamp >= displayableDates.from && timestamp < displayableDates.to ? timestamp : undefined
}

/** Date and time parts in Seoul, zero-padded; undefined where `parseTimestamp` returns undefined. */
export function seoulDateParts(iso: string | undefined) {
  const timestamp = parseTimestamp(iso)
  if (timestamp === undefined) return undefined
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of seoul.formatToParts(timestamp)) parts[type] = value
  const { year = '', month = '', day = '', hour = '', minute = '' } = parts
  return { year: year.padStart(4, '0'), month, day, hour, minute }
}

const myriads = [
  { name: '조', won: 1_0000_0000_0000 },
  { name: '억', won: 1_0000_0000 },
  { name: '만', won: 1_0000 },
] as const

/**
 * An amount as it is read in Korean: 300000 is 30만 원, 120000000 is 1억 2,000만 원, 12345 is 1만 2,345원.
 *
 * @param won a fraction is cut off.
 */
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
