import { href } from 'react-router'
import type { Transaction } from './transaction'

/**
 * The URL of a transaction's receipt.
 *
 * @param transaction.id from the upstream's list; without one there is no receipt to come back to.
 * @param transaction.at its ISO 8601 time: the receipt is looked up among the transactions of that day.
 */
export function receiptHref({ kind, id, at }: Pick<Transaction, 'kind' | 'at'> & { id: string }): string {
  return hrefWithQuery(href('/user/receipt'), { kind, id, at })
}

/** The site's picture, a file of public/. A brand with a mark of its own puts that in its place. */
export const faviconPath = '/favicon.svg'

/** The longest path that is accepted, as written in a Location header. */
const maxPathCharacters = 2048

/**
 * The path, query and fragment of a URL on this site, normalised; undefined for anything else. The server and the
 * browser use it for every redirect target from outside: `next`, a stored page, the path of a game launch.
 *
 * The URL parser decides, not a pattern: browsers drop tabs and line ends and read `\` as `/`, so `/<tab>/host` and
 * `/\host` are other sites, and resolving dot segments can put `//host` at the start.
 */
export function pathOnSite(url: unknown): string | undefined {
  if (typeof url !== 'string' || !url.startsWith('/') || url.length > maxPathCharacters) return undefined
  if (!URL.canParse(url, placeholderOrigin)) return undefined
  const { origin, pathname, search, hash } = new URL(url, placeholderOrigin)
  if (origin !== placeholderOrigin || pathname.startsWith('//')) return undefined
  const path = pathname + search + hash
  return path.length <= maxPathCharacters ? path : undefined
}

/** A placeholder for this site's origin, which does not matter here. */
const placeholderOrigin = 'http://site.invalid'

/** Parts of pages that other pages link to: by the id of the part, or by the query that shows it. */
export const limitsSectionHref = `${href('/user')}?tab=limits`
export const historySectionHref = `${href('/user')}?tab=history`
export const ownSaferPlayHref = `${href('/user')}?tab=safer-play`
export const aboutLimitsHref = `${href('/safer-play')}#limits`
export const supportHref = `${href('/safer-play')}#support`
export const writeInquiryHref = `${href('/help')}?write`

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

/** A path with a query string of the non-empty values, such as `/slot?q=moon&page=2`. */
export function hrefWithQuery(path: string, query: Record<string, string>): string {
  const text = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString()
  return text === '' ? path : `${path}?${text}`
}
