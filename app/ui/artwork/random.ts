/** Returns the 32-bit FNV-1a hash of a string's UTF-16 code units. For ASCII text, it equals the standard hash. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}

/** Returns the next integer from 0 to `count` - 1. */
export type RandomInt = (count: number) => number

/** Creates a pseudo-random generator (mulberry32) that gives the same integers for the same seed. */
export function createRandomInt(seed: string): RandomInt {
  const next = createRandom(hashText(seed))
  return (count) => Math.floor(next() * count)
}

/** Returns numbers in [0, 1) that are the same on every machine and in every version of Node.js. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}

/** Returns the hash of a member's id in 8 hex digits. Paths contain this hash instead of the id. */
export const memberHash = (userId: string): string => hashText(`member/${userId}`).toString(16).padStart(8, '0')
