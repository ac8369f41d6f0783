import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { oneProcessTests, whyOneProcess } from '../support/one-process-tests.mjs'

describe('the list of tests for one process', () => {
  it('names tests that exist, each once, and says why', () => {
    const wrong = oneProcessTests.flatMap(({ file, titles = [], why }) => {
      const path = `tests/http/${file}.test.ts`
      if (!existsSync(path)) return [`${path} is not there`]
      const source = readFileSync(path, 'utf8')
      const missing = titles.filter(
        (title) => !new RegExp(`(it|describe)[^'\n]*\\('${escapeRegExp(title)}'`).test(source),
      )
      return [...missing.map((title) => `${path} has no ${title}`), ...(why.length < 20 ? [`${path}: why?`] : [])]
    })
    expect(wrong).toEqual([])
    const names = oneProcessTests.flatMap(({ file, titles = [''] }) => titles.map((title) => `${file} ${title}`))
    expect(new Set(names).size).toBe(names.length)
  })

  it('leaves out a whole file, a test and a group, and nothing else', () => {
    expect(whyOneProcess('crowd', ['anything'])).toMatch(/two processes/)
    expect(whyOneProcess('edges', ['like TRACE /login is answered with 405', 'what is hardly HTTP'])).toMatch(/proxy/)
    expect(whyOneProcess('edges', ['block further tries from that IP address, and from no other'])).toBeUndefined()
    expect(whyOneProcess('guards', ['what is hardly HTTP'])).toBeUndefined()
  })
})

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
