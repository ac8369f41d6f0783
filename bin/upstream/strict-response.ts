import { z } from 'zod'
import type { CallName } from '~/upstream/contract'
import { responseSchema } from './schemas'

/**
 * What of a response differs from the strict form of the reference, which a site forgives: one line for each field, as
 * `helps[0].isRead: expected boolean`.
 *
 * @param response without its `data` envelope.
 */
export function strictDifferences(callName: CallName, response: unknown): string[] {
  const { error } = z.fromJSONSchema(responseSchema(callName) as never).safeParse(response)
  return [...new Set((error?.issues ?? []).map(({ path, message }) => `${describePath(path)}: ${message}`))]
}

function describePath(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '')
}

/** The first differences, and how many more there are. */
export function summarize(differences: readonly string[]): string {
  const shown = differences.slice(0, 3).join('; ')
  return differences.length > 3 ? `${shown}; and ${differences.length - 3} more` : shown
}
