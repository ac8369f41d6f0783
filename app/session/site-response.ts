import { isRouteErrorResponse } from 'react-router'
import { type Problem, problemStatus } from '~/server/responses/problem'

const problems = Object.keys(problemStatus) as Problem[]

/** Returns the problem of a thrown error page of this site; undefined for anything else, such as a proxy's page. */
export function namedProblem(thrown: unknown): Problem | undefined {
  if (!isRouteErrorResponse(thrown)) return undefined
  const { problem } = Object(thrown.data) as Record<string, unknown>
  return problems.find((name) => name === problem)
}

/**
 * Whether a thrown value is a response of this site: a redirect, or an error page with its problem. After anything else
 * the request's outcome is unknown.
 */
export function isOfSite(thrown: unknown): boolean {
  return thrown instanceof Response || namedProblem(thrown) !== undefined
}
