import type { Call } from './call'

/** The `status` of a success of any call; a response without one is a success too. */
export const generalSuccesses: readonly string[] = ['success', 'authenticated']

/** Every `status` that is a success of a call: the general ones and its row's `successes`, such as `already`. */
export function successStatuses(call: Pick<Call, 'successes'>): readonly string[] {
  return [...generalSuccesses, ...(call.successes ?? [])]
}

/** Whether the fields of a response have a `status` that is a success of the call. Any other is a refusal. */
export function hasSuccessStatus(call: Call, fields: ReadonlyMap<string, unknown> | undefined): boolean {
  return successStatuses(call).includes(String(fields?.get('status')))
}
