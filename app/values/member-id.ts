/** A member's id as it is one for all spellings: an upstream may take any of them, and repeat the id as it came. */
export function foldMemberId(id: string): string {
  return id.normalize('NFKC').trim().toLowerCase()
}
