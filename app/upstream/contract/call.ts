import { z } from 'zod'
import type { Won } from '~/values/amount'
import { day } from './fields/values'

/** Rows on one page of a member's lists of transactions, comp and bets. Source: docs/product.md, constants. */
export const rowsPerPage = 20

/** Status of a 5xx response in JSON which says that the call changed nothing and will change nothing. */
export const notDone = 'not_done'

/** The password for signing in, or the one for withdrawals. */
export type PasswordKind = 'login' | 'exchange'

/** One row of the contract. */
export type Call<
  Payload extends z.ZodType = z.ZodType,
  ResponseBody extends z.ZodObject = z.ZodObject,
  Refusal extends string = string,
  Auth extends 'visitor' | 'member' = 'visitor' | 'member',
> = {
  /** Spelled as the upstream spells it, mistakes included. Operators override it with UPSTREAM_PATHS. */
  path: string
  /**
   * Other paths that real upstreams use; the embedded upstream answers them too. The next one is asked when an upstream
   * says in JSON that it has none at the one before.
   */
  alternatePaths?: readonly string[]
  /** A member call carries the member's bearer token. */
  auth: Auth
  /** Schema of the payload. Its parsed value is sent; its messages are keys of locales/. */
  payload: Payload
  /** Schema of a success. Unknown fields are dropped. */
  response: ResponseBody
  /** Fields of the response that stay on the server: the API leaves them out. */
  serverFields?: readonly string[]
  /** Other names of response fields, each mapped to the name in the schema. */
  aliases?: Readonly<Record<string, string>>
  /** A read changes nothing and may be retried once. A write is sent once and never retried. */
  effect: 'read' | 'write'
  /** Fields of the response that go with a refusal besides its status: of all others a refusal has none. */
  refusalFields?: readonly string[]
  /** Statuses that count as success besides `generalSuccesses`. */
  successes?: readonly string[]
  /** Refusal statuses that screens have messages for; any other becomes `other`. */
  refusals: readonly Refusal[]
  /**
   * Success opens a session. A 401 then means a wrong login rather than a dead session, and a lost response counts as
   * `unavailable`, because nobody is signed in without the token.
   */
  opensSession?: true
  /** The call is not made for visitors from outside SERVED_COUNTRIES, whoever makes it: page or API. */
  servedCountriesOnly?: true
  /** Carries the public origin of the request as `Origin`. */
  sendsOrigin?: true
  /** Carries `X-Browser` and `X-Device`: a word for the browser, and the random value of its cookie. */
  sendsBrowser?: true
  /** Refused while the member's break or self-exclusion runs, by whoever keeps the limits. */
  closedWhileExcluded?: true
  /** The won that the payload deposits, which count towards the member's own limits of deposits. */
  depositIn?(payload: z.output<Payload>): Won
  /** Its response has texts in the language of the call's Accept-Language, if the upstream has them in it. */
  localized?: true
  /**
   * A success is passed on unparsed, as a download of 64 MiB and 60 s at most: `chunks` of its response. A JSON object of
   * 64 KiB or less with another status is a refusal.
   */
  isDownload?: true
  /** An upstream may lack this call. A 404 or 501 with a JSON object then hides the feature built on it. */
  optional?: true
  /** The rate limit that counts each call, from pages and the API alike. Payloads that fail the schema do not count. */
  rateLimit?: CallRateLimit
  /** Whom the payload is about, by whom its calls are counted as well, by the rate limit `forgotId`. */
  rateLimitedSubject?(payload: z.output<Payload>): readonly string[]
  /**
   * The id that the payload logs in with. The site limits refused calls by id and network. Source: docs/operations.md,
   * rate limits.
   */
  checksLogin?(payload: z.output<Payload>): string
  /**
   * Which password of the member the payload holds (undefined: none), and the status that refuses a wrong one. The site
   * limits these by member. Source: docs/operations.md, rate limits.
   */
  checksPassword?: { kindIn(payload: z.output<Payload>): PasswordKind | undefined; wrongStatus: Refusal }
  /** Scripts make this call without the member acting, so it does not extend the session. */
  unattended?: true
}

/** Rate limits of calls. Source: docs/operations.md. */
export type CallRateLimit = 'register' | 'checks' | 'help' | 'money' | 'forgot' | 'forgotId'

/** Checks a row of the contract and completes it. */
export function call<
  Payload extends z.ZodType,
  ResponseBody extends z.ZodObject,
  const Refusal extends string = never,
  const Auth extends 'visitor' | 'member' = 'member',
>(
  row: Omit<Call<Payload, ResponseBody, Refusal, Auth>, 'refusals'> & { refusals?: readonly Refusal[] },
): Call<Payload, ResponseBody, Refusal, Auth> {
  return { refusals: [], ...row }
}

export const emptyPayload = z.strictObject({})
export const status = z.string().max(64).optional()
export const statusOnly = z.object({ status: z.string().max(64) })

/** Statuses that count as success in the response of every call. */
export const generalSuccesses: readonly string[] = ['success', 'authenticated']

export const alreadyStatuses = ['already', 'alread'] as const

export const listQuery = z.strictObject({
  from: day.optional().describe('first day, included, in Seoul'),
  to: day.optional().describe('last day, included'),
  page: z
    .int()
    .min(1)
    .max(100_000)
    .optional()
    .describe(`page of ${rowsPerPage}, from 1; missing: 1. One after the last is empty`),
})
