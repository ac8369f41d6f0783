import { data } from 'react-router'

/** Unmatched addresses need a route of their own: without one no middleware runs for them. */
export function loader() {
  throw data({ problem: 'not-found' }, { status: 404 })
}

/** A post to nowhere is as lost as a visit. */
export const action = loader

export default function NotFound() {
  return null
}
