import { contract } from '../contract'
import type { Call } from '../contract/call'
import { fieldErrors } from '../contract/field-errors'
import type { Wrapper } from './wrapper'

/** Sends nothing that the contract does not take: a payload of another shape, a member's call of a visitor. */
export const checkCall: Wrapper = async (request, next, { isCountryServed }) => {
  const call: Call = contract[request.callName]
  if (call.servedCountriesOnly && isCountryServed === false) return { outcome: { kind: 'not-served' } }
  const parsed = call.payload.safeParse(request.payload)
  if (!parsed.success) return { outcome: { kind: 'invalid', fields: fieldErrors(parsed.error) } }
  if (call.auth === 'member' && request.token === undefined) return { outcome: { kind: 'signed-out' } }
  return next({ ...request, payload: parsed.data })
}
