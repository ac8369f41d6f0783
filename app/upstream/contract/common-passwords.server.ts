import { dictionary } from '@zxcvbn-ts/language-common'

/** How many are refused, and the length from which one could be chosen at all. Source: docs/product.md, registration. */
const refused = 3_000
const charactersLeast = 8

/** The package's list is ordered by how often a password was found among stolen ones. All of it is in lower case. */
const commonest: ReadonlySet<string> = new Set(
  dictionary.passwords.filter((password) => password.length >= charactersLeast).slice(0, refused),
)

/**
 * Whether a password is one of the 3,000 commonest that are long enough to be chosen, in capitals or not: those who guess
 * try `Password1` right after `password1`. Why this list: docs/decisions/015-common-passwords.md.
 */
export function isCommonPassword(password: string): boolean {
  return commonest.has(password.toLowerCase())
}
