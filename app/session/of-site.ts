import { isRouteErrorResponse } from 'react-router'
import { type Problem, problemStatus } from '~/server/responses/problem'

const problems = Object.keys(problemStatus) as Problem[]

/** The problem that a thrown error page of this site names; undefined for anything else, such as a proxy's page. */
export function namedProblem(thrown: unknown): Problem | undefined {
  if (!isRouteErrorResponse(thrown)) return undefined
  const { problem } = Object(thrown.data) as Record<string, unknown>
  return problems.find((name) => name === problem)
}

/**
 * Whether what a request of the router threw is a response of this site: a redirect, or an error page that names its problem.
 * Of anything else, of the network or of something in between, nobody knows what became of the request.
 */
export function isOfSite(thrown: unknown): boolean {
  return thrown instanceof Response || namedProblem(thrown) !== undefined
}
