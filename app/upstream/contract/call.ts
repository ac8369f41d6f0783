import { z } from 'zod'
import type { Won } from '~/values/amount'
import type { BoundedSource } from '~/values/read-bounded'
import { day } from './fields/values'

/** A POST request with a JSON body. Creating a web-standard Request would cost more CPU time than sending it. */
export type UpstreamRequest = {
  path: string
  headers: Readonly<Record<string, string>>
  body: string
  signal: AbortSignal
  /** Whether a successful response may be long and is passed on while it is received. */
  isDownload?: boolean | undefined
}

export type UpstreamResponse = { status: number; headers: { get(name: string): string | null }; body: BoundedSource }

export type UpstreamFetch = (request: UpstreamRequest) => Promise<UpstreamResponse>

/** Rows per page in a member's lists of transactions, comp and bets. Source: docs/product.md, constants. */
export const rowsPerPage = 20

/** The status in a 5xx JSON response which says that the call has changed nothing and will change nothing. */
export const notDone = 'not_done'

export type PasswordKind = 'login' | 'exchange'

export type Call<
  Payload extends z.ZodType = z.ZodType,
  ResponseBody extends z.ZodObject = z.ZodObject,
  Refusal extends string = string,
  Auth extends 'visitor' | 'member' = 'visitor' | 'member',
> = {
  /** Spelled as the upstream spells it, including mistakes. Operators override it with UPSTREAM_PATHS. */
  path: string
  /** Other paths used by real upstreams, tried after a JSON response says that the previous path does not exist. */
  alternatePaths?: readonly string[]
  auth: Auth
  /** The payload's schema. Its parsed value is sent; its messages are keys in locales/. */
  payload: Payload
  /** The schema of a successful response. Unknown fields are dropped. */
  response: ResponseBody
  /** Response fields that stay on the server and are left out of the API's responses. */
  serverFields?: readonly string[]
  /** A read changes nothing and may be retried once. A write is sent once and never retried. */
  effect: 'read' | 'write'
  /** Response fields that a refusal keeps besides its status. All others are dropped. */
  refusalFields?: readonly string[]
  /** Statuses that count as success besides `generalSuccesses`. */
  successes?: readonly string[]
  /** Refusal statuses for which screens have messages. Any other becomes `other`. */
  refusals: readonly Refusal[]
  /** Marks a login. A 401 means wrong, and a lost response is `unavailable`, because nobody is signed in without it. */
  opensSession?: true
  servedCountriesOnly?: true
  sendsOrigin?: true
  /** Sends `X-Browser` (the browser's name) and `X-Device` (the random value of the browser's cookie). */
  sendsBrowser?: true
  /** The call is refused during the member's break or self-exclusion. */
  closedWhileExcluded?: true
  /** The amount in won that the payload deposits. It counts toward the member's own deposit limits. */
  depositIn?(payload: z.output<Payload>): Won
  localized?: true
  /** Passed on unparsed (64 MiB, 60 s at most). A JSON object of up to 64 KiB with another status is a refusal. */
  isDownload?: true
  /** Whether an upstream may lack this call. A 404 or 501 with a JSON object then hides the feature that needs it. */
  optional?: true
  /** The rate limit for the call, from pages and the API alike. Payloads that fail the schema do not count. */
  rateLimit?: CallRateLimit
  /** The person whom the payload is about, for the rate limit `forgotId`. */
  rateLimitedSubject?(payload: z.output<Payload>): readonly string[]
  /** Returns the id that the payload logs in with. Source: docs/limits.md, rate limits. */
  checksLogin?(payload: z.output<Payload>): string
  /** The password in the payload, and the status for a wrong one. Source: docs/limits.md, rate limits. */
  checksPassword?: { kindIn(payload: z.output<Payload>): PasswordKind | undefined; wrongStatus: Refusal }
  /** Scripts make this call without any action by the member, so it does not extend the session. */
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

/** The defaults for most rows. A row states only what differs: a read's payload, a write's response. */
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

/** A `status` that means success for any call. A response without a status is also a success. */
export const generalSuccesses: readonly string[] = ['success', 'authenticated']

/** Returns every `status` that means success for a call: the general ones and its row's, such as `already`. */
export function successStatuses(call: Pick<Call, 'successes'>): readonly string[] {
  return [...generalSuccesses, ...(call.successes ?? [])]
}

/** Whether a response's fields have a `status` that means success for the call. Any other status is a refusal. */
export function hasSuccessStatus(call: Call, fields: ReadonlyMap<string, unknown> | undefined): boolean {
  return successStatuses(call).includes(String(fields?.get('status')))
}
