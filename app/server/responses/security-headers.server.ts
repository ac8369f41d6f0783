import type { ServerResponse } from 'node:http'
import { config } from '~/platform/settings/config.server'
import { yearSeconds } from '../cookies/preferences.server'
import { strictCsp } from '../document/csp.server'

export const fixedHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  // `no-referrer` would make browsers send forms with `Origin: null`, which the origin check rejects.
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy':
    'accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), ' +
    'gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
  // With `same-origin`, a game's window would look closed to the page that opened it.
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  // Pages replace this policy with their own.
  'Content-Security-Policy': strictCsp,
  ...(config.https ? { 'Strict-Transport-Security': `max-age=${yearSeconds}` } : {}),
}

export function setFixedHeaders(response: ServerResponse, requestId: string): void {
  for (const [name, value] of Object.entries(fixedHeaders)) response.setHeader(name, value)
  response.setHeader('X-Request-Id', requestId)
}

/** Adds the fixed headers that a page has not set. Used only if another server, such as Vite's, runs the app. */
export function addFixedHeaders(headers: Headers, requestId: string): void {
  headers.set('X-Request-Id', requestId)
  // The development server adds inline styles and scripts to pages, which the policy would block.
  if (!config.production) return
  for (const [name, value] of Object.entries(fixedHeaders)) {
    if (!headers.has(name)) headers.set(name, value)
  }
}
