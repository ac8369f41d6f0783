import { hkdfSync } from 'node:crypto'
import { CompactEncrypt, compactDecrypt } from 'jose'
import { memoize } from '~/values/memoize'
import type { Secret } from './settings/secret.server'

/** Encrypts values into text that only this site can create and read. */
export type Sealer = {
  seal(value: unknown): Promise<string>
  /** Decrypts a value. Returns undefined if the text was sealed for another purpose or with an unknown secret. */
  open(text: string): Promise<unknown>
}

const algorithm = { alg: 'dir', enc: 'A256GCM' } as const
const keyBytes = 32
const keyIdBytes = 6

const keysOf = memoize((_: Secret) => new Map<string, Uint8Array>())

export function deriveKey(secret: Secret, purpose: string, length: number): Uint8Array {
  const keys = keysOf(secret)
  const name = `${length} ${purpose}`
  const key = keys.get(name) ?? new Uint8Array(hkdfSync('sha256', secret.reveal(), 'madang', purpose, length))
  keys.set(name, key)
  return key
}

/**
 * Returns a sealer for one purpose. Encrypts with the first secret and decrypts with any secret.
 * @throws Error if there are no secrets
 */
export function createSealer(secrets: readonly Secret[], purpose: string): Sealer {
  const keys = secrets.map((secret) => ({
    id: Buffer.from(deriveKey(secret, `${purpose} key id`, keyIdBytes)).toString('base64url'),
    // Imported once. Otherwise, jose would import the raw bytes for each call.
    key: importKey(deriveKey(secret, `${purpose} key`, keyBytes)),
  }))
  const [newest] = keys
  if (!newest) throw new Error('SESSION_SECRET: no secret given')
  const byId = new Map(keys.map(({ id, key }) => [id, key]))

  return {
    seal: async (value) =>
      new CompactEncrypt(new TextEncoder().encode(JSON.stringify(value)))
        .setProtectedHeader({ ...algorithm, kid: newest.id })
        .encrypt(await newest.key),
    async open(text) {
      try {
        const { plaintext } = await compactDecrypt(
          text,
          ({ kid }) => {
            const key = byId.get(kid ?? '')
            if (!key) throw new Error('unknown key')
            return key
          },
          { keyManagementAlgorithms: [algorithm.alg], contentEncryptionAlgorithms: [algorithm.enc] },
        )
        return JSON.parse(new TextDecoder().decode(plaintext))
      } catch {
        return undefined
      }
    },
  }
}

function importKey(bytes: Uint8Array): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', new Uint8Array(bytes), 'AES-GCM', false, ['encrypt', 'decrypt'])
}
