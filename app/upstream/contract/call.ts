import { z } from 'zod'
import type { Won } from '~/values/amount'
import type { BoundedSource } from '~/values/read-bounded'
import { day } from './fields/values'

/** A POST request with a JSON body. Creating a web-standard Request would take more CPU time than the call itself. */
export type UpstreamRequest = {
  path: string
  headers: Readonly<Record<string, string>>
  body: string
  signal: AbortSignal
  /** If true, a successful response may be long and is passed on as it is received. */
  isDownload?: boolean | undefined
}

export type UpstreamResponse = { status: number; headers: { get(name: string): string | null }; body: BoundedSource }

export type UpstreamFetch = (request: UpstreamRequest) => Promise<UpstreamResponse>

/** Rows per page in a member's lists of transactions, comp and bets. Source: docs/product.md, constants. */
export const rowsPerPage = 20

/** The status in a 5xx JSON response if the call changed nothing and never will. */
export const notDone = 'not_done'

export type PasswordKind = 'login' | 'exchange'

export type Call<
  Payload extends z.ZodType = z.ZodType,
  ResponseBody extends z.ZodObject = z.ZodObject,
  Refusal extends string = string,
  Auth extends 'visitor' | 'member' = 'visitor' | 'member',
> = {
  /** Spelled as the upstream spells it, including mistakes. UPSTREAM_PATHS overrides it. */
  path: string
  /** Paths on other upstreams. Each is tried if a JSON response says that the previous path does not exist. */
  alternatePaths?: readonly string[]
  auth: Auth
  /** The payload's schema. The parsed value is sent. Error messages are keys in locales/. */
  payload: Payload
  /** The schema of a successful response. Unknown fields are dropped. */
  response: ResponseBody
  /** Response fields for the server only. The API's responses omit them. */
  serverFields?: readonly string[]
  /** A read changes nothing and may be retried once. A write is sent once and never retried. */
  effect: 'read' | 'write'
  /** Fields of a refusal that are returned besides its status. All others are dropped. */
  refusalFields?: readonly string[]
  /** Statuses that mean success, in addition to `generalSuccesses`. */
  successes?: readonly string[]
  /** Refusal statuses that screens have messages for. Any other status becomes `other`. */
  refusals: readonly Refusal[]
  /** Marks a login. A 401 means wrong credentials. A lost response is `unavailable`, because it signs nobody in. */
  opensSession?: true
  servedCountriesOnly?: true
  sendsOrigin?: true
  /** Sends `X-Browser` (the browser's name) and `X-Device` (the random value of the browser's cookie). */
  sendsBrowser?: true
  /** Refused during the member's break or self-exclusion. */
  closedWhileExcluded?: true
  /** Returns the deposit's amount in won, which counts toward the member's own deposit limits. */
  depositIn?(payload: z.output<Payload>): Won
  localized?: true
  /** Passed on unparsed, up to 64 MiB and 60 s. A JSON object of up to 64 KiB with a failure status is a refusal. */
  isDownload?: true
  /** Upstreams may lack this call. A 404, 405 or 501 with a JSON object then hides the feature that needs it. */
  optional?: true
  /** The call's rate limit, for pages and the API alike. Invalid payloads do not count. */
  rateLimit?: CallRateLimit
  /** Returns the person that the payload is about, for the rate limit `forgotId`. */
  rateLimitedSubject?(payload: z.output<Payload>): readonly string[]
  /** Returns the id of a login attempt. Source: docs/limits.md, rate limits. */
  checksLogin?(payload: z.output<Payload>): string
  /** The kind of password in the payload, and the status if it is wrong. Source: docs/limits.md, rate limits. */
  checksPassword?: { kindIn(payload: z.output<Payload>): PasswordKind | undefined; wrongStatus: Refusal }
  /** Scripts make this call in the background, so it does not extend the session. */
  unattended?: true
}

export type CallRateLimit = 'register' | 'checks' | 'help' | 'money' | 'forgot' | 'forgotId'

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

/** Defaults for most calls. Each call states only what differs. */
export const memberRead = { auth: 'member', effect: 'read', payload: emptyPayload } as const
export const optionalRead = { ...memberRead, optional: true } as const
export const visitorRead = { ...memberRead, auth: 'visitor' } as const
export const memberWrite = { auth: 'member', effect: 'write', response: statusOnly } as const
export const optionalWrite = { ...memberWrite, optional: true } as const
export const visitorWrite = { ...memberWrite, auth: 'visitor' } as const

export const alreadyStatuses = ['already', 'alread'] as const

export const listQuery = z.strictObject({
  from: day.optional().describe('first day (Korean time), inclusive'),
  to: day.optional().describe('last day, inclusive'),
  page: z
    .int()
    .min(1)
    .max(100_000)
    .optional()
    .describe(`page of ${rowsPerPage} rows, from 1 (default). A page after the last is empty`),
})

/** Statuses that mean success for any call. A response without a status is also a success. */
export const generalSuccesses: readonly string[] = ['success', 'authenticated']

/** Returns all statuses that mean success for a call, including its own, such as `already`. */
export function successStatuses(call: Pick<Call, 'successes'>): readonly string[] {
  return [...generalSuccesses, ...(call.successes ?? [])]
}

/** Returns whether the `status` in a response's fields means success for the call. Any other status is a refusal. */
export function hasSuccessStatus(call: Call, fields: ReadonlyMap<string, unknown> | undefined): boolean {
  return successStatuses(call).includes(String(fields?.get('status')))
}
