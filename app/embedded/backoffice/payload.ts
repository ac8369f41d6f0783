import type { z } from 'zod'

type WrongField = { field: string; message: string }

export function parseFields<Schema extends z.ZodType>(
  schema: Schema,
  sent: object,
): { data: z.output<Schema> } | { wrong: WrongField[] } {
  const parsed = schema.safeParse(sent, { error: messageOf })
  if (parsed.success) return { data: parsed.data }
  const wrong = parsed.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((field) => ({ field, message: 'is not known' }))
      : [{ field: issue.path.join('.'), message: issue.message }],
  )
  return { wrong }
}

const typeNames: Readonly<Record<string, string>> = {
  int: 'a whole number',
  number: 'a whole number',
  string: 'some text',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
}

function messageOf(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return typeNames[issue.expected]
    case 'invalid_value':
      return `one of ${issue.values.join(', ')}`
    case 'too_small':
      return `${issue.minimum.toLocaleString('en')} or more`
    case 'too_big':
      return `${issue.maximum.toLocaleString('en')} or less`
    case 'invalid_format':
      return issue.format === 'date' ? 'a day, such as 2026-03-10' : undefined
    default:
      return undefined
  }
}
