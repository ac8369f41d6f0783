import { config } from '~/platform/settings/config.server'
import { hostMatchesOrigin } from './origin.server'

/** Whether a Host header names the back office's own origin, where nothing of the site answers but the back office and its icon. */
export function isBackofficeHost(host: string): boolean {
  const { web, origin } = config.backoffice
  return web === 'on' && origin !== undefined && hostMatchesOrigin(origin, host.toLowerCase())
}

/** The one file of the build that pages of the back office load. */
export const backofficeIcon = '/favicon.svg'
