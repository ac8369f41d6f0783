import { expect, it } from 'vitest'
import { sharedSite } from '../support/shared-site'
import { sitePaths } from '../support/site-paths'
import { newMember, type Visitor } from '../support/visitor'

/**
 * Firefox puts the values of a page's fields back when the page is reloaded, hidden ones too, unless autocomplete is off: the
 * form would be sent with the code or the member of the page before.
 */

const site = sharedSite()
const paths = [
  ...new Set(
    sitePaths.filter(({ path, callName }) => callName === undefined && !path.includes('.')).map(({ path }) => path),
  ),
  ...['/user?tab=security', '/user?tab=limits', '/user?tab=safer-play', '/note?ask=delete-all', '/help?ask=delete-all'],
  '/game?company=dodam-play&code=moon-rabbit-mill',
]

/** The hidden fields of a page in their order: name and value, and whether a browser may put another value in its place. */
async function hiddenFields(browser: Visitor, path: string) {
  const { page } = await browser.get(path)
  return [...page.querySelectorAll('input[type=hidden]:not([disabled])')].map((field) => ({
    name: field.getAttribute('name') ?? '',
    value: field.getAttribute('value') ?? '',
    // As React writes it, and as the embedded upstream does.
    isRestored: (field.getAttribute('autoComplete') ?? field.getAttribute('autocomplete')) !== 'off',
  }))
}

it('lets no browser restore a hidden value that another load of the page has differently', async () => {
  const members = [await newMember(site.base), await newMember(site.base)] as const
  const games = await Promise.all(
    members.map(async (member) => (await (await member.formOn(paths.at(-1) ?? '')).post()).location ?? ''),
  )
  const found: string[] = []
  let changing = 0
  for (const pair of [...paths.map((path) => [path, path] as const), [games[0] ?? '', games[1] ?? ''] as const]) {
    const [first, second] = await Promise.all([hiddenFields(members[0], pair[0]), hiddenFields(members[1], pair[1])])
    expect(
      second.map(({ name }) => name),
      pair[0],
    ).toEqual(first.map(({ name }) => name))
    for (const [index, field] of first.entries()) {
      if (field.value === second[index]?.value) continue
      changing += 1
      if (field.isRestored) found.push(`${pair[0]}: ${field.name}`)
    }
  }
  expect(changing).toBeGreaterThan(10)
  expect(found).toEqual([])
})
