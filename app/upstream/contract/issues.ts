import type { z } from 'zod'

const messageKey = /^(?:msg\w+|[a-z][A-Za-z0-9]*(?:\.[A-Za-z0-9]+)+)$/

/**
 * What is wrong, as message keys by field name. A message that is no key of ours becomes `field.unreadable`; a name
 * that the schema does not know stands under itself with `field.unknown`; what concerns no field stands under ''.
 */
export function fieldProblems(error: z.ZodError): Record<string, string[]> {
  const problems = new Map<string, Set<string>>()
  const say = (name: string, key: string) => problems.set(name, (problems.get(name) ?? new Set()).add(key))
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const name of issue.keys) say(name, 'field.unknown')
    } else {
      say(String(issue.path[0] ?? ''), messageKey.test(issue.message) ? issue.message : 'field.unreadable')
    }
  }
  return Object.fromEntries([...problems].map(([name, keys]) => [name, [...keys]]))
}
