/** A date as text in a <time> element; in a <span> when there is no ISO date. */
export function DateText({ date, text }: { date: string; text: string }) {
  return date === '' ? <span>{text}</span> : <time dateTime={date}>{text}</time>
}
