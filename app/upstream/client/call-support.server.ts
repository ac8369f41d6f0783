import { config } from '~/platform/settings/config.server'
import { minutes, seconds } from '~/values/durations'
import { type CallName, contract } from '../contract'
import type { Outcome } from '../outcome'

/** How long a record is valid: an upstream may gain or lose a call without a restart of the site. */
const recordValidMs = minutes(10)
/**
 * What was missing is asked for again sooner: somebody has just added it, and misses it. What changes something waits longer,
 * because it is a member who asks for it.
 */
const missingValidMs = { read: seconds(30), write: minutes(1) }

const pathByCallName = new Map<CallName, { path: string; untilMs: number }>()
const supportByCallName = new Map<CallName, { isSupported: boolean; untilMs: number }>()

/** The paths of a call in the order to ask them: the one that the upstream has first. @param now epoch milliseconds. */
export function inOrderOfSupport(
  callName: CallName,
  paths: readonly [string, ...string[]],
  now: number = Date.now(),
): readonly [string, ...string[]] {
  const record = pathByCallName.get(callName)
  if (!record || record.untilMs <= now || !paths.includes(record.path)) return paths
  return [record.path, ...paths.filter((path) => path !== record.path)]
}

/** Records at which of its paths the upstream has a call. @param now epoch milliseconds. */
export function recordPath(callName: CallName, path: string, now: number = Date.now()): void {
  pathByCallName.set(callName, { path, untilMs: now + recordValidMs })
}

/** Whether the upstream supports an optional call; undefined when unknown. @param now epoch milliseconds. */
export function isSupported(callName: CallName, now: number = Date.now()): boolean | undefined {
  const record = supportByCallName.get(callName)
  return record && now < record.untilMs ? record.isSupported : undefined
}

/** Whether the upstream had an optional call when it was last made, for what a page promises. The embedded one has all of them. */
export function isKnownToSupport(callName: CallName): boolean {
  return config.upstream.url === undefined || supportByCallName.get(callName)?.isSupported === true
}

/**
 * Records from the outcome of an optional call whether the upstream supports it. Any outcome but success and
 * `unsupported` tells nothing.
 *
 * @param now epoch milliseconds.
 */
export function recordSupport(
  callName: CallName,
  kind: Outcome<unknown, string>['kind'],
  now: number = Date.now(),
): void {
  if (kind !== 'done' && kind !== 'unsupported') return
  const isSupported = kind === 'done'
  const validMs = isSupported ? recordValidMs : missingValidMs[contract[callName].effect]
  supportByCallName.set(callName, { isSupported, untilMs: now + validMs })
}

/**
 * Whether what depends on an optional call is hidden: the upstream lacked it when it was last asked. Only members' use asks
 * for one that changes something, so that is shown again after a while. @param now epoch milliseconds.
 */
export function isMissing(callName: CallName, now: number = Date.now()): boolean {
  const record = supportByCallName.get(callName)
  return record?.isSupported === false && (contract[callName].effect === 'read' || now < record.untilMs)
}

const askedAtMs = new Map<CallName, number>()

/**
 * Takes the calls that are to be asked for now, to see whether the upstream has them: not one that it was seen to have,
 * and no other more often than every 30 s, whatever comes of it. @param now epoch milliseconds.
 */
export function takeCallsToAsk<S extends CallName>(callNames: readonly S[], now: number = Date.now()): S[] {
  const due = callNames.filter(
    (callName) =>
      supportByCallName.get(callName)?.isSupported !== true &&
      now - (askedAtMs.get(callName) ?? Number.NEGATIVE_INFINITY) >= missingValidMs.read,
  )
  for (const callName of due) askedAtMs.set(callName, now)
  return due
}
