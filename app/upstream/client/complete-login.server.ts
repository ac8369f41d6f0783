import { contract, type ResponseOf } from '../contract'
import type { Call } from '../contract/call'
import { objectFields } from '../contract/fields/values'
import type { Wrapper } from './wrapper'

/**
 * Completes a login response that lacks the member by a health check with the new token, because the id as typed may be
 * one of several spellings. If that fails, the login fails too.
 */
export const completeLogin: Wrapper = async (request, next, { reference }) => {
  const login = await next(request)
  const { opensSession }: Call = contract[request.callName]
  if (!opensSession || login.outcome.kind !== 'done') return login
  const { token, user } = login.outcome.response as Partial<ResponseOf<'user-do-login'>>
  if (user !== undefined) return login
  const { outcome: health } = await next({ ...request, callName: 'user-health-check', payload: {}, token })
  switch (health.kind) {
    case 'done': {
      const member = objectFields(health.response)?.get('user')
      return { outcome: { kind: 'done', response: { ...(login.outcome.response as object), user: member } } }
    }
    case 'unavailable':
    case 'limited':
      return { outcome: health }
    default:
      return { outcome: { kind: 'broken', reference } }
  }
}
