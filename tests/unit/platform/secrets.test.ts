import { hash } from '@node-rs/argon2'
import { expect, it } from 'vitest'
import { createToken, hashPassword, verifyPassword } from '~/embedded/members/secrets.server'

it('a password is stored as argon2id over 19 MiB in two passes', async () => {
  const stored = await hashPassword('a-long-password')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect([await verifyPassword('a-long-password', stored), await verifyPassword('another', stored)]).toEqual([
    true,
    false,
  ])
})

it('a password matches whether typed composed or decomposed, and old hashes stay valid', async () => {
  const [composed, combining] = ['mật khẩu 1'.normalize('NFC'), 'mật khẩu 1'.normalize('NFD')]
  for (const [set, typed] of [
    [composed, combining],
    [combining, composed],
  ] as const)
    expect(await verifyPassword(typed, await hashPassword(set))).toBe(true)
  const old = await hash(combining)
  expect([await verifyPassword(combining, old), await verifyPassword('mat khau 1', old)]).toEqual([true, false])
})

it('a token has 256 random bits', () => {
  const tokens = Array.from({ length: 100 }, () => Buffer.from(createToken(), 'base64url'))
  expect(tokens.every(({ length }) => length === 32)).toBe(true)
  // A byte that is not random would have few different values in a hundred tokens.
  for (let index = 0; index < 32; index++) expect(new Set(tokens.map((token) => token[index])).size).toBeGreaterThan(50)
})
