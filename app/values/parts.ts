/** Separates the parts of a line. It wraps with the part after it, so that no line ends with a dot. */
export const dot = ' ·\u00a0'

export function joinParts(...parts: readonly (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(dot)
}
