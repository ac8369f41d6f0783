import { cleanCode } from '~/values/typed-text'

/** Crockford's base32 alphabet. It omits U, and I, L and O, which are easily confused with digits. */
export const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const bitsPerCharacter = 5
const maxNumbered = 2n ** 30n

const halfBits = 15
const halfMask = 2 ** halfBits - 1
/** Never change these keys. Otherwise, every transaction would get a different number. */
const roundKeys = [0x51ed, 0x2c1b, 0x7a35, 0x1f83]

/** Returns a transaction's number for support, such as 4F7K-21. It is a permutation of the row's id, not a secret. */
export function formatTransactionNumber(id: bigint): string {
  if (id >= maxNumbered) return String(id)
  let rest = permute(Number(id), roundKeys)
  let text = ''
  for (let index = 0; index < 6; index += 1) {
    text = `${alphabet[rest % alphabet.length]}${text}`
    rest >>>= bitsPerCharacter
  }
  return `${text.slice(0, 4)}-${text.slice(4)}`
}

/** Parses a transaction number in either case. Reads O as 0, and I and L as 1. Returns undefined for other text. */
export function parseTransactionNumber(typed: string): bigint | undefined {
  const text = cleanCode(typed).toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1')
  if (!/^[0-9A-HJKMNP-TV-Z]{4}[- ]?[0-9A-HJKMNP-TV-Z]{2}$/.test(text)) return undefined
  let permuted = 0
  for (const character of text.replace(/[- ]/, '')) permuted = permuted * alphabet.length + alphabet.indexOf(character)
  return BigInt(swapHalves(permute(swapHalves(permuted), roundKeys.toReversed())))
}

/** Applies a 30-bit Feistel network. To invert it, reverse the keys and swap the halves. */
function permute(value: number, keys: readonly number[]): number {
  let [left, right] = [value >>> halfBits, value & halfMask]
  for (const key of keys) [left, right] = [right, left ^ mix(right ^ key)]
  return (left << halfBits) | right
}

const swapHalves = (value: number): number => ((value & halfMask) << halfBits) | (value >>> halfBits)

const mix = (half: number): number => Math.imul(half + 1, 0x9e3779b1) >>> (32 - halfBits)
