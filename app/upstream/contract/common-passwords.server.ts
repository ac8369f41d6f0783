import { dictionary } from '@zxcvbn-ts/language-common'

/**
 * How many passwords are refused, counting those of at least the minimum length. Source: docs/product.md, registration.
 */
const refused = 3_000
const charactersLeast = 8

/** The package's list is in lower case, ordered by how often each password occurs in leaks. */
const commonest: ReadonlySet<string> = new Set(
  dictionary.passwords.filter((password) => password.length >= charactersLeast).slice(0, refused),
)

/**
 * Whether a password is one of the 3,000 most common of at least 8 characters. Ignores case, because attackers try
 * `Password1` right after `password1`. Why this list: docs/decisions/015-common-passwords.md.
 */
export function isCommonPassword(password: string): boolean {
  return commonest.has(password.toLowerCase())
}
