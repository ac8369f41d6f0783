/** A date as text in a <time> element; only the text when there is no ISO date. */
export function DateText({ date, text }: { date: string; text: string }) {
  return date === '' ? text : <time dateTime={date}>{text}</time>
}
