import type { RouteHandle } from '~/server/middleware/route.server'
import { ProblemPage } from '~/shell/problem-page'

export const handle = { demotesDepositButton: true } satisfies RouteHandle

/** Shows the error page at a fixed URL, so that it can be inspected. The status is 200. */
export const loader = () => null

export default function AdminError() {
  return <ProblemPage problem="internal" />
}
