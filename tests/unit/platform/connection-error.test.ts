import { expect, it } from 'vitest'
import { connectionRefusal } from '~/platform/connection-error.server'

const ends = 'ends startup'
const retries = 'is retried for a minute'
const waits = 'is awaited'

it.each<[string, { code?: string; syscall?: string; message: string }, string]>([
  ['a wrong password', { code: '28P01', message: 'password authentication failed for user "madang"' }, ends],
  ['no password', { message: 'SASL: client password must be a string' }, ends],
  ['a password that PgBouncer rejects', { code: '08P01', message: 'SASL authentication failed' }, ends],
  ['Redis with another password', { message: 'WRONGPASS invalid username-password pair' }, ends],
  ['Redis with a password', { message: 'NOAUTH Authentication required.' }, ends],
  ['an unknown CA', { code: 'SELF_SIGNED_CERT_IN_CHAIN', message: 'self-signed certificate' }, ends],
  ['another host', { code: 'ERR_TLS_CERT_ALTNAME_INVALID', message: 'does not match' }, ends],
  ['a missing CA file', { code: 'ENOENT', syscall: 'open', message: 'ENOENT: no such file' }, ends],
  ['a role that is created later', { code: '28000', message: 'role "madang" does not exist' }, retries],
  ['another system user’s role', { code: '28000', message: 'Peer authentication failed for user "x"' }, retries],
  ['a database that is created later', { code: '3D000', message: 'database "madang" does not exist' }, retries],
  ['the same behind PgBouncer', { code: '08P01', message: 'no such database: madang' }, retries],
  ['a Redis database number that doesn’t exist', { message: 'ERR DB index is out of range' }, retries],
  ['permissions that are granted later', { code: '42501', message: 'permission denied for schema public' }, retries],
  ['a clock that is not set', { code: 'CERT_NOT_YET_VALID', message: 'certificate is not yet valid' }, retries],
  ['a port that has no TLS yet', { code: 'EPROTO', message: 'wrong version number' }, retries],
  ['no files left', { code: 'EMFILE', syscall: 'open', message: 'EMFILE: too many open files' }, retries],
  ['no server at the address', { code: 'ECONNREFUSED', syscall: 'connect', message: 'connect ECONNREFUSED' }, waits],
  ['a host name added later', { code: 'ENOTFOUND', syscall: 'getaddrinfo', message: 'getaddrinfo ENOTFOUND' }, waits],
  ['a database that is starting', { code: '57P03', message: 'the database system is starting up' }, waits],
  ['a broken migration', { code: '42P07', message: 'relation "members" already exists' }, waits],
])('a connection with %s', (_, { message, ...fields }, expected) => {
  const refusal = connectionRefusal(new Error('unavailable', { cause: Object.assign(new Error(message), fields) }))
  expect(refusal?.why ?? message).toBe(message)
  const graceMs = { [ends]: 0, [retries]: 60_000 }[expected]
  expect(refusal?.graceMs).toBe(graceMs)
})
