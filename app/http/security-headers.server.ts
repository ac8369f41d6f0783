import { config } from '~/config.server'
import { strictCsp } from './csp.server'

const yearSeconds = 365 * 24 * 60 * 60

/**
 * Headers that every answer has and that never vary. The front door sets them before anything else sees the request, so
 * that files and its own refusals have them too; behind another server the `visit` middleware sets them on pages.
 */
export const fixedHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  // Never no-referrer: it makes browsers send forms with `Origin: null`.
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy':
    'accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
  // Not same-origin: a game's window would read as closed at once.
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  ...(config.https ? { 'Strict-Transport-Security': `max-age=${yearSeconds}` } : {}),
}

/** Sets on a page's answer what another server than our front door leaves out. */
export function addFixedHeaders(headers: Headers, requestId: string): void {
  headers.set('X-Request-Id', requestId)
  // A development server puts styles and scripts of its own into pages.
  if (!config.production) return
  for (const [name, value] of Object.entries(fixedHeaders)) headers.set(name, value)
  if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', strictCsp)
}
