/** A date in words, with the moment it stands for; a date that is empty or broken is only its sign. */
export function When({ at, when }: { at: string; when: string }) {
  return at === '' ? when : <time dateTime={at}>{when}</time>
}
