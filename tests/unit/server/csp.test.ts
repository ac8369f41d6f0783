import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { cspFor, replaceNonceWithHashes } from '~/server/html-head/csp.server'
import { launchSources } from '~/upstream/client/launch-url.server'

const sha256 = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

it('a page upgrades its requests to https if the site is on https', () => {
  const upgrades = (https: boolean) => cspFor({ nonce: 'abc', https }).includes('upgrade-insecure-requests')
  expect([upgrades(true), upgrades(false)]).toEqual([true, false])
})

describe('games and payments', () => {
  const beside = { embedded: false, https: true, launchOrigins: undefined }
  const named = ['https://games.example', 'http://old.example']

  it.each<[string, Parameters<typeof launchSources>[0], string[]]>([
    ['of the embedded upstream are allowed on this site', { ...beside, embedded: true }, []],
    ['of another upstream are allowed at any https address', beside, ['https:']],
    [
      'of another upstream are also allowed on http if the site is on http',
      { ...beside, https: false },
      ['https:', 'http:'],
    ],
    [
      'are allowed only on LAUNCH_ORIGINS',
      { ...beside, launchOrigins: ['https://games.example'] },
      ['https://games.example'],
    ],
    [
      'are allowed only on LAUNCH_ORIGINS with the embedded upstream too',
      { embedded: true, https: false, launchOrigins: named },
      named,
    ],
    ['aren’t allowed on http from https', { ...beside, launchOrigins: named }, ['https://games.example']],
  ])('%s', (_name, settings, sources) => {
    expect(launchSources(settings)).toEqual(sources)
  })
})

describe('a shared page', () => {
  const nonce = 'bm9uY2Utb2Ytb25lLXBhZ2U='

  it('has hashes of exactly the scripts that had the nonce, and no nonce', () => {
    const page = [
      `<link rel="modulepreload" href="/a.js" nonce="${nonce}">`,
      `<script nonce="${nonce}">one()</script>`,
      `<script nonce="${nonce}" type="module" async="">import "/a.js"</script>`,
      `<script type="module" src="/b.js" nonce="${nonce}"></script>`,
      '<script>smuggled()</script>',
      '<p>text</p>',
    ].join('')
    const shared = replaceNonceWithHashes(page, nonce)
    expect(shared.html).not.toContain('nonce')
    expect(shared.html).toContain('<script type="module" src="/b.js"></script>')
    expect(shared.hashes).toEqual([sha256('one()'), sha256('import "/a.js"')])
  })

  it('leaves the text of scripts unchanged, so that their hashes match', () => {
    const content = `say(" nonce=\\"${nonce}\\"", ' nonce="${nonce}"')`
    const shared = replaceNonceWithHashes(`<script nonce="${nonce}">${content}</script>`, nonce)
    expect(shared.html).toBe(`<script>${content}</script>`)
    expect(shared.hashes).toEqual([sha256(content)])
  })
})
