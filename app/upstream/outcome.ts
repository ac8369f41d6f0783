import type { CallName, RefusalOf, ResponseOf } from './contract'

/** A call's result, grouped by what a screen can do about it rather than by HTTP status. */
export type Outcome<ResponseBody, Refusal extends string> =
  | { kind: 'done'; response: ResponseBody }
  /** `upstreamStatus` is the upstream's status, or '' if it sent none. `response` has the valid `refusalFields`. */
  | {
      kind: 'refused'
      status: Refusal | 'other'
      upstreamStatus: string
      waitMs?: number
      response: Record<string, unknown>
      wrongLogin?: true
    }
  /** Refused during the member's break or self-exclusion. `until` is its end in ISO 8601, if the upstream sent it. */
  | { kind: 'excluded'; until?: string }
  /** The call is allowed only in served countries. Nothing was sent. */
  | { kind: 'not-served' }
  /** The payload is invalid, and nothing was sent. `fields` has each invalid field's message keys. */
  | { kind: 'invalid'; fields: Record<string, string[]> }
  /** The request code was used before with another payload. This call was rejected and had no effect. */
  | { kind: 'code-reused' }
  /** The site's store of request codes and play limits is unavailable. Nothing was sent. */
  | { kind: 'site-store-unavailable'; reference: string }
  | { kind: 'signed-out' }
  /** Rate limited by the site (nothing was sent) or by a 429. `wrongPasswords` marks too many wrong passwords. */
  | { kind: 'limited'; by: 'site' | 'upstream'; retryAfterSeconds: number; wrongPasswords?: true }
  /** Connection error, timeout (504), 5xx or open circuit. Writes other than logins were not sent or had no effect. */
  | { kind: 'unavailable'; reference: string; httpStatus: 503 | 504 }
  /** The response is malformed, too large, for another member, or has a URL that must not be opened. */
  | { kind: 'broken'; reference: string }
  /** The response to a write was lost or unreadable, so the write may or may not have taken effect. */
  | { kind: 'unknown'; reference: string; httpStatus: 502 | 503 | 504 }
  | { kind: 'unsupported' }

export type OutcomeOf<S extends CallName> = Outcome<ResponseOf<S>, RefusalOf<S>>

export type ScreenOutcome<ResponseBody, Refusal extends string> = Extract<
  Outcome<ResponseBody, Refusal>,
  { kind: 'done' | 'refused' | 'invalid' | 'code-reused' | 'unknown' }
>
