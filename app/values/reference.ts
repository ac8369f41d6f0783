/**
 * What a member is shown of a request, to quote it to support: the first eight digits of its id, in capitals. The log
 * and the header X-Request-Id have the whole id.
 */
export function referenceOf(requestId: string): string {
  const shownCharacters = 8
  return requestId.slice(0, shownCharacters).toUpperCase()
}
