import { ProblemPage } from '~/shell/problem-page'

/** The error page at a fixed address, for looking at it; it is answered as any page that is there. */
export function loader() {
  return null
}

export default function AdminError() {
  return <ProblemPage problem="internal" />
}
