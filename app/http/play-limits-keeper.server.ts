import { config } from '~/config/config.server'
import { isSupported } from '~/upstream/call-support.server'

/**
 * Who keeps members' play limits, as far as this process knows: the upstream until one of its answers has shown that it
 * lacks the call, then the site itself if it has Redis, else nobody.
 */
export function getPlayLimitsKeeper(): 'upstream' | 'site' | 'nobody' {
  if (isSupported('get-play-limits') !== false) return 'upstream'
  return config.redisUrl === undefined ? 'nobody' : 'site'
}
