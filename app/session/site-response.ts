import { isRouteErrorResponse, useRouteError } from 'react-router'
import { type Problem, problemStatus } from '~/server/responses/problem'
import { faviconPath } from '~/values/addresses'

const reachTimeoutMs = 5_000

/** Returns the `Date` header of a response from this site, or undefined if the site can't be reached. Never throws. */
export async function reachSite(): Promise<{ date: string | null } | undefined> {
  try {
    const signal = AbortSignal.timeout(reachTimeoutMs)
    const response = await fetch(faviconPath, { method: 'HEAD', cache: 'no-store', redirect: 'error', signal })
    // A captive portal or proxy responds with its own page instead of the site's SVG.
    const isOurs = response.ok && response.headers.get('Content-Type')?.startsWith('image/svg')
    return isOurs ? { date: response.headers.get('Date') } : undefined
  } catch {
    return undefined
  }
}

/** Returns whether a page's data request fails. If the site can be reached, a content blocker may be the cause. */
export async function isDataBlocked(pathname: string): Promise<boolean> {
  const signal = AbortSignal.timeout(reachTimeoutMs)
  const options = { method: 'HEAD', cache: 'no-store', redirect: 'manual', signal } as const
  return (await fetch(`${pathname}.data`, options).catch(() => undefined)) === undefined
}

export const problems = Object.keys(problemStatus) as Problem[]

/** Returns the problem of an error page that this site threw, or undefined for other pages, such as a proxy's. */
export function namedProblem(thrown: unknown): Problem | undefined {
  if (!isRouteErrorResponse(thrown)) return undefined
  const { problem } = Object(thrown.data) as Record<string, unknown>
  return problems.find((name) => name === problem)
}

/** Returns whether this is the site-wide maintenance page. Links on it don't work. */
export const useIsSiteClosed = (): boolean => namedProblem(useRouteError()) === 'maintenance'

/** Returns whether a thrown value is this site's redirect or error page. If not, the request's outcome is unknown. */
export const isFromSite = (thrown: unknown): boolean => thrown instanceof Response || namedProblem(thrown) !== undefined

/** Creates a clientAction that returns a value if the response is lost, so that the page stays. */
export function clientActionOr<Lost>(lost: () => Lost) {
  return async <Answer>({ serverAction }: { serverAction: () => Promise<Answer> }) => {
    try {
      return await serverAction()
    } catch (thrown) {
      if (isFromSite(thrown)) throw thrown
      return lost()
    }
  }
}
