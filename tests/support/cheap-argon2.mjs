import { createRequire } from 'node:module'

/** Hashes passwords at the lowest cost. Loaded by `--import`, so that later imports get this object. */
const argon2 = createRequire(import.meta.url)('@node-rs/argon2')
const { hash } = argon2
argon2.hash = (/** @type {string} */ password, /** @type {object} */ options) =>
  hash(password, { ...options, memoryCost: 8, timeCost: 1 })
