import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

describe('the build', () => {
  it('contains only the production router, and no default export for the framework’s server', async () => {
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
    // For a default export with `fetch`, the framework's server uses an adapter that crashes on a malformed Host.
    expect(readFileSync('build/server/index.js', 'utf8')).not.toMatch(/\bas default\b|export default/)
  })

  it('uses no browser function that Safari 16.4 or Chrome 111 lacks', () => {
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

  it('has no style sheet that queries the orientation, so that every page works in both', () => {
    const folder = 'build/client/assets'
    const sheets = readdirSync(folder).filter((name) => name.endsWith('.css'))
    expect(sheets.length).toBeGreaterThan(0)
    for (const sheet of sheets) expect(readFileSync(join(folder, sheet), 'utf8'), sheet).not.toMatch(/orientation\s*:/)
  })
})
