import { createHmac } from 'node:crypto'
import { deriveKey } from '~/platform/create-sealer.server'
import { config } from '~/platform/settings/config.server'
import type { Secret } from '~/platform/settings/secret.server'
import type { Context } from '../http/incoming.server'
import { sessionContext } from './session.server'

const keyBytes = 32
const tagBytes = 9

/** Returns short keyed hashes of a member's id, one per session secret, newest first. */
export function memberTagsOf(userId: string, secrets: readonly Secret[] = config.session.secrets): string[] {
  return secrets.map((secret) =>
    createHmac('sha256', deriveKey(secret, 'member tag', keyBytes))
      .update(userId)
      .digest()
      .subarray(0, tagBytes)
      .toString('base64url'),
  )
}

export function memberTagsIn(context: Context): string[] {
  const { member } = context.get(sessionContext)
  return member ? memberTagsOf(member.userId) : []
}
