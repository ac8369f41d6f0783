/** The HTTP status of each error page. `timeout`: a call exceeded UPSTREAM_TIMEOUT_MS. Texts are in locales/. */
export const problemStatus = {
  unavailable: 503,
  timeout: 504,
  broken: 502,
  limited: 429,
  busy: 503,
  maintenance: 503,
  'requests-unavailable': 503,
  'signed-out': 401,
  forbidden: 403,
  'too-large': 413,
  'unsupported-type': 415,
  'bad-request': 400,
  method: 405,
  'not-found': 404,
  'not-served': 451,
  excluded: 403,
} as const
export type Problem = keyof typeof problemStatus

/** `reference` is an id for support. `until` is the end of a break, self-exclusion or maintenance in ISO 8601. */
export type ProblemData = {
  problem: Problem
  reference?: string
  retryAfterSeconds?: number
  until?: string
  /** The operator's message about the maintenance. `end` is a sentence that says when it ends. */
  text?: string
  end?: string
  news?: unknown
}

/** Error codes of `POST /api/routes/<segment>`, each with its default HTTP status. */
export const apiErrorStatus = {
  bad_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  code_reused: 409,
  another_member: 409,
  too_large: 413,
  unsupported_type: 415,
  invalid_payload: 422,
  limited: 429,
  not_served: 451,
  invalid: 502,
  unavailable: 503,
  outcome_unknown: 503,
} as const
export type ApiErrorCode = keyof typeof apiErrorStatus

export type ApiError = {
  status: 'error'
  error: { code: ApiErrorCode; message: string; requestId: string }
  fields?: Record<string, string[]>
}

/** Keeps the headers of thrown error responses, such as Retry-After. The framework would drop them. */
export const headers = ({ errorHeaders }: { errorHeaders: Headers | undefined }) => errorHeaders ?? new Headers()
