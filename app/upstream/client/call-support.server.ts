import { config } from '~/platform/settings/config.server'
import { minutes, seconds } from '~/values/durations'
import { type CallName, contract } from '../contract'
import type { Outcome } from '../outcome'

/** How long the site remembers that the upstream supports a call, before it checks again. */
const recordValidMs = minutes(10)
/** Missing reads are retried sooner than missing writes, which are sent only when a member acts. */
const missingValidMs = { read: seconds(30), write: minutes(1) }

const pathByCallName = new Map<CallName, { path: string; untilMs: number }>()
const supportByCallName = new Map<CallName, { isSupported: boolean; untilMs: number }>()

/** Sorts a call's paths: the one known to work comes first. @param now epoch milliseconds */
export function sortPathsBySupport(
  callName: CallName,
  paths: readonly [string, ...string[]],
  now: number = Date.now(),
): readonly [string, ...string[]] {
  const record = pathByCallName.get(callName)
  if (!record || record.untilMs <= now || !paths.includes(record.path)) return paths
  return [record.path, ...paths.filter((path) => path !== record.path)]
}

/** Records the path under which the upstream has a call. @param now epoch milliseconds */
export function recordPath(callName: CallName, path: string, now: number = Date.now()): void {
  pathByCallName.set(callName, { path, untilMs: now + recordValidMs })
}

/** Returns whether the upstream supports an optional call, or undefined if unknown. @param now epoch milliseconds */
export function isSupported(callName: CallName, now: number = Date.now()): boolean | undefined {
  const record = supportByCallName.get(callName)
  return record && now < record.untilMs ? record.isSupported : undefined
}

export const isSupportConfirmed = (callName: CallName): boolean =>
  config.upstream.url === undefined || supportByCallName.get(callName)?.isSupported === true

/** Records from an outcome whether the upstream supports an optional call. @param now epoch milliseconds */
export function recordSupport(callName: CallName, kind: Outcome<unknown, string>['kind'], now: number = Date.now()) {
  if (kind !== 'done' && kind !== 'unsupported') return
  const isSupported = kind === 'done'
  const validMs = isSupported ? recordValidMs : missingValidMs[contract[callName].effect]
  supportByCallName.set(callName, { isSupported, untilMs: now + validMs })
}

/** Returns whether to hide features that need this call. For a write, they reappear later so that members can retry. */
export function isMissing(callName: CallName, now: number = Date.now()): boolean {
  const record = supportByCallName.get(callName)
  return record?.isSupported === false && (contract[callName].effect === 'read' || now < record.untilMs)
}

const probedAtMs = new Map<CallName, number>()

/** Returns the calls to probe for support now, each at most once every 30 s. @param now epoch milliseconds */
export function takeCallsToProbe<S extends CallName>(callNames: readonly S[], now: number = Date.now()): S[] {
  const due = callNames.filter(
    (callName) =>
      supportByCallName.get(callName)?.isSupported !== true &&
      now - (probedAtMs.get(callName) ?? Number.NEGATIVE_INFINITY) >= missingValidMs.read,
  )
  for (const callName of due) probedAtMs.set(callName, now)
  return due
}
