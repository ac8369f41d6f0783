import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addChipToText,
  checkDeposit,
  checkExchange,
  checkMethodLimits,
  checkWithdrawal,
  maxExchangeablePoints,
  maxWithdrawable,
  remainingCash,
} from '~/features/cashier/form/amounts'
import { depositForm, readChip, readIntent, withdrawForm } from '~/features/cashier/form/fields.server'
import { findLastUsed } from '~/features/cashier/form/use-amount'
import { matchTransaction } from '~/features/cashier/tracking/find-transaction'
import { arrivingWon } from '~/features/cashier/tracking/pending'
import { readForm } from '~/forms/read-form.server'
import { maskAccountNumber, maskName } from '~/upstream/mask.server'
import { formDataOf } from '../support/form-data'

const formWith = (fields: Record<string, string>) => formDataOf(...Object.entries(fields))
const code = '0123456789abcdef'

describe('an amount in a field', () => {
  it.each([
    ['', 10_000, '10,000'],
    ['20,000', 30_000, '50,000'],
    ['３００００', 50_000, '80,000'],
    ['1만', 1_000_000, '1,010,000'],
    ['no amount', 10_000, '10,000'],
    ['9007199254740991', 10_000, '9,007,199,254,740,991'],
  ])('%j and a chip of %i make %s', (typed, chip, sum) => {
    expect(addChipToText(typed, chip)).toBe(sum)
  })
})

describe('an amount while it is typed', () => {
  const own = (left: number) => ({ period: 'day', left }) as const

  it.each([
    [0, {}, undefined, 'msg2007', []],
    [5_000, {}, undefined, 'msg2008', [10_000]],
    [155_000, {}, undefined, 'msg2009', [150_000, 160_000]],
    [150_000, {}, undefined, undefined, []],
    [20_000, { min: 30_000 }, undefined, 'amount.belowMin', [30_000]],
    [510_000, { max: 500_000 }, undefined, 'amount.aboveMax', [500_000]],
    [155_000, { max: 150_000 }, undefined, 'msg2009', [150_000]],
    [60_000, {}, own(55_000), 'deposit.limit.refused.day', [50_000]],
    [60_000, {}, own(9_999), 'deposit.limit.refused', []],
    [60_000, { min: 70_000 }, own(65_000), 'amount.belowMin', []],
  ])(
    'of %i to deposit by a method of %j with a limit of %j is answered %s, mended by %j',
    (won, method, limit, message, nearest) => {
      const problem = checkDeposit(won, method, limit)
      expect([problem?.message, problem?.nearest ?? []]).toEqual([message, nearest])
    },
  )

  it.each([
    [0, 'msg2014', []],
    [5_000, 'msg2013', [10_000]],
    [15_000, 'msg2013', [10_000, 20_000]],
    [30_000, 'withdraw.amount.above', [20_000]],
    [20_000, undefined, []],
  ])('of %i to withdraw from 25,000 is answered %s, mended by %j', (won, message, nearest) => {
    const problem = checkWithdrawal(won, 25_000)
    expect([problem?.message, problem?.nearest ?? []]).toEqual([message, nearest])
  })

  it.each([
    [0, 'comp.points.least', []],
    [13, 'comp.points.low', [12]],
    [12, undefined, []],
  ])('of %i points of 12 is answered %s, mended by %j', (points, message, nearest) => {
    const problem = checkExchange(points, 12)
    expect([problem?.message, problem?.nearest ?? []]).toEqual([message, nearest])
  })

  it('is checked as the server checks it, and every mend is taken', () => {
    const bound = fc.option(fc.nat(300_000), { nil: undefined })
    const amounts = fc.oneof(
      fc.nat(400_000),
      fc.nat(40).map((steps) => steps * 10_000),
    )
    fc.assert(
      fc.property(amounts, bound, bound, bound, (won, min, max, left) => {
        const limit = left === undefined ? undefined : own(left)
        const method = { min, max }
        const served = readForm(formWith({ balance: String(won), code }), depositForm)
        const problem = checkDeposit(won, method, limit)
        if (served.kind === 'invalid') expect(served.fields).toEqual({ balance: [problem?.message] })
        else if (checkMethodLimits(method, won)) expect(problem?.message).toBe(checkMethodLimits(method, won)?.message)
        else expect(problem === undefined).toBe(left === undefined || won <= left)
        for (const mend of problem?.nearest ?? []) expect(checkDeposit(mend, method, limit)).toBeUndefined()

        const withdrawal = readForm(formWith({ balance: String(won), code, exchange_pw: '2580' }), withdrawForm)
        const refusal = checkWithdrawal(won, left)
        if (withdrawal.kind === 'invalid') expect(withdrawal.fields).toEqual({ balance: [refusal?.message] })
        for (const mend of refusal?.nearest ?? []) expect(checkWithdrawal(mend, left)).toBeUndefined()
      }),
    )
  })

  it('offers the newest recent amount that is taken now', () => {
    const transaction = (won?: number) => ({ id: '1', at: '', ...(won === undefined ? {} : { won }) })
    const recent = {
      kind: 'done',
      value: [transaction(), transaction(900_000), transaction(30_000), transaction(20_000)],
    } as const
    expect(findLastUsed({ ...recent, value: [...recent.value] }, (won) => checkDeposit(won, { max: 500_000 }))).toBe(
      30_000,
    )
    expect(findLastUsed({ kind: 'unsupported' }, () => undefined)).toBeUndefined()
  })
})

describe('a sent transaction', () => {
  const at = '2026-01-01T00:00:00Z'
  const sinceMs = Date.parse(at)
  const rows = [
    { id: 3, won: 20_000, at },
    { id: '2', won: -10_000, at },
    { won: 10_000, at: '2025-12-31T23:59:59Z' },
  ]

  it('is the listed one with its id, be the id a number or a text', () => {
    expect(matchTransaction(rows, { id: '3', won: 10_000, sinceMs })).toMatchObject({ transaction: { id: 3 } })
    expect(matchTransaction(rows, { id: 2, won: 10_000, sinceMs })).toMatchObject({ transaction: { id: '2' } })
    expect(matchTransaction(rows, { id: 'undefined', won: 10_000, sinceMs })).toEqual({ kind: 'not-found' })
  })

  it('is without an id the one of its sum that is not older', () => {
    expect(matchTransaction(rows, { won: 10_000, sinceMs })).toMatchObject({ transaction: { id: '2', won: 10_000 } })
    expect(matchTransaction(rows.slice(2), { won: 10_000, sinceMs })).toEqual({ kind: 'not-found' })
    expect(matchTransaction(undefined, { won: 10_000, sinceMs })).toEqual({ kind: 'no-list' })
  })
})

describe('sums', () => {
  it.each([
    [1_000_000, 1_000_000],
    [1_009_999, 1_000_000],
    [9_999.9, 0],
    [10_000.5, 10_000],
    [-50_000, 0],
    [undefined, 0],
    [Number.NaN, 0],
  ])('of %s at most %i can be withdrawn', (cash, most) => {
    expect(maxWithdrawable(cash)).toBe(most)
  })

  it.each([
    [50_000, 50_000],
    [0.9, 0],
    [12, 12],
    [-3, 0],
    [undefined, 0],
  ])('of %s comp %i points can be exchanged', (comp, points) => {
    expect(maxExchangeablePoints(comp)).toBe(points)
  })

  it('subtract a fee and never go below zero', () => {
    expect(arrivingWon({ won: 20_000, fee: 500 })).toBe(19_500)
    expect(arrivingWon({ won: 20_000 })).toBe(20_000)
    expect(arrivingWon({ won: 100, fee: 500 })).toBe(0)
  })

  it('show what is left in the wallet, and nothing when there is not enough', () => {
    expect(remainingCash(1_100_000, 500_000)).toBe(600_000)
    expect(remainingCash(1_100_000, 1_110_000)).toBeUndefined()
    expect(remainingCash(undefined, 500_000)).toBeUndefined()
    expect(remainingCash(1_100_000, undefined)).toBeUndefined()
  })
})

describe('what is masked', () => {
  it.each([
    ['12345678904821', '***-**-*4821'],
    ['123-456-78-4821', '***-**-*4821'],
    ['4821', '***-**-****'],
    ['', undefined],
    [undefined, undefined],
  ])('the account %s shows as %s', (number, shown) => {
    expect(maskAccountNumber(number)).toBe(shown)
  })

  it.each([
    ['김하늘', '김*늘'],
    ['김늘', '김*'],
    ['김', '*'],
    ['남궁하늘', '남**늘'],
    ['', undefined],
    [undefined, undefined],
  ])('the name %s shows as %s', (name, shown) => {
    expect(maskName(name)).toBe(shown)
  })
})

describe('the intent of a form', () => {
  const intents = ['add', 'clear', 'ask-account'] as const

  it('is the form’s main action by default', () => {
    expect(readIntent(formWith({}), intents)).toBe('main')
    expect(readIntent(formWith({ intent: 'deposit' }), intents)).toBe('main')
  })

  it('is a chip whenever a chip was sent, whatever else was', () => {
    expect(readIntent(formWith({ add: '10000' }), intents)).toBe('add')
    expect(readIntent(formWith({ intent: 'deposit', add: '10000' }), intents)).toBe('add')
    expect(readIntent(formWith({ intent: 'add', add: '10000' }), intents)).toBe('add')
  })

  it('is refused when it is sent twice or unknown', () => {
    const twice = formDataOf(['intent', 'clear'], ['intent', 'deposit'])
    expect(readIntent(twice, intents)).toBe('main')
    expect(readForm(twice, depositForm).kind).toBe('invalid')
    expect(readIntent(formWith({ intent: 'steal' }), intents)).toBe('main')
    expect(readForm(formWith({ intent: 'steal', balance: '10000', code }), depositForm)).toMatchObject({
      kind: 'invalid',
      fields: { intent: ['field.unreadable'] },
    })
  })

  it.each([
    ['10000', 10_000],
    ['0', undefined],
    ['-10000', undefined],
    ['1e4', undefined],
    ['', undefined],
  ])('a chip of %j adds or sets %s', (add, won) => {
    expect(readChip(formWith({ add }), 'add')).toBe(won)
    expect(readChip(formWith({ set: add }), 'set')).toBe(won)
  })
})
