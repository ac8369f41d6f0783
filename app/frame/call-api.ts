import { href } from 'react-router'
import type { ApiError, ApiErrorCode } from '~/server/problem'
import type { AnswerOf, CallName, PayloadOf } from '~/upstream/contract'
import { realityCheckDueValue, realityCheckHeader } from './reality-check-header'
import { parseSessionTimeLeft, type SessionTimeLeft } from './session-time-left'

/** The answer of a call as the API returns it: without the token; a refusal may lack fields. */
type ApiAnswer<S extends CallName> = Partial<Omit<AnswerOf<S>, 'token' | 'status'>> & { status?: string }

/** The result of a call from the browser. */
export type ApiResult<S extends CallName> = (
  | /** The upstream accepted or refused: see `isSuccessAnswer`. */
  { kind: 'answered'; answer: ApiAnswer<S> }
  | {
      kind: 'failed'
      /** `offline`: no answer, a timeout, or an unreadable answer. */
      code: ApiErrorCode | 'offline'
      /** Undefined when no JSON came. */
      httpStatus?: number
      /** In the page's language. Undefined when offline. */
      message?: string
      /** A reference that the member can quote to support. */
      requestId?: string
      /** Message keys by field name. */
      fields: Record<string, string[]>
      /** Set when rate limited. */
      retryAfterSeconds?: number
    }
) & {
  /** How long the session still lasts, if the answer says so. */
  session?: SessionTimeLeft
  /** Whether the answer says that a reality check is due; health checks alone do. */
  isRealityCheckDue?: boolean
}

/** Longer than the 8 s that the server gives all upstream calls of a request. */
const timeoutMs = 10_000

/**
 * Calls `POST /api/routes/<segment>` from a page's script, with the session's cookie. Never throws. A call that timed
 * out may still take effect.
 */
export async function callApi<S extends CallName>(callName: S, payload: PayloadOf<S>): Promise<ApiResult<S>> {
  try {
    const response = await fetch(href('/api/routes/:segment', { segment: callName }), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify(payload),
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const session = parseSessionTimeLeft(response.headers)
    const isRealityCheckDue = response.headers.get(realityCheckHeader) === realityCheckDueValue
    const answer: unknown = await response.json()
    if (response.ok && typeof answer === 'object' && answer !== null) {
      return { kind: 'answered', answer: answer as ApiAnswer<S>, session, isRealityCheckDue }
    }
    const httpStatus = response.status
    if (!isApiError(answer)) return { kind: 'failed', code: 'offline', httpStatus, fields: {}, session }
    const retryAfter = Number(response.headers.get('Retry-After'))
    return {
      kind: 'failed',
      ...answer.error,
      httpStatus,
      fields: answer.fields ?? {},
      ...(retryAfter > 0 ? { retryAfterSeconds: retryAfter } : {}),
      session,
    }
  } catch {
    return { kind: 'failed', code: 'offline', fields: {} }
  }
}

/** Whether an answer is a success. `already` and `alread` of money calls are not included. */
export function isSuccessAnswer(answer: { status?: string }): boolean {
  return answer.status === undefined || answer.status === 'success' || answer.status === 'authenticated'
}

function isApiError(answer: unknown): answer is ApiError {
  return typeof answer === 'object' && answer !== null && 'error' in answer && typeof answer.error === 'object'
}
