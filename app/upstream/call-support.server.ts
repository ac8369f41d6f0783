import { minutes } from '~/values/durations'
import type { CallName } from './contract'
import type { Outcome } from './outcome'

/** How long a record is valid: an upstream may gain or lose a call without a restart of the site. */
const recordValidMs = minutes(10)

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
  supportByCallName.set(callName, { isSupported: kind === 'done', untilMs: now + recordValidMs })
}
