import { config } from '~/config.server'

const yearSeconds = 365 * 24 * 60 * 60

/**
 * Headers that every answer has and that never vary. boot.server.ts sets them before anything else sees the request,
 * so that static files and the server's own error answers have them too; nothing else may set them.
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
