import { href } from 'react-router'

/** The URL of the login page that returns to `next`, a path with its query. */
export function loginHref(next: string): string {
  return `${href('/login')}?next=${encodeURIComponent(next)}`
}
