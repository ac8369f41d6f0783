import { config } from '~/platform/settings/config.server'
import { checkDependency, reuse } from '~/platform/telemetry/dependency-check.server'
import { log } from '~/platform/telemetry/log.server'
import { storeUp } from '~/platform/telemetry/metrics.server'
import { seconds } from '~/values/durations'
import { getUpstreamConnection } from './connection.server'

const isEmbedded = config.upstream.url === undefined
let wasOk = true

export const checkUpstream = reuse(
  async () => {
    let cause: unknown = new Error('no response in time')
    const { check } = await getUpstreamConnection()
    const status = await checkDependency(() =>
      check().catch((error: unknown) => {
        cause = error
        throw error
      }),
    )
    storeUp.set(Number(status.ok))
    if (isEmbedded && status.ok !== wasOk) {
      if (status.ok) log.info('Store: accepts writes again')
      else log.warn({ err: cause }, 'Store: refuses writes, so pages fail')
    }
    wasOk = status.ok
    return status
  },
  isEmbedded ? seconds(5) : seconds(1),
)
