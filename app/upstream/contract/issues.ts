import type { z } from 'zod'

const messageKey = /^(?:msg\w+|[a-z][A-Za-z0-9]*(?:\.[A-Za-z0-9]+)+)$/

/**
 * What is wrong, as message keys by field name. A name that the schema does not know stands under itself; what concerns
 * no field stands under ''.
 */
export function fieldProblems(error: z.ZodError): Record<string, string[]> {
  const problems = new Map<string, Set<string>>()
  const say = (name: string, key: string) => problems.set(name, (problems.get(name) ?? new Set()).add(key))
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const name of issue.keys) say(name, 'field.unknown')
    } else {
      say(String(issue.path[0] ?? ''), keyOf(issue))
    }
  }
  return Object.fromEntries([...problems].map(([name, keys]) => [name, [...keys]]))
}

/** The schema's own message when it is a key of ours, else one by the kind of the mistake. */
function keyOf({ code, message }: z.core.$ZodIssue): string {
  if (messageKey.test(message)) return message
  if (code === 'too_big') return 'field.tooLong'
  // The library says only in its words that nothing came at all.
  return code === 'invalid_type' && message.endsWith('received undefined') ? 'field.required' : 'field.unreadable'
}
