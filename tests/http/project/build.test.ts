import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

describe('the build', () => {
  it('contains one copy of the router, the production one, and no handler that the framework’s server would prefer', async () => {
    const files = readdirSync('build/server', { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.js'),
    )
    const imported = files.flatMap((name) =>
      [...readFileSync(join('build/server', name), 'utf8').matchAll(/(?:from|import)\s*\(?"(react-router[^"]*)"/g)].map(
        ([, specifier]) => specifier,
      ),
    )
    expect(files.length).toBeGreaterThan(0)
    expect(imported).toEqual([])
    // With a default export that has a `fetch` it would use an adapter that a malformed Host crashes.
    expect(readFileSync('build/server/index.js', 'utf8')).not.toMatch(/\bas default\b|export default/)
  })

  it('calls no function in the browser that Safari 16.4 or Chrome 111 lacks', () => {
    const missing =
      /\b(?:URL\.(?:canParse|parse)|Promise\.(?:try|withResolvers)|(?:Object|Map)\.groupBy|Array\.fromAsync)\b/
    const missingMethods = /AbortSignal\.any\b|\.(?:isSubsetOf|isSupersetOf|symmetricDifference|toBase64|toHex)\(/
    const scripts = readdirSync('build/client/assets').filter((name) => name.endsWith('.js'))
    expect(scripts.length).toBeGreaterThan(0)
    for (const script of scripts) {
      const text = readFileSync(join('build/client/assets', script), 'utf8')
      expect([missing.exec(text)?.[0], missingMethods.exec(text)?.[0]], script).toEqual([undefined, undefined])
    }
  })

  it('has no style sheet that checks a device’s orientation, so that no page is limited to one', () => {
    const folder = 'build/client/assets'
    const sheets = readdirSync(folder).filter((name) => name.endsWith('.css'))
    expect(sheets.length).toBeGreaterThan(0)
    for (const sheet of sheets) expect(readFileSync(join(folder, sheet), 'utf8'), sheet).not.toMatch(/orientation\s*:/)
  })
})
