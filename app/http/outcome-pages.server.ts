import { data } from 'react-router'
import { type AnswerOf, contract, type Segment } from '~/upstream/contract'
import type { Outcome, OutcomeOf, ScreenOutcome } from '~/upstream/outcome'
import { type Problem, type ProblemData, problemStatus } from './problem'

/** What the pages of failures need to know about the request. */
export type FailureContext = {
  /** Ends the session and throws the way to login; if an answer to this form was lost, throws an error page instead. */
  throwSignedOut(): never
  /** The request id, which a member can quote to support when a call failed. */
  reference: string
}

/** The answer of a successful outcome. Throws the error page of any other outcome. */
export function answerOrThrow<S extends Segment, Answer = AnswerOf<S>>(
  segment: S,
  outcome: Outcome<Answer, string> | OutcomeOf<S>,
  { throwSignedOut, reference }: FailureContext,
): Answer {
  switch (outcome.kind) {
    case 'done':
      return outcome.answer as Answer
    case 'invalid':
      // The URL names something that cannot exist.
      throw problemResponse({ problem: 'not-found' })
    case 'signed-out':
      // A visitor call carries no token, so its 401 says nothing about the session.
      if (contract[segment].who === 'member') return throwSignedOut()
      throw problemResponse({ problem: 'broken', reference })
    case 'refused':
    case 'code-reused':
    case 'unknown':
      throw problemResponse({ problem: 'broken', reference })
    default:
      throw failureResponse(outcome)
  }
}

/** Returns the outcomes that a screen handles itself. Throws the error page of any other. */
export function forScreen<Answer, Refusal extends string>(
  outcome: Outcome<Answer, Refusal>,
  { throwSignedOut }: Pick<FailureContext, 'throwSignedOut'>,
): ScreenOutcome<Answer, Refusal> {
  switch (outcome.kind) {
    case 'done':
    case 'refused':
    case 'invalid':
    case 'code-reused':
    case 'unknown':
      return outcome
    case 'signed-out':
      return throwSignedOut()
    default:
      throw failureResponse(outcome)
  }
}

type Failure = Extract<
  Outcome<unknown, string>,
  { kind: 'excluded' | 'not-served' | 'unguarded' | 'limited' | 'unavailable' | 'broken' | 'unsupported' }
>

function failureResponse(failure: Failure) {
  switch (failure.kind) {
    case 'unavailable':
    case 'broken':
    case 'unguarded':
      return problemResponse({ problem: problemOf(failure), reference: failure.reference })
    case 'limited':
      return problemResponse({ problem: 'limited', retryAfterSeconds: failure.retryAfterSeconds })
    case 'excluded':
      return excludedResponse(failure)
    case 'not-served':
      return problemResponse({ problem: 'not-served' })
    case 'unsupported':
      return problemResponse({ problem: 'not-found' })
    default:
      return failure satisfies never
  }
}

/** The 403 page of a break or self-exclusion, which says when it ends. */
export function excludedResponse({ until }: { until?: string }) {
  return problemResponse({ problem: 'excluded', ...(until === undefined ? {} : { until }) })
}

/** The problem to show for a call that failed in the upstream or on the way there. */
export function problemOf(failure: Extract<Failure, { kind: 'unavailable' | 'broken' | 'unguarded' }>) {
  if (failure.kind !== 'unavailable') return failure.kind
  return failure.httpStatus === 504 ? 'timeout' : 'unavailable'
}

/** The error page of a problem, to throw. */
export function problemResponse(problem: ProblemData & { problem: Problem }) {
  const headers =
    problem.retryAfterSeconds === undefined ? undefined : { 'Retry-After': String(problem.retryAfterSeconds) }
  return data(problem, { status: problemStatus[problem.problem], headers })
}
