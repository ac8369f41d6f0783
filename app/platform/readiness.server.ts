import { setTimeout as sleep } from 'node:timers/promises'
import { withinTime } from '~/values/durations'
import { connectionRefusal } from './connection-error.server'
import { RedisUnavailable } from './redis.server'
import { config } from './settings/config.server'
import { exitOnSettingError, explain, SettingError } from './settings/setting-error.server'
import { log } from './telemetry/log.server'

/** Becomes `ready` once the database and Redis have answered. Only `/readyz?strict=1` reports later failures. */
export type Readiness = 'starting' | 'ready' | 'draining'

let current: Readiness = 'starting'

const retryOpenMs = 2_000
const retriesPerLogLine = 5

export const readiness = (): Readiness => current

export function setReadiness(state: 'ready' | 'draining'): void {
  if (current !== 'draining') current = state
}

/** Retries `open` while a shared store does not answer. Ends the process on any other error. */
export async function retryOpen(setting: string, line: string, open: () => Promise<void>): Promise<void> {
  let refused: { sinceMs: number; why: string } | undefined
  for (let attempt = 0; readiness() !== 'draining'; attempt++) {
    try {
      return await open()
    } catch (cause) {
      if (cause instanceof SettingError) exitOnSettingError(cause)
      const isShared = config.database.url !== undefined || cause instanceof RedisUnavailable
      const refusal = isShared ? connectionRefusal(cause) : undefined
      const isNew = refusal?.why !== refused?.why
      refused = refusal && { sinceMs: refused?.sinceMs ?? performance.now(), why: refusal.why }
      if (refusal && refused && performance.now() - refused.sinceMs >= refusal.graceMs)
        exitOnSettingError(new SettingError(setting, refusal.why))
      if (!refusal && !(isShared && cause instanceof Error && /^(Store|Redis)Unavailable$/.test(cause.name))) {
        const line = explain('Store', `can't be opened: ${cause instanceof Error ? cause.message : String(cause)}`)
        log.fatal({ err: cause }, "store can't be opened")
        process.stderr.write(`${line}\n`)
        // In development, unfinished code can cause this. Pages return 503 until a file is saved again.
        if (import.meta.hot) return
        process.exit(1)
      }
      if (refusal ? isNew : attempt % retriesPerLogLine === 0) log.warn({ err: cause }, line)
      await sleep(retryOpenMs)
    }
  }
}

const timeoutMs = 2_000

/** Checks a dependency with a 2 s timeout. Never rejects. @param probe rejects if the dependency is unavailable */
export async function checkDependency(probe: () => Promise<void>) {
  const started = performance.now()
  // The error message is left out, because the probe is public and messages can contain hosts and user names.
  const ok = await withinTime(
    probe().then(
      () => true,
      () => false,
    ),
    timeoutMs,
  )
  return { ok: ok === true, ms: Math.round(performance.now() - started), ...(ok ? {} : { error: 'failed' }) }
}

/** Returns a function that calls `read` at most once every `freshMs` and caches the result in between. */
export function reuse<T>(read: () => Promise<T>, freshMs: number): () => Promise<T> {
  let latest: { at: number; value: Promise<T> } | undefined
  return () => {
    if (!latest || performance.now() - latest.at > freshMs) latest = { at: performance.now(), value: read() }
    return latest.value
  }
}
