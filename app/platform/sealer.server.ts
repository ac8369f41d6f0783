import { hkdfSync } from 'node:crypto'
import { CompactEncrypt, compactDecrypt } from 'jose'
import { config } from './settings/config.server'
import type { Secret } from './settings/secret.server'

/** Encrypts a value into text that only this site can read or produce, and decrypts it. */
export type Sealer = {
  seal(value: unknown): Promise<string>
  /** The value; undefined when the text was not sealed for this purpose with one of the current secrets. */
  open(text: string): Promise<unknown>
}

const algorithm = { alg: 'dir', enc: 'A256GCM' } as const
const keyBytes = 32
const keyIdBytes = 6

/** A key of one purpose, of this many bytes, from a session secret. */
export function deriveKey(secret: Secret, purpose: string, length: number): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret.reveal(), 'madang', purpose, length))
}

/**
 * A sealer over the session secrets: the first one seals, all of them open, so secrets rotate without logging anyone
 * out. Each purpose has its own keys: text sealed for one purpose does not open for another.
 *
 * @throws Error when there is no secret.
 */
export function createSealer(secrets: readonly Secret[], purpose: string): Sealer {
  const keys = secrets.map((secret) => ({
    id: Buffer.from(deriveKey(secret, `${purpose} key id`, keyIdBytes)).toString('base64url'),
    key: deriveKey(secret, `${purpose} key`, keyBytes),
  }))
  const [newest] = keys
  if (!newest) throw new Error('There is no session secret')
  const byId = new Map(keys.map(({ id, key }) => [id, key]))

  return {
    seal: async (value) =>
      new CompactEncrypt(new TextEncoder().encode(JSON.stringify(value)))
        .setProtectedHeader({ ...algorithm, kid: newest.id })
        .encrypt(newest.key),
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

/** The sealer for one purpose. */
export function sealerFor(purpose: string): Sealer {
  return createSealer(config.session.secrets, purpose)
}
