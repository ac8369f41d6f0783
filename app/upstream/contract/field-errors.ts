import type { z } from 'zod'

const messageKeyPattern = /^(?:msg\w+|[a-z][A-Za-z0-9]*(?:\.[A-Za-z0-9]+)+)$/

/** Returns message keys by field name. Unknown fields get `field.unknown`. Errors without a field are keyed by ''. */
export function fieldErrors(error: z.ZodError): Record<string, string[]> {
  const errors = new Map<string, Set<string>>()
  const add = (name: string, key: string) => errors.set(name, (errors.get(name) ?? new Set()).add(key))
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const name of issue.keys) add(name, 'field.unknown')
    } else {
      add(String(issue.path[0] ?? ''), messageKeyOf(issue))
    }
  }
  return Object.fromEntries([...errors].map(([name, keys]) => [name, [...keys]]))
}

function messageKeyOf({ code, message }: z.core.$ZodIssue): string {
  if (messageKeyPattern.test(message)) return message
  if (code === 'too_big') return 'field.tooLong'
  // Only Zod's message distinguishes a missing value from a value of the wrong type.
  return code === 'invalid_type' && message.endsWith('received undefined') ? 'field.required' : 'field.unreadable'
}
