import { config } from '~/config/config.server'
import { isSupported } from '~/upstream/call-support.server'
import { sitePlayLimits } from '~/upstream/site-play-limits.server'

/**
 * Who keeps play limits, for pages without a member; `nobody`: the upstream lacks the calls, and there is no REDIS_URL.
 * Undefined until a member has asked this upstream for limits in the last ten minutes.
 */
export function playLimitsKeeper(): 'upstream' | 'site' | 'nobody' | undefined {
  if (config.upstream.url === undefined) return 'upstream'
  const isKeptUpstream = isSupported('get-play-limits')
  if (isKeptUpstream === undefined) return undefined
  if (isKeptUpstream) return 'upstream'
  return sitePlayLimits ? 'site' : 'nobody'
}
