import { createHash, randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { BulkheadRejectedError, bulkhead } from 'cockatiel'
import { Refused } from './context.server'
import type { Sql } from './store/store.server'

/** Some two seconds of work; whoever came later would have given up. */
const hashesWaitingMost = 100

/** OWASP's least for argon2id, which is the library's default kind: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Hashing takes some 20 ms of a core and 19 MiB: one is always left to those who wait for pages, and what finds no room to
 * wait is refused.
 */
const hashing = bulkhead(Math.max(1, availableParallelism() - 1), hashesWaitingMost)

/** Runs one hash in its turn. @throws Refused (503) when too many wait. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await hashing.execute(work)
  } catch (error) {
    if (error instanceof BulkheadRejectedError) throw new Refused({ status: 'busy' }, 503)
    throw error
  }
}

/** Hash of a password, to keep. @throws Refused when too many wait. */
export function hashed(password: string): Promise<string> {
  return inTurn(() => hash(password, cost))
}

/** What a password is compared with when there is no member: nothing matches it, and it takes as long. */
const nobodys = hash(randomBytes(32).toString('base64url'), cost)

/** Whether a password fits a kept hash; takes about the same time when there is none. */
export async function fits(password: string, kept: string | undefined): Promise<boolean> {
  const same = await inTurn(async () => verify(kept ?? (await nobodys), password))
  return same && kept !== undefined
}

/** A new bearer token: 32 random bytes. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is kept of a token. A plain hash will do: 32 random bytes can't be guessed. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/**
 * The secret that the house keeps under a name, made at its first use. Two houses on one database get the same one.
 */
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
