import { href } from 'react-router'
import type { ApiError, ApiErrorCode } from '~/server/responses/problem'
import type { CallName, PayloadOf, ResponseOf } from '~/upstream/contract'
import { ownerHeader } from '~/values/form-owner'
import { referenceOf } from '~/values/request'
import { parseSessionTimeLeft, type SessionTimeLeft } from './time-left'

/** A response header on health checks, present when a reality check is due. */
export const realityCheckHeader = 'X-Reality-Check'
export const realityCheckDueValue = 'due'

/** The response of a call as the API returns it, without the token. A refusal may lack fields. */
type ApiResponse<S extends CallName> = S extends CallName
  ? Partial<Omit<ResponseOf<S>, 'token' | 'status'>> & { status?: string }
  : never

export type ApiResult<S extends CallName> = (
  | /** The upstream answered with a success or a refusal. `isSuccess` tells them apart. */
  { kind: 'answered'; response: ApiResponse<S> }
  | {
      kind: 'failed'
      /** `offline` means that there was no response in time, or it was unreadable. */
      code: ApiErrorCode | 'offline'
      httpStatus?: number
      /** The message in the page's language, or undefined if offline. */
      message?: string
      reference?: string
    }
) & { session?: SessionTimeLeft; isRealityCheckDue?: boolean }

/** The timeout of a call. It exceeds the server's own limit of 8 s for all upstream calls of a request. */
export const answerTimeoutMs = 10_000

/**
 * Calls `POST /api/routes/<segment>` with the session cookie. Never throws. After a timeout, the call may still take
 * effect.
 * @param owner the page's member. The site rejects the call if another member has logged in since.
 */
export async function callApi<S extends CallName>(
  callName: S,
  payload: PayloadOf<S>,
  owner?: string,
): Promise<ApiResult<S>> {
  try {
    const response = await fetch(href('/api/routes/:segment', { segment: callName }), {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json',
        ...(owner === undefined ? {} : { [ownerHeader]: encodeURIComponent(owner) }),
      },
      body: JSON.stringify(payload),
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(answerTimeoutMs),
    })
    const session = parseSessionTimeLeft(response.headers)
    const isRealityCheckDue = response.headers.get(realityCheckHeader) === realityCheckDueValue
    const body: unknown = await response.json()
    if (response.ok && typeof body === 'object' && body !== null) {
      return { kind: 'answered', response: body as ApiResponse<S>, session, isRealityCheckDue }
    }
    const httpStatus = response.status
    if (!isApiError(body)) return { kind: 'failed', code: 'offline', httpStatus, session }
    return {
      kind: 'failed',
      code: body.error.code,
      message: body.error.message,
      // A response without a request id comes from a proxy, not from the site.
      ...(typeof body.error.requestId === 'string' ? { reference: referenceOf(body.error.requestId) } : {}),
      httpStatus,
      session,
    }
  } catch {
    return { kind: 'failed', code: 'offline' }
  }
}

/** Returns whether a response is a success. `already` and `alread`, returned by money calls, don't count as success. */
export function isSuccess(response: { status?: string }): boolean {
  return response.status === undefined || response.status === 'success' || response.status === 'authenticated'
}

function isApiError(body: unknown): body is ApiError {
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'object'
}
