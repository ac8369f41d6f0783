import { createHash, randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { BulkheadRejectedError, bulkhead } from 'cockatiel'
import { Refused } from './context.server'
import type { Sql } from './store/store.server'

/** Some two seconds of work; callers beyond it would not wait that long. */
const hashesWaitingMost = 100

/** OWASP's minimum for argon2id, the library's default variant: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * A hash takes some 20 ms of a core and 19 MiB. Where there are several cores, one stays free for other requests. Hashes
 * beyond the queue are refused.
 */
const hashing = bulkhead(Math.max(1, availableParallelism() - 1), hashesWaitingMost)

/** Runs one hash through the queue. @throws Refused `busy` (503) when the queue is full. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await hashing.execute(work)
  } catch (error) {
    if (error instanceof BulkheadRejectedError) throw new Refused({ status: 'busy' }, 503)
    throw error
  }
}

/** Hashes a password for storage. @throws Refused `busy` (503) when the queue is full. */
export function hashed(password: string): Promise<string> {
  return inTurn(() => hash(password, cost))
}

/** Hash to compare with when there is no member: it matches nothing and takes as long. */
const nobodys = hash(randomBytes(32).toString('base64url'), cost)

/**
 * Whether a password matches a stored hash; takes about the same time without a hash.
 *
 * @throws Refused `busy` (503) when the queue is full.
 */
export async function fits(password: string, kept: string | undefined): Promise<boolean> {
  const same = await inTurn(async () => verify(kept ?? (await nobodys), password))
  return same && kept !== undefined
}

/** Creates a token of 32 random bytes, in base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** SHA-256 of a token for storage, in hexadecimal. A fast hash suffices: 32 random bytes can't be guessed. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Reads the stored secret of a name, created at first use. All processes on one database get the same one. */
export async function keptSecret(sql: Sql, name: string, now: Date): Promise<string> {
  const kept = () => sql.query<{ secret: string }>('select secret from kept_secrets where name = $1', [name])
  const [known] = await kept()
  if (known) return known.secret
  await sql.query('insert into kept_secrets (name, secret, made_at) values ($1, $2, $3) on conflict do nothing', [
    name,
    randomBytes(32).toString('base64url'),
    now,
  ])
  const [made] = await kept()
  if (!made) throw new Error(`the secret ${name} was not written`)
  return made.secret
}
