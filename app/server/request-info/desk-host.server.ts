import { config } from '~/platform/settings/config.server'
import { hostMatchesOrigin } from './origin.server'

/** Whether a Host header names the desk's own origin, where nothing of the site answers but the desk and its icon. */
export function isDeskHost(host: string): boolean {
  const { web, origin } = config.desk
  return web === 'on' && origin !== undefined && hostMatchesOrigin(origin, host.toLowerCase())
}

/** The one file of the build that pages of the desk load. */
export const deskIcon = '/favicon.svg'
