/**
 * Strength of a new password, 0 (empty) to 4, for the hint beside the field. It is not validated.
 * Length counts most, because a long phrase beats a short mix of symbols.
 */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 | 4 {
  if (password === '') return 0
  const distinct = new Set(password).size
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u, /\p{Lo}/u].filter((kind) =>
    kind.test(password),
  ).length
  if (password.length < 8 || distinct < 5) return 1
  if (password.length >= 16 && distinct >= 8) return 4
  if (password.length >= 12 || kinds >= 3) return 3
  return 2
}
