import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** The tests that the documents name: `path` alone, or `path` "title". */
function namedTests(page: string): { path: string; title: string | undefined }[] {
  const text = readFileSync(`docs/${page}`, 'utf8')
  return [
    ...text.matchAll(/`((?:all|http|journeys|unit|upstream)\/[\w-]+\.(?:test|spec)\.tsx?)`(?:\s+"([^"]+)")?/g),
  ].map(([, path = '', title]) => ({ path: `tests/${path}`, title }))
}

describe.each(['coverage.md', 'safer-play.md'])('docs/%s', (page) => {
  it('names tests that exist', () => {
    const named = namedTests(page)
    expect(named.length).toBeGreaterThan(20)
    const missing = named.filter(
      ({ path, title }) =>
        !existsSync(path) || (title !== undefined && !readFileSync(path, 'utf8').includes(`'${title}'`)),
    )
    expect(missing).toEqual([])
  })
})

describe('docs/safer-play.md', () => {
  it('has a source and a test for each rule, and a test for each way around', () => {
    const [promised = ''] = readFileSync('docs/safer-play.md', 'utf8').split('## What this site does not do')
    const [rules = '', ways = ''] = promised.split('## Ways around, tried')
    const itemsOf = (text: string) => text.split(/^- /m).slice(1)
    expect(itemsOf(rules).length).toBeGreaterThan(35)
    expect(itemsOf(rules).filter((rule) => !/^\*\*((RTS|LCCP) \d|house:|licence:)/.test(rule))).toEqual([])
    expect([...itemsOf(rules), ...itemsOf(ways)].filter((item) => !/^ {2}- `[\w/.-]+`\s+"/m.test(item))).toEqual([])
  })
})

describe('docs/README.md', () => {
  it('lists each page and each decision', () => {
    const index = readFileSync('docs/README.md', 'utf8')
    const pages = ['', 'decisions/'].flatMap((folder) => readdirSync(`docs/${folder}`).map((name) => folder + name))
    const listed = pages.filter((page) => page.endsWith('.md') && page !== 'README.md')
    expect(listed.length).toBeGreaterThan(35)
    expect(listed.filter((page) => !index.includes(`](${page})`))).toEqual([])
  })
})
