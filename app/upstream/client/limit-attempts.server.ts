import { type CallName, contract } from '../contract'
import type { Call } from '../contract/call'
import type { Credential } from './client-options'
import type { Wrapper } from './wrapper'

/**
 * Limits calls that check a login or a password of the member, by how many of them were wrong. A repeat that is not what
 * first came under its code counts as wrong: it may differ by the password alone, and the right one is replayed.
 */
export const limitAttempts: Wrapper = async (request, next, { runAttempt }) => {
  const { callName, payload } = request
  const credential = credentialIn(callName, payload)
  if (credential === undefined || !runAttempt) return next(request)
  const wrongStatus = (contract[callName] as Call).checksPassword?.wrongStatus
  const attempt = await runAttempt(credential, async () => {
    const result = await next(request)
    const { outcome } = result
    const isRefused = outcome.kind === 'refused' && (credential.kind === 'login' || outcome.status === wrongStatus)
    return { wrong: isRefused || outcome.kind === 'code-reused', result }
  })
  if (attempt.kind === 'tried') return attempt.result
  return { outcome: { ...attempt, by: 'site', ...(credential.kind === 'password' ? { wrongPasswords: true } : {}) } }
}

/** What a call with this payload checks, whose failed attempts are limited; undefined: nothing. */
function credentialIn(callName: CallName, payload: unknown): Credential | undefined {
  const { checksLogin, checksPassword }: Call = contract[callName]
  if (checksLogin) return { kind: 'login', id: checksLogin(payload) }
  const of = checksPassword?.kindIn(payload)
  return of && { kind: 'password', of }
}
