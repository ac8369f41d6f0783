/** A text of at most `maxCharacters` UTF-16 units, with an ellipsis after them when it was longer. */
export function truncateText(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text
  // Drops half a surrogate pair left at the end.
  return `${text.slice(0, maxCharacters).replace(/[\ud800-\udbff]$/, '')}…`
}
