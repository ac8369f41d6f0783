import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contract } from '~/upstream/contract'

/** Holds docs/coverage.md: each row has a proof, each proof a test that there is, and nothing of the product is left out. */

const page = readFileSync('docs/coverage.md', 'utf8')

/** What is not built yet; nothing else may be put off. */
const putOff = ["'Safer play'", 'play limits', 'MONEY=real', 'brand files']

const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && line !== '| what | proof |')
  .map((line) => {
    const [, what = '', proof = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
    return { what, proof }
  })

const proofs = rows.flatMap(({ what, proof }) =>
  proof.startsWith('later: ') ? [] : proof.split('<br>').map((named) => ({ what, named })),
)

const sources = new Map<string, string>()

/** The tests of a file such as `http/deposit`, as it is written; undefined when there is none. */
function sourceOf(name: string): string | undefined {
  const endings = name.startsWith('journeys/') ? ['.spec.ts'] : ['.test.ts', '.test.tsx']
  const path = endings.map((ending) => `tests/${name}${ending}`).find((file) => existsSync(file))
  if (path === undefined) return undefined
  const known = sources.get(path) ?? readFileSync(path, 'utf8')
  sources.set(path, known)
  return known
}

/** Whether a file has a test of this name; its tags (@script, @desktop) are left out here. */
function isThere(named: string): boolean {
  const [, file = '', title = ''] = /^`([\w/-]+)`: (.+)$/.exec(named) ?? []
  const literal = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const source = sourceOf(file)
  return title !== '' && source !== undefined && new RegExp(`(['"\`])${literal}(?: @\\w+)*\\1`).test(source)
}

describe('the table of what is proved', () => {
  it('has a proof in each row, or says that it comes later', () => {
    const without = rows.filter(({ what, proof }) => what === '' || proof === '')
    expect(without).toEqual([])
    expect(rows.length).toBeGreaterThan(200)
  })

  it('names only tests that there are', () => {
    expect(proofs.filter(({ named }) => !isThere(named)).map(({ what, named }) => `${what}: ${named}`)).toEqual([])
  })

  it('puts off nothing but what is not built yet', () => {
    const later = rows
      .filter(({ proof }) => proof.startsWith('later: '))
      .map(({ proof }) => proof.slice('later: '.length))
    expect(later.filter((reason) => !putOff.includes(reason))).toEqual([])
  })

  it('names every call, message, status and screen', () => {
    const messages = readFileSync('locales/ko.json', 'utf8').match(/"msg\w+(?=":)/g) ?? []
    const screens = [...readFileSync('app/routes.ts', 'utf8').matchAll(/route\('([\w/-]+)', 'routes\/[\w-]+\.tsx'/g)]
    const words = [
      ...Object.keys(contract),
      ...messages.map((key) => key.slice(1)),
      ...['success', 'authenticated', 'alread_have_user', 'cant_find_code', 'already', 'alread', 'wait', 'time'],
      ...['balance', 'low_point', 'pass', 'reg', 'cansel'],
      ...screens.map(([, path = '']) => `/${path}`).filter((path) => path !== '/logout'),
    ]
    const isNamed = (word: string) => new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(page)
    expect([...new Set(words)].filter((word) => !isNamed(word))).toEqual([])
  })
})
