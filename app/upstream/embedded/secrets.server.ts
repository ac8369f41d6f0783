import { createHash, randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import type { Sql } from './store/store.server'

/** OWASP's least for argon2id, which is the library's default kind: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hash of a password, to keep. */
export function hashed(password: string): Promise<string> {
  return hash(password, cost)
}

/** What a password is compared with when there is no member: nothing matches it, and it takes as long. */
const nobodys = hashed(randomBytes(32).toString('base64url'))

/** Whether a password fits a kept hash; takes about the same time when there is none. */
export async function fits(password: string, kept: string | undefined): Promise<boolean> {
  const same = await verify(kept ?? (await nobodys), password)
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
