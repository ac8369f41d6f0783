import { href } from 'react-router'
import { hrefWithQuery } from './with-query'

/** The URL of the login page that returns to `next`, a path with its query; without one it goes on to home. */
export function loginHref(next?: string): string {
  return next === undefined ? href('/login') : `${href('/login')}?next=${encodeURIComponent(next)}`
}

/** The URL that leads a browser that sends its session's cookie on to `next`, and says so to one that doesn't. */
export function cookieCheckHref(next: string): string {
  return hrefWithQuery(href('/login'), { next, cookies: 'check' })
}

/** The URL of the registration that ends at `next`, a path with its query. Without one, or with `/`, it ends on home. */
export function registerHref(next = href('/')): string {
  return hrefWithQuery(href('/register'), { next: next === href('/') ? '' : next })
}
