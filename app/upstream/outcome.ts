import type { CallName, RefusalOf, ResponseOf } from './contract'

/** The result of a call, grouped by what a screen can do about it rather than by HTTP status. */
export type Outcome<ResponseBody, Refusal extends string> =
  | { kind: 'done'; response: ResponseBody }
  /** `upstreamStatus` is the upstream's own ('' if none); `response` has the valid `refusalFields`. */
  | {
      kind: 'refused'
      status: Refusal | 'other'
      upstreamStatus: string
      waitMs?: number
      response: Record<string, unknown>
      wrongLogin?: true
    }
  /** A break or self-exclusion of the member closes this call. `until`: ISO 8601, its end if the upstream said it. */
  | { kind: 'excluded'; until?: string }
  /** The call is for visitors of served countries only. Nothing was sent. */
  | { kind: 'not-served' }
  /** The payload failed the contract's schema and nothing was sent. `fields`: message keys by field. */
  | { kind: 'invalid'; fields: Record<string, string[]> }
  /** The request code was used before with another payload. This one was refused and had no effect. */
  | { kind: 'code-reused' }
  /** The site's own store of request codes and play limits is unavailable, or damaged. Nothing was sent. */
  | { kind: 'site-store-unavailable'; reference: string }
  | { kind: 'signed-out' }
  /** Rate limited by the site before sending, or by a 429. `wrongPasswords`: nothing was checked or done. */
  | { kind: 'limited'; by: 'site' | 'upstream'; retryAfterSeconds: number; wrongPasswords?: true }
  /** Connection error, timeout (504), 5xx or open circuit. A write was not sent, was not done, or opens a session. */
  | { kind: 'unavailable'; reference: string; httpStatus: 503 | 504 }
  /** The response is no JSON, of the wrong shape, too large or another member's, or has a URL that may not be opened. */
  | { kind: 'broken'; reference: string }
  /** The response to a write was lost or unreadable: it may or may not have taken effect. */
  | { kind: 'unknown'; reference: string; httpStatus: 502 | 503 | 504 }
  | { kind: 'unsupported' }

export type OutcomeOf<S extends CallName> = Outcome<ResponseOf<S>, RefusalOf<S>>

export type ScreenOutcome<ResponseBody, Refusal extends string> = Extract<
  Outcome<ResponseBody, Refusal>,
  { kind: 'done' | 'refused' | 'invalid' | 'code-reused' | 'unknown' }
>
