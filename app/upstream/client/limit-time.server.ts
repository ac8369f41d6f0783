import { config } from '~/platform/settings/config.server'
import { seconds } from '~/values/durations'
import { contract } from '../contract'
import type { Call } from '../contract/call'
import type { Exchange } from './transport/exchange.server'
import type { Wrapper } from './wrapper'

/** How long a download may take as a whole. */
const downloadTimeoutMs = seconds(60)

/**
 * A slow upstream: one call may take UPSTREAM_TIMEOUT_MS, all of a request `requestDeadlineMs`. What a page says then is
 * `problemOf` in server/upstream/for-pages.server.ts; what stands above a page that is awaited, shell/progress.tsx.
 */
export const limitTime: Wrapper<Exchange> = async (request, next, { timeoutMs: ownTimeoutMs, endsAtMs }) => {
  const { isDownload }: Call = contract[request.callName]
  const timeoutMs = isDownload
    ? downloadTimeoutMs
    : Math.min(ownTimeoutMs ?? config.upstream.timeoutMs, endsAtMs - performance.now())
  // The call's own time limit, never the browser's, which fires when the member leaves.
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), Math.max(0, timeoutMs))
  // Timers may fire a millisecond early, so less than one left counts as none.
  if (timeoutMs < 1) timeout.abort()
  // The rest of a download has the same time.
  return next({ ...request, signal: timeout.signal }).finally(() => (isDownload ? timer.unref() : clearTimeout(timer)))
}
