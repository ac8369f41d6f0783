import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contract } from '~/upstream/contract'
import { createDocuments } from '../../bin/documents'
import { referenceOf } from '../../bin/upstream/calls'
import { callNames } from '../../bin/upstream/openapi'
import { strictDifferences } from '../../bin/upstream/strict-response'

describe('the reference of the calls', () => {
  it.each(Object.entries(createDocuments()))('is the one in %s; run npm run docs when this fails', (path, text) => {
    expect(readFileSync(path, 'utf8')).toBe(text)
  })

  it.each(callNames)('shows an example of %s that the site can send and read, in the strict form', (callName) => {
    const { payload, response } = referenceOf(callName).example
    expect(contract[callName].payload.safeParse(payload).error).toBeUndefined()
    expect(contract[callName].response.safeParse({ status: 'success', ...response }).error).toBeUndefined()
    expect(strictDifferences(callName, response)).toEqual([])
  })

  it('finds fields that are missing or of another type', () => {
    expect(strictDifferences('get-jackpot', { status: 'success', amount: '12' })).toEqual([
      expect.stringMatching(/^amount: /),
    ])
    expect(strictDifferences('get-user-note', { note: [{ _id: 1 }] })).toHaveLength(4)
  })
})
