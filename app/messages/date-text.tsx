/** A date as text in a <time> element; only the text when there is no ISO date. */
export function DateText({ at, when: dateText }: { at: string; when: string }) {
  return at === '' ? dateText : <time dateTime={at}>{dateText}</time>
}
