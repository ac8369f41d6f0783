import { createRequire } from 'node:module'

/**
 * Hashes passwords at the lowest cost, for programs under test, which register hundreds of members. Loaded by `--import`:
 * who imports the package later gets what its object holds by then.
 */
const argon2 = createRequire(import.meta.url)('@node-rs/argon2')
const { hash } = argon2
argon2.hash = (/** @type {string} */ password, /** @type {object} */ options) =>
  hash(password, { ...options, memoryCost: 8, timeCost: 1 })
