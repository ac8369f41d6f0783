import { contract } from '../contract'
import type { Call } from '../contract/call'
import { objectFields } from '../contract/fields/values'
import type { Wrapper } from './wrapper'

/** Treats a response about another member as broken. */
export const rejectResponseOfAnother: Wrapper = async (request, next, { token, memberId, reference }) => {
  const result = await next(request)
  const { auth }: Call = contract[request.callName]
  const isOwn = auth === 'member' && request.token === token && memberId !== undefined
  if (!isOwn || result.outcome.kind !== 'done') return result
  const namedUserId = userIdInResponse(result.outcome.response)
  if (namedUserId === undefined || namedUserId === memberId) return result
  return { outcome: { kind: 'broken', reference }, why: 'names another member' }
}

/** The user id in a response, if any: health check, member record, in-game balance. */
function userIdInResponse(response: unknown): string | undefined {
  const fields = objectFields(response)
  const userId = objectFields(fields?.get('user'))?.get('userId') ?? fields?.get('userId')
  return typeof userId === 'string' && userId !== '' ? userId : undefined
}
