import type { AnswerOf, RefusalOf, Segment } from './contract'

/** What came back, sorted by what a screen can do about it rather than by status number. */
export type Outcome<Answer, Refusal extends string> =
  | { kind: 'done'; answer: Answer }
  /** The upstream said no. `said` is its own word ('' when it gave none); `answer` the table's fields as far as they came. */
  | {
      kind: 'refused'
      status: Refusal | 'other'
      said: string
      waitMs?: number
      answer: Record<string, unknown>
      /** A wrong login, said by HTTP's 401 or 403. */
      wrongLogin?: true
    }
  /** Our own check refused the payload before anything was sent; message keys by field. */
  | { kind: 'invalid'; fields: Record<string, string[]> }
  /** The same request code came with another payload: the site or the upstream refused this one, and nothing of it was done. */
  | { kind: 'code-reused' }
  /** The store that guards request codes is out of reach; nothing was sent. */
  | { kind: 'unguarded'; reference: string }
  | { kind: 'signed-out' }
  /** Too many. By the site: nothing was sent. By the upstream: it was sent, and not taken for now. */
  | { kind: 'limited'; by: 'site' | 'upstream'; retryAfterSeconds: number }
  /** Refused, reset, timed out, 5xx, open breaker; nothing is known to have happened. 504 when it timed out. */
  | { kind: 'unavailable'; reference: string; httpStatus: 503 | 504 }
  /** Not JSON, wrong shape, too large, an address that may not be opened. */
  | { kind: 'broken'; reference: string }
  /** The answer to a write was lost: it may or may not have been done. */
  | { kind: 'unknown'; reference: string; httpStatus: 502 | 503 | 504 }
  /** An optional call that this upstream does not have. */
  | { kind: 'unsupported' }

export type OutcomeOf<S extends Segment> = Outcome<AnswerOf<S>, RefusalOf<S>>

/** The outcomes a screen answers itself; the rest become pages of their own. */
export type ScreenOutcome<Answer, Refusal extends string> = Extract<
  Outcome<Answer, Refusal>,
  { kind: 'done' | 'refused' | 'invalid' | 'code-reused' | 'unknown' }
>
