import { fundsToAcknowledge } from '~/features/documents/accepted-documents.server'
import { formatWholeMinutes } from '~/i18n/format-wait'
import type { Context } from '~/server/http/incoming.server'
import { getJson } from '~/server/middleware/body.server'
import { isOwnedByAnother } from '~/server/middleware/guard.server'
import type { RouteHandle } from '~/server/middleware/route.server'
import { i18nOf } from '~/server/request-info/request-info.server'
import { jsonDownload } from '~/server/responses/json-download.server'
import { apiError, excludedError } from '~/server/responses/refusal.server'
import { sessionContext } from '~/server/session/session.server'
import { upstreamContext } from '~/server/upstream/page-upstream.server'
import { type CallName, callsWithoutPayload, contract, knownCallNames, type PayloadOf } from '~/upstream/contract'
import type { Call } from '~/upstream/contract/call'
import { decodeLeniently } from '~/values/addresses'
import { ownerHeader } from '~/values/form-owner'
import { numberedMessages } from '~/values/numbered-messages'
import type { Route } from './+types/api'
import { type ApiOutcome, findSiteCall } from './site-calls.server'

/**
 * Serves every call of the contract to browser scripts, at `POST /api/routes/<segment>`. Other paths below /api return
 * 404. Middleware has already checked the origin and the body size. Rate limits are counted where the calls are made.
 * Source: docs/calls.md, responses of the API.
 */

export const handle = { kind: 'api' } satisfies RouteHandle

export async function action({ request, params: { segment = '' }, context }: Route.ActionArgs) {
  const callName = knownCallNames.get(segment)
  if (callName === undefined) return apiError(context, 'not_found')
  if (request.method !== 'POST') return apiError(context, 'method_not_allowed', { headers: { Allow: 'POST' } })
  const payload = getJson(context, callsWithoutPayload.has(callName) ? { whenEmpty: {} } : {})
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return apiError(context, 'bad_request')
  const row: Call = contract[callName]
  const session = context.get(sessionContext)
  if (row.auth === 'member' && !session.member) return apiError(context, 'unauthenticated')
  if (isOwnedByAnother(context, ownerOfPage(request))) return apiError(context, 'another_member')
  if (row.unattended) session.keepExpiry()

  if (row.depositIn && fundsToAcknowledge(context)) return apiError(context, 'forbidden', { message: 'funds.required' })
  const callOnSite = findSiteCall(callName)
  const outcome = callOnSite
    ? await callOnSite(request, context, payload)
    : await context.get(upstreamContext).call(callName, payload as PayloadOf<CallName>)
  return toApiResponse(context, callName, outcome)
}

function ownerOfPage(request: Request): string | undefined {
  const owner = request.headers.get(ownerHeader)
  return owner === null ? undefined : decodeLeniently(owner)
}

/** Rejects GET and HEAD, like every other method except POST. */
export const loader = action

function toApiResponse(context: Context, callName: CallName, outcome: ApiOutcome): Response {
  switch (outcome.kind) {
    case 'done':
      return 'chunks' in outcome.response
        ? jsonDownload(outcome.response.chunks as AsyncIterable<Uint8Array>, `${callName}.json`)
        : toJsonResponse(callName, outcome.response)
    case 'refused':
      if (outcome.wrongLogin) return apiError(context, 'unauthenticated', { message: numberedMessages.wrongLogin })
      return toJsonResponse(callName, { ...outcome.response, status: outcome.upstreamStatus || 'fail' })
    case 'invalid':
      return apiError(context, 'invalid_payload', { fields: outcome.fields })
    case 'code-reused':
      return apiError(context, 'code_reused')
    case 'excluded':
      return excludedError(context, outcome.until)
    case 'not-served':
      return apiError(context, 'not_served')
    case 'reality-check-due':
      return apiError(context, 'forbidden', { message: 'api.realityCheck' })
    case 'signed-out':
      // Calls for visitors send no token, so `signed-out` says nothing about the session.
      if (contract[callName].auth === 'member') context.get(sessionContext).invalidate()
      return apiError(context, 'unauthenticated')
    case 'limited':
      return apiError(context, 'limited', {
        retryAfterSeconds: outcome.retryAfterSeconds,
        message: limitMessage(contract[callName], outcome),
        values: { time: formatWholeMinutes(i18nOf(context), outcome.retryAfterSeconds) },
      })
    case 'unsupported':
      return apiError(context, 'not_found')
    case 'unavailable':
    case 'site-store-unavailable':
      return apiError(context, 'unavailable')
    case 'broken':
      return apiError(context, 'invalid')
    case 'unknown':
      return apiError(context, 'outcome_unknown', { status: outcome.httpStatus })
    default:
      return outcome satisfies never
  }
}

function limitMessage({ checksLogin }: Call, { by, wrongPasswords }: Extract<ApiOutcome, { kind: 'limited' }>) {
  if (checksLogin) return by === 'site' ? 'login.limited' : 'login.notTaken'
  if (wrongPasswords) return 'api.wrongPasswords'
  return by === 'site' ? 'api.limited' : 'api.notTaken'
}

/** Removes server-only fields, such as a login's token. */
function toJsonResponse(callName: CallName, response: object): Response {
  const { serverFields = [] }: Call = contract[callName]
  const fields = Object.entries(response).filter(([name]) => !serverFields.includes(name))
  return Response.json(Object.fromEntries(fields), { headers: { 'Cache-Control': 'no-store' } })
}
