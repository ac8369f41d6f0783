import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { commands } from '~/embedded/backoffice/commands'

it('names every command without a form at /backoffice in the docs, and no other', () => {
  const [, named = ''] =
    /No form have ([^(]*)/.exec(readFileSync('docs/backoffice.md', 'utf8').replace(/\s+/g, ' ')) ?? []
  const withoutForm = Object.entries(commands).flatMap(([name, { hasNoForm }]) => (hasNoForm ? [name] : []))
  expect([...named.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name).sort()).toEqual(withoutForm.sort())
})
