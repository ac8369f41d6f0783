/** A date as text in a <time> element; only the text when there is no ISO date. */
export function When({ at, when }: { at: string; when: string }) {
  return at === '' ? when : <time dateTime={at}>{when}</time>
}
