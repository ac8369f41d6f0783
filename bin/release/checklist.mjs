// @ts-check
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const document = fileURLToPath(new URL('../../docs/releasing.md', import.meta.url))

/**
 * The steps of the checklist in docs/releasing.md, in order.
 * @returns {{ name: string, purpose: string, command: string[] }[]}
 */
export function readChecklist() {
  const [, checklist = ''] = readFileSync(document, 'utf8').split('\n## Checklist\n')
  return [...checklist.matchAll(/^\| (\w+) \| (.+) \| `([^`]+)` \|$/gm)].map(
    ([, name = '', purpose = '', command = '']) => ({ name, purpose, command: command.split(' ') }),
  )
}
