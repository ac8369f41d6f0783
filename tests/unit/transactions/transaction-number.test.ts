import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatTransactionNumber, parseTransactionNumber } from '~/embedded/transactions/transaction-number'

describe('a deposit’s or withdrawal’s number', () => {
  it('has four and two unambiguous characters', () => {
    for (const id of [1n, 2n, 2n ** 30n - 1n])
      expect(formatTransactionNumber(id)).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{2}$/)
  })

  it('can be converted back to the transaction’s ID, so that it is unique', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 30n - 1n }), (id) => {
        expect(parseTransactionNumber(formatTransactionNumber(id))).toBe(id)
      }),
    )
  })

  it('is very different from the next one, so that a misread one isn’t another one from the same day', () => {
    const starts = Array.from({ length: 200 }, (_, id) => formatTransactionNumber(BigInt(id + 1)).slice(0, 3))
    expect(new Set(starts).size).toBeGreaterThan(190)
  })

  it('never changes, because members may have written it down', () => {
    expect([1n, 2n, 1_000_000n].map(formatTransactionNumber)).toEqual(['97KG-DH', 'RN81-V0', 'K29H-FX'])
  })

  it('is accepted in common spellings', () => {
    const number = formatTransactionNumber(21n)
    for (const typed of [number.toLowerCase(), number.replace('-', ''), ` ${number.replace('-', ' ')} `])
      expect(parseTransactionNumber(typed)).toBe(21n)
    expect(parseTransactionNumber('o1il-00')).toBe(parseTransactionNumber('0111-00'))
  })

  it.each(['', '21', '4F7K-2', '4F7K-211', '4F7U-21', '4F-7K21', 'ㄱF7K-21'])('is not accepted from %j', (typed) => {
    expect(parseTransactionNumber(typed)).toBeUndefined()
  })
})
