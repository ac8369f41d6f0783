import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { cspFor, replaceNonceWithHashes } from '~/server/html-head/csp.server'
import { launchSources } from '~/upstream/client/launch-url.server'

const sha256 = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

it('a page upgrades its requests to https if the site is on https', () => {
  const asksFor = (https: boolean) => cspFor({ nonce: 'abc', https }).includes('upgrade-insecure-requests')
  expect([asksFor(true), asksFor(false)]).toEqual([true, false])
})

describe('games and payments', () => {
  const beside = { embedded: false, https: true, launchOrigins: undefined }
  const named = ['https://games.example', 'http://old.example']

  it.each<[string, Parameters<typeof launchSources>[0], string[]]>([
    ['of the embedded upstream are on this site', { ...beside, embedded: true }, []],
    ['of another upstream are at any https address', beside, ['https:']],
    ['of another upstream may be on http while the site is', { ...beside, https: false }, ['https:', 'http:']],
    ['are where the operator says', { ...beside, launchOrigins: ['https://games.example'] }, ['https://games.example']],
    ['are where the operator says, embedded too', { embedded: true, https: false, launchOrigins: named }, named],
    ['are not opened on http from https', { ...beside, launchOrigins: named }, ['https://games.example']],
  ])('%s', (_name, settings, sources) => {
    expect(launchSources(settings)).toEqual(sources)
  })
})

describe('a shared page', () => {
  const nonce = 'bm9uY2Utb2Ytb25lLXBhZ2U='

  it('has no nonce, but hashes of exactly the scripts that had it', () => {
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
