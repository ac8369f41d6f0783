import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const page = readFileSync('docs/security.md', 'utf8')

/** All that ASVS 5.0.0 asks for at level 1: how many of each section, counted from its first. */
const levelOne: Record<string, readonly number[]> = {
  '1.2': [1, 2, 3, 4, 5],
  '1.3': [1, 2],
  '1.5': [1],
  '2.1': [1],
  '2.2': [1, 2],
  '2.3': [1],
  '3.2': [1, 2],
  '3.3': [1],
  '3.4': [1, 2],
  '3.5': [1, 2, 3],
  '4.1': [1],
  '4.4': [1],
  '5.2': [1, 2],
  '5.3': [1, 2],
  '6.1': [1],
  '6.2': [1, 2, 3, 4, 5, 6, 7, 8],
  '6.3': [1, 2],
  '6.4': [1, 2],
  '7.2': [1, 2, 3, 4],
  '7.4': [1, 2],
  '8.1': [1],
  '8.2': [1, 2],
  '8.3': [1],
  '9.1': [1, 2, 3],
  '9.2': [1],
  '10.4': [1, 2, 3, 4, 5],
  '11.3': [1, 2],
  '11.4': [1],
  '12.1': [1],
  '12.2': [1, 2],
  '13.4': [1],
  '14.2': [1],
  '14.3': [1],
  '15.1': [1],
  '15.2': [1],
  '15.3': [1],
}

type Row = { id: string; state: string; by: string }

function rowsOf(heading: string): Row[] {
  const [, part = ''] = page.split(`## ${heading}`)
  const rows = (part.split('\n## ')[0] ?? '').matchAll(/^\| (\d+\.\d+\.\d+) \| [^|]+ \| ([^|]+) \| ([^|]+) \|$/gm)
  return [...rows].map(([, id = '', state = '', by = '']) => ({ id, state, by }))
}

const first = rowsOf('ASVS 5.0, level 1')
const second = rowsOf('ASVS 5.0, level 2')
const all = [...first, ...second]

describe('the page on security', () => {
  it('answers every requirement of level 1, once', () => {
    const wanted = Object.entries(levelOne).flatMap(([section, numbers]) => numbers.map((at) => `${section}.${at}`))
    expect(wanted).toHaveLength(70)
    expect(first.map(({ id }) => id)).toEqual(wanted)
  })

  it('answers each of level 2 that it names once', () => {
    expect(second.length).toBeGreaterThan(60)
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  })

  it('says of each that it is met, does not apply, or is open, and by what', () => {
    for (const { id, state, by } of all) {
      expect(['met', 'n/a', 'open'], id).toContain(state)
      expect(by.length, id).toBeGreaterThan(4)
    }
  })

  it('names files that are there', () => {
    const named = [...page.matchAll(/\b(?:app|bin|docs|tests)\/[\w./-]+\.(?:tsx?|mjs|md)\b/g)].map(([path]) => path)
    expect(named.length).toBeGreaterThan(100)
    expect(named.filter((path) => !existsSync(path))).toEqual([])
  })

  it('shows what is met by a test, or by the file or page that does it', () => {
    const bare = all.filter(({ state, by }) => state === 'met' && !/(?:tests|app|docs)\/|\.md|React|above/.test(by))
    expect(bare).toEqual([])
  })
})
