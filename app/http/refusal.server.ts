import { data, type RouterContextProvider } from 'react-router'
import { i18nFor } from '~/i18n/catalogue.server'
import type { MessageKey, Values } from '~/i18n/i18n'
import { withoutPhraseEnds } from '~/i18n/japanese-phrases'
import { type ApiError, type ApiErrorCode, apiErrorStatus, type Problem } from './problem'
import { requestInfoContext } from './request-info.server'
import { sendHeader } from './response-headers.server'
import { routeContext } from './route.server'

/**
 * An error response of the API: a code for programs and a message in the visitor's language.
 *
 * @param extra `fields`: message keys by field; `status`: in place of the code's default; `retryAfterSeconds`: sent as
 *   Retry-After; `message`: in place of the code's default, formatted with `values`.
 */
export function apiError(
  context: Readonly<RouterContextProvider>,
  code: ApiErrorCode,
  extra: {
    fields?: Record<string, string[]>
    status?: number
    retryAfterSeconds?: number
    message?: MessageKey
    values?: Values
    headers?: HeadersInit
  } = {},
): Response {
  const { locale, requestId } = context.get(requestInfoContext)
  const headers = new Headers(extra.headers)
  headers.set('Cache-Control', 'no-store')
  if (extra.retryAfterSeconds !== undefined) headers.set('Retry-After', String(extra.retryAfterSeconds))
  const message = withoutPhraseEnds(i18nFor(locale).t(extra.message ?? `api.${code}`, extra.values))
  const answer: ApiError = {
    status: 'error',
    error: { code, message, requestId },
    ...(extra.fields ? { fields: extra.fields } : {}),
  }
  return Response.json(answer, { status: extra.status ?? apiErrorStatus[code], headers })
}

/** The API's answer to a call that a break or self-exclusion closes: until when, in Seoul. @param until ISO 8601. */
export function excludedError(context: Readonly<RouterContextProvider>, until: string | undefined): Response {
  if (until === undefined) return apiError(context, 'forbidden', { message: 'problem.excluded.text' })
  const { dateTime } = i18nFor(context.get(requestInfoContext).locale)
  return apiError(context, 'forbidden', { message: 'api.excluded', values: { until: dateTime(until) } })
}

/** The API's error codes of the problems that are refused before any page. */
const apiCodeByProblem = {
  forbidden: 'forbidden',
  'too-large': 'too_large',
  'unsupported-type': 'unsupported_type',
  'bad-request': 'bad_request',
  limited: 'limited',
  busy: 'unavailable',
  unavailable: 'unavailable',
} satisfies Partial<Record<Problem, ApiErrorCode>>

/** What to throw when a request is refused before any page: an error page, or for API routes the API's error. */
export function refuseRequest(
  context: Readonly<RouterContextProvider>,
  problem: keyof typeof apiCodeByProblem,
  retryAfterSeconds?: number,
): Response | ReturnType<typeof data> {
  const code = apiCodeByProblem[problem]
  if (context.get(routeContext).handle.kind === 'api') {
    return apiError(context, code, { ...(retryAfterSeconds ? { retryAfterSeconds } : {}) })
  }
  if (retryAfterSeconds !== undefined) sendHeader(context, 'Retry-After', String(retryAfterSeconds))
  return data({ problem, ...(retryAfterSeconds ? { retryAfterSeconds } : {}) }, { status: apiErrorStatus[code] })
}
