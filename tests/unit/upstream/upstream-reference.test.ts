import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contract } from '~/upstream/contract'
import { createDocuments } from '../../../bin/docs/documents'
import { callNames, callReferences, examplesOf, payloadSchema, responseSchema } from '../../../bin/upstream/schemas'
import { strictDifferences } from '../../../bin/upstream/strict-response'

describe('the call reference', () => {
  it.each(Object.entries(createDocuments()))('is up to date in %s (otherwise, run npm run docs)', (path, text) => {
    expect(readFileSync(path, 'utf8')).toBe(text)
  })

  it('describes exactly the calls and refusals of the contract', () => {
    const words = Object.entries(callReferences).map(([name, { refusals = {} }]) => [
      name,
      Object.keys(refusals).sort(),
    ])
    const rows = callNames.map((name) => [name, [...contract[name].refusals].sort()])
    expect(Object.fromEntries(words)).toEqual(Object.fromEntries(rows))
  })

  it.each(callNames)('has a valid example of %s, in the strict form', (callName) => {
    const { payload, response } = examplesOf(callName)
    expect(contract[callName].payload.safeParse(payload).error).toBeUndefined()
    expect(contract[callName].response.safeParse({ status: 'success', ...response }).error).toBeUndefined()
    expect(strictDifferences(callName, response)).toEqual([])
  })

  it.each(callNames)('has a description of each field of %s', (callName) => {
    const { properties: sent = {} } = payloadSchema(callName)
    // `chunks` is not a field, but a whole file.
    const own = ['status', 'keptBy', 'chunks']
    const fields = Object.keys(contract[callName].response.shape).filter((name) => !own.includes(name))
    const { properties: received = {}, $defs = {} } = responseSchema(callName)
    expect(Object.keys(received)).toEqual(['status', ...fields])
    const records = Object.values($defs).map(({ properties = {} }) => properties)
    for (const [name, { description }] of [sent, received, ...records].flatMap((schema) => Object.entries(schema)))
      expect(description, name).toMatch(/./)
  })

  it('finds fields that are missing or of another type', () => {
    expect(strictDifferences('get-jackpot', { status: 'success', amount: '12' })).toEqual([
      expect.stringMatching(/^amount: /),
    ])
    expect(strictDifferences('get-user-note', { note: [{ _id: 1 }] })).toHaveLength(4)
  })

  it('accepts IDs in any script, and rejects control characters', () => {
    const withId = (idx: string) => ({
      status: 'success',
      payments: [{ idx, name: '카드', min: 10_000, max: 20_000, fee: 0 }],
    })
    expect(strictDifferences('get-deposit-payment', withId('card-페이-😀'))).toEqual([])
    expect(strictDifferences('get-deposit-payment', withId('a\u0007b'))).toEqual([
      expect.stringMatching(/^payments\[0\]\.idx: /),
    ])
  })
})
