import type { ServerResponse } from 'node:http'
import { config } from '~/platform/settings/config.server'
import { yearSeconds } from '../cookies/preferences.server'
import { strictCsp } from '../html-head/csp.server'

export const fixedHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  // With `no-referrer`, browsers would send `Origin: null` with forms, which the origin check rejects.
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy':
    'accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), ' +
    'gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
  // With `same-origin`, the opener would see a game's window as closed.
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  // Pages override this policy.
  'Content-Security-Policy': strictCsp,
  ...(config.https ? { 'Strict-Transport-Security': `max-age=${yearSeconds}` } : {}),
}

export function setFixedHeaders(response: ServerResponse, requestId: string): void {
  for (const [name, value] of Object.entries(fixedHeaders)) response.setHeader(name, value)
  response.setHeader('X-Request-Id', requestId)
}

/** Adds the fixed headers that a page has not set. Used only behind another server, such as Vite's. */
export function addFixedHeaders(headers: Headers, requestId: string): void {
  headers.set('X-Request-Id', requestId)
  // The CSP would block the inline styles and scripts of the development server.
  if (!config.production) return
  for (const [name, value] of Object.entries(fixedHeaders)) {
    if (!headers.has(name)) headers.set(name, value)
  }
}
