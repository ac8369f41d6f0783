/** Returns the first eight digits of a request's id, in capitals, which a member can quote to support. */
export function referenceOf(requestId: string): string {
  const shownCharacters = 8
  return requestId.slice(0, shownCharacters).toUpperCase()
}
