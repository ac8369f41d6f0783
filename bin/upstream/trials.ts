import { randomUUID } from 'node:crypto'
import { classifyExchange } from '~/upstream/classify-exchange.server'
import { type AnswerOf, contract, type PayloadOf, type Segment } from '~/upstream/contract'
import type { Call } from '~/upstream/contract/call'
import { objectFields } from '~/upstream/contract/values'
import { type AnswerBody, exchange, type UpstreamFetch } from '~/upstream/exchange.server'
import type { OutcomeOf } from '~/upstream/outcome'
import { referenceOf } from './calls'
import { strictDifferences } from './strict-answer'

/** One line of the result. */
export type Finding = {
  call: Segment
  /** What was tried. */
  trial: string
  /**
   * `holds`; `short`: works, but not as the reference says; `missing`: an optional call that is not there; `fails`:
   * members notice.
   */
  result: 'holds' | 'short' | 'missing' | 'fails'
  /** What was seen, when it does not hold. */
  seen: string
  /** What that costs members; '' when it holds. */
  cost: string
  ms: number
}

/** Answers slower than this make pages slow; the limit of a call is `timeoutMs`. */
const slowMs = 1_000

export type TrialOptions = {
  fetch: UpstreamFetch
  /** The operator's own paths by segment. */
  paths: Readonly<Record<string, string>>
  timeoutMs: number
  /** Called with each finding as it is made. */
  report: (finding: Finding) => void
}

type Sent<S extends Segment> = {
  outcome: OutcomeOf<S>
  why: string
  body: AnswerBody | undefined
  ms: number
}

/** Makes calls as the site would and collects what was found. */
export class Trials {
  readonly findings: Finding[] = []
  /** The bearer token of member calls. */
  token: string | undefined
  readonly #options: TrialOptions

  constructor(options: TrialOptions) {
    this.#options = options
  }

  add(finding: Finding): void {
    this.findings.push(finding)
    this.#options.report(finding)
  }

  async send<S extends Segment>(segment: S, payload: PayloadOf<S>, token = this.token): Promise<Sent<S>> {
    const began = performance.now()
    const signal = AbortSignal.timeout(this.#options.timeoutMs)
    const headers = new Headers({
      'Content-Type': 'application/json',
      Accept: 'application/json',
      'Accept-Language': 'ko',
      'X-Request-Id': randomUUID(),
      'X-Forwarded-For': '127.0.0.1',
    })
    if (contract[segment].who === 'member' && token) headers.set('Authorization', `Bearer ${token}`)
    if (segment === 'get-reg-domain') headers.set('Origin', 'http://localhost:3000')
    const request = new Request(`http://upstream.invalid${this.#options.paths[segment] ?? contract[segment].path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(contract[segment].payload.parse(payload)),
      signal,
    })
    const exchanged = await exchange(this.#options.fetch, request, signal)
    const launch = { origin: 'http://localhost:3000', https: false, sources: ['https:', 'http:'] }
    const { outcome, why } = classifyExchange(segment, exchanged, { reference: '', launch })
    return {
      outcome: outcome as OutcomeOf<S>,
      why: why ?? outcome.kind,
      body: exchanged.kind === 'answered' ? exchanged.body : undefined,
      ms: Math.round(performance.now() - began),
    }
  }

  /** A call that should succeed. @returns its answer when it did */
  expectDone<S extends Segment>(segment: S, trial: string, sent: Sent<S>): AnswerOf<S> | undefined {
    const { outcome, why, ms, body } = sent
    const reference = referenceOf(segment)
    if (outcome.kind === 'unsupported')
      this.add({ call: segment, trial, result: 'missing', seen: 'HTTP 404 or 501', cost: reference.cost, ms })
    else if (outcome.kind !== 'done') {
      const status = outcome.kind === 'refused' ? ` (status ${outcome.upstreamStatus || 'missing'})` : ''
      this.add({ call: segment, trial, result: 'fails', seen: `${why}${status}`, cost: reference.cost, ms })
    } else {
      const seen = strictDifferences(segment, unwrap(segment, body))
      if (ms > slowMs) seen.push(`took ${ms} ms`)
      const cost = seen.length > 0 ? 'what differs is shown as 0, – or not at all, or makes pages slow' : ''
      this.add({ call: segment, trial, result: seen.length > 0 ? 'short' : 'holds', seen: summary(seen), cost, ms })
      return outcome.answer as AnswerOf<S>
    }
    return undefined
  }

  /** A call that should end in one way, given as a test of its outcome. */
  expectOutcome<S extends Segment>(
    segment: S,
    trial: string,
    sent: Sent<S>,
    holds: (outcome: OutcomeOf<S>) => boolean,
    cost: string,
  ): void {
    const { outcome, ms, why } = sent
    const word = outcome.kind === 'refused' ? `refused (${outcome.upstreamStatus || why})` : outcome.kind
    if (holds(outcome)) this.add({ call: segment, trial, result: 'holds', seen: '', cost: '', ms })
    else if (outcome.kind === 'unsupported') this.add({ call: segment, trial, result: 'missing', seen: why, cost, ms })
    else this.add({ call: segment, trial, result: 'fails', seen: word, cost, ms })
  }

  async read<S extends Segment>(segment: S, payload: PayloadOf<S>): Promise<AnswerOf<S> | undefined> {
    return this.expectDone(segment, 'answers', await this.send(segment, payload))
  }
}

/** The answer without its `data` envelope and with the names of the contract. */
function unwrap(segment: Segment, body: AnswerBody | undefined): unknown {
  const outer = body?.kind === 'json' ? objectFields(body.value) : undefined
  const inner = objectFields(outer?.get('data'))
  const fields = Object.fromEntries([...(outer ?? []), ...(inner ?? [])])
  for (const [alias, name] of Object.entries((contract[segment] as Call).aliases ?? {})) fields[name] ??= fields[alias]
  return fields
}

/** The first differences, and how many more there are. */
function summary(differences: readonly string[]): string {
  const shown = differences.slice(0, 3).join('; ')
  return differences.length > 3 ? `${shown}; and ${differences.length - 3} more` : shown
}
