import { data } from 'react-router'

/** Catches unmatched paths: without a route no middleware would run for them. */
export function loader() {
  throw data({ problem: 'not-found' }, { status: 404 })
}

export const action = loader

export default function NotFound() {
  return null
}
