import { dictionary } from '@zxcvbn-ts/language-common'

/** Counts those of at least the minimum length. Source: docs/product.md, registration. */
const refusedCount = 3_000
const minCharacters = 8

/** The package's list is in lower case, ordered by how often each password occurs in leaks. */
const commonPasswords: ReadonlySet<string> = new Set(
  dictionary.passwords.filter((password) => password.length >= minCharacters).slice(0, refusedCount),
)

/** Whether a password is one of the 3,000 most common, ignoring case. Source: ASVS 6.2.4. */
export function isCommonPassword(password: string): boolean {
  return commonPasswords.has(password.toLowerCase())
}
