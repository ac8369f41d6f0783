import type { AnswerOf, PayloadOf, Segment } from '~/upstream/contract'

/** What came of a call that a script of the page made to the site itself. */
export type SiteAnswer<S extends Segment> =
  /** The site answered with the table's answer, whose `status` may still be a refusal. */
  | { kind: 'answered'; answer: AnswerOf<S> }
  | { kind: 'signed-out' }
  | { kind: 'limited'; retryAfterSeconds: number }
  /** Everything else, a lost connection among it. */
  | { kind: 'failed' }

/** No answer of the site is waited for longer than this: the site itself gives a page 8 s. */
const waitMs = 10_000

/** Calls `POST /api/routes/<segment>` from the browser. Never throws. Source: docs/product.md, calls. */
export async function siteCall<S extends Segment>(segment: S, payload: PayloadOf<S>): Promise<SiteAnswer<S>> {
  try {
    const response = await fetch(`/api/routes/${segment}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(payload),
      signal: AbortSignal.timeout(waitMs),
    })
    if (response.ok) return { kind: 'answered', answer: (await response.json()) as AnswerOf<S> }
    if (response.status === 401) return { kind: 'signed-out' }
    if (response.status === 429) {
      return { kind: 'limited', retryAfterSeconds: Number(response.headers.get('Retry-After')) || 60 }
    }
  } catch {
    // Offline, too late, or no JSON: the caller can do no more about one than about the other.
  }
  return { kind: 'failed' }
}
