import { data } from 'react-router'

/** Catches unmatched paths, because middleware runs only for paths with a route. */
export function loader() {
  throw data({ problem: 'not-found' }, { status: 404 })
}

export const action = loader

export default function NotFound() {
  return null
}
