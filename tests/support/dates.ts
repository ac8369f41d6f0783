const day = String.raw`\d{4}-\d{2}-\d{2}`
const months = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec'

/** Dates and times without their year: a month with a day, a clock time without a date, a day in words. */
const dateOrTimeWithoutYear = new RegExp(
  [
    String.raw`(?<![\w.,/:-])(?:0?[1-9]|1[0-2]|[12]\d|3[01])[./-](?:0[1-9]|[12]\d|3[01])(?![A-Za-z\d.,/%-])`,
    String.raw`\b(?:${months})[a-z]* \d{1,2}\b`,
    String.raw`\b\d{1,2} (?:${months})[a-z]*\b`,
    String.raw`\d{1,2}월\s*\d{1,2}일|\d{1,2}月\d{1,2}日`,
    String.raw`(?<!${day}[ T])(?<![\d:])[0-2]\d:[0-5]\d(?!\d)`,
  ].join('|'),
  'g',
)

/** Finds every date or time in a text that isn't in the format YYYY-MM-DD or YYYY-MM-DD HH:mm. */
export function findDatesWithoutYear(text: string): string[] {
  return text.match(dateOrTimeWithoutYear) ?? []
}
