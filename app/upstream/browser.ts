import type { AnswerOf, PayloadOf, Segment } from './contract'
import type { ApiError, ApiErrorCode } from './problem'
import { readSessionLeft, type SessionLeft } from './session-left'

/** What a call's answer can hold for a script: never the token, and a refusal may leave fields out. */
export type Shown<S extends Segment> = Partial<Omit<AnswerOf<S>, 'token' | 'status'>> & { status?: string }

/** What came of a call from the browser. */
export type ApiResult<S extends Segment> = (
  | /** The upstream answered, yes or no: `succeeded` tells which. */
  { kind: 'answered'; answer: Shown<S> }
  | {
      kind: 'failed'
      /** `offline`: no answer at all, none in time, or none that can be read. */
      code: ApiErrorCode | 'offline'
      /** Undefined when no answer came at all. */
      httpStatus?: number
      /** In the page's language; undefined when offline. */
      message?: string
      /** What a member can name to the help desk. */
      requestId?: string
      /** Message keys by field name. */
      fields: Record<string, string[]>
      /** Of a limit: seconds until the next try. */
      retryAfterSeconds?: number
    }
) & {
  /** How long the session still lasts, where the site told it. */
  session?: SessionLeft
}

/** No answer is waited for longer than this: the site itself gives a page's calls 8 s. */
const waitMs = 10_000

/**
 * Calls `POST /api/routes/<segment>` from a page's script, with the session's cookie. Never throws.
 *
 * @param options.signal gives up waiting, in place of 10 s; what was sent may still be done.
 * @param options.keepalive lets the call outlive its page.
 */
export async function callApi<S extends Segment>(
  segment: S,
  payload: PayloadOf<S>,
  options: { signal?: AbortSignal; keepalive?: boolean } = {},
): Promise<ApiResult<S>> {
  try {
    const response = await fetch(`/api/routes/${segment}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify(payload),
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(waitMs),
      ...options,
    })
    const session = readSessionLeft(response.headers)
    const answer: unknown = await response.json()
    if (response.ok && typeof answer === 'object' && answer !== null) {
      return { kind: 'answered', answer: answer as Shown<S>, session }
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

/** Whether an answer says yes; money calls also count `already` and `alread`, a code that was seen before. */
export function succeeded(answer: { status?: string }): boolean {
  return answer.status === undefined || answer.status === 'success' || answer.status === 'authenticated'
}

function isApiError(answer: unknown): answer is ApiError {
  return typeof answer === 'object' && answer !== null && 'error' in answer && typeof answer.error === 'object'
}
