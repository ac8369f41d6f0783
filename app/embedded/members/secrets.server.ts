import { createHash, randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { BulkheadRejectedError, bulkhead } from 'cockatiel'
import { Refused } from '../context.server'
import type { Sql } from '../store/store.server'

/** A full queue takes about four seconds to hash. In a longer queue, calls would exceed their time limit. */
const maxQueuedHashes = 200

/** OWASP's minimum for argon2id, the library's default variant: 19 MiB, two iterations, one lane. */
const argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A hash takes about 20 ms of one core and 19 MiB. One core stays free. A full queue refuses further hashes. */
const hashingQueue = bulkhead(Math.max(1, availableParallelism() - 1), maxQueuedHashes)

async function runQueued<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await hashingQueue.execute(work)
  } catch (error) {
    if (error instanceof BulkheadRejectedError) throw new Refused({ status: 'busy' }, 503)
    throw error
  }
}

/** Hashes a password in Unicode NFC, because keyboards send different forms. @throws Refused with `busy` (503) */
export function hashPassword(password: string): Promise<string> {
  return runQueued(() => hash(password.normalize('NFC'), argon2Options))
}

/** Matches no password, but takes as long to compare as a real hash. */
const dummyHash = hash(randomBytes(32).toString('base64url'), argon2Options)

/** Returns whether a password matches a stored hash. Takes about the same time if there is no hash. */
export async function verifyPassword(password: string, storedHash: string | undefined): Promise<boolean> {
  const compared = storedHash ?? (await dummyHash)
  // Earlier releases did not normalize passwords, so both forms are tried.
  for (const text of new Set([password.normalize('NFC'), password]))
    if (await runQueued(() => verify(compared, text))) return storedHash !== undefined
  return false
}

export const createToken = (): string => randomBytes(32).toString('base64url')

/** Returns a token's SHA-256 in hexadecimal. A fast hash is enough, because 32 random bytes can't be guessed. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Returns a stored secret, which is created at first use and shared by all processes on the database. */
export async function getOrCreateSecret(sql: Sql, name: string, now: Date): Promise<string> {
  const readSecret = () => sql.query<{ secret: string }>('select secret from kept_secrets where name = $1', [name])
  const [known] = await readSecret()
  if (known) return known.secret
  await sql.query('insert into kept_secrets (name, secret, made_at) values ($1, $2, $3) on conflict do nothing', [
    name,
    randomBytes(32).toString('base64url'),
    now,
  ])
  const [made] = await readSecret()
  if (!made) throw new Error(`secret ${name}: not written`)
  return made.secret
}
