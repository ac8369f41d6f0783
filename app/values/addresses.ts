import { href } from 'react-router'
import type { Transaction } from './transaction'

/** Returns the URL of a transaction's receipt, which is found by its id and the day of `at`. */
export function receiptHref({ kind, id, at }: Pick<Transaction, 'kind' | 'at'> & { id: string }): string {
  return hrefWithQuery(href('/user/receipt'), { kind, id, at })
}

/** A key of missing pages: the transfer of game money to the wallet, which the withdrawal page accepts. */
export const transferPath = `${href('/withdraw')}#transfer`
export const faviconPath = '/favicon.svg'

/** The maximum length of a path, as written in a Location header. */
const maxPathCharacters = 2048

/** Returns a URL's path, query and fragment if it is on this site. Browsers resolve `/\host` to another host. */
export function pathOnSite(url: unknown): string | undefined {
  if (typeof url !== 'string' || !url.startsWith('/') || url.length > maxPathCharacters) return undefined
  const parsed = parseUrl(url, placeholderOrigin)
  if (parsed?.origin !== placeholderOrigin || parsed.pathname.startsWith('//')) return undefined
  const path = parsed.pathname + parsed.search + parsed.hash
  return path.length <= maxPathCharacters ? path : undefined
}

const placeholderOrigin = 'http://site.invalid'

/** Decodes percent-encoded text. Returns malformed text unchanged. */
export function decodeLeniently(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Parses a URL like `URL.parse`. iOS 16 lacks that method and `URL.canParse`. */
export function parseUrl(url: string, base?: string): URL | undefined {
  try {
    return new URL(url, base)
  } catch {
    return undefined
  }
}

export const limitsSectionHref = `${href('/user')}?tab=limits`
export const securitySectionHref = `${href('/user')}?tab=security`
export const historySectionHref = `${href('/user')}?tab=history`
export const betsSectionHref = `${href('/user')}?tab=bets`
export const ownSaferPlayHref = `${href('/user')}?tab=safer-play`
export const aboutLimitsHref = `${href('/safer-play')}#limits`
export const supportHref = `${href('/safer-play')}#support`
export const writeInquiryHref = `${href('/help')}?write`

/** Returns the URL of the profile with this password's form open. */
export function passwordFormHref(kind: 'login' | 'exchange'): string {
  return `${hrefWithQuery(href('/user'), { form: kind })}#${kind}-form`
}

export function cancelDepositHref(id: string, next: string): string {
  return hrefWithQuery(href('/deposit/cancel'), { id, next: next === href('/') ? '' : next })
}

export function loginHref(next?: string): string {
  return next === undefined ? href('/login') : `${href('/login')}?next=${encodeURIComponent(next)}`
}

/** Returns the URL of a page that redirects to `next`, or explains that the browser sends no session cookie. */
export const cookieCheckHref = (next: string): string => hrefWithQuery(href('/login'), { next, cookies: 'check' })

export function registerHref(next = href('/')): string {
  return hrefWithQuery(href('/register'), { next: next === href('/') ? '' : next })
}

export type MessageKind = 'note' | 'notice' | 'event' | 'help'

/** Returns the URL of a message list. Events are a tab of the notices page. */
export function messagesHref(kind: MessageKind, query: Record<string, string> = {}): string {
  if (kind === 'event') return hrefWithQuery(href('/notice'), { tab: 'events', ...query })
  return hrefWithQuery(href(`/${kind}`), query)
}

export function hrefWithQuery(path: string, query: Record<string, string>): string {
  const text = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString()
  return text === '' ? path : `${path}?${text}`
}
