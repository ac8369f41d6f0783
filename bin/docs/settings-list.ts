import type { z } from 'zod'
import { secretNames, settings } from '~/platform/settings/settings.server'
import { listItem } from '../upstream/markdown'
import { replaceMadePart } from './made-part'

/**
 * Puts the list of all settings into docs/operations.md.
 *
 * @throws Error when it has no place for it.
 */
export function withSettingsList(page: string): string {
  return replaceMadePart(page, 'app/platform/settings/settings.server.ts', settingsList())
}

function settingsList(): string {
  return Object.entries(settings.shape)
    .filter(([, schema]) => schema.description !== undefined)
    .map(([name, schema]) => {
      const facts = factsOf(name, schema).join('; ')
      return listItem(`\`${name}\`${facts && ` (${facts})`}: ${schema.description}.`)
    })
    .join('\n')
}

/** Its default, what it must be, and whether it is a secret. */
function factsOf(name: string, schema: z.ZodType): string[] {
  const { data } = schema.safeParse(undefined)
  return [
    ...(typeof data === 'string' || typeof data === 'number' ? [`default ${data}`] : []),
    ...requirementOf(schema),
    ...((secretNames as readonly string[]).includes(name) ? ['secret'] : []),
  ]
}

/** What no setting may be. */
const wrongValues = ['\0', '\0'.repeat(1_000)]

/** What the variable must be, in the words of the error that refuses a wrong one; nothing for any text. */
function requirementOf(schema: z.ZodType): string[] {
  const [refused] = wrongValues.flatMap((wrong) => schema.safeParse(wrong).error?.issues[0] ?? [])
  if (refused === undefined) return []
  return [
    refused.message
      .replace(/^must be /, '')
      .replace(/^must hold /, '')
      .replace(/ such as \{.*/, ''),
  ]
}
