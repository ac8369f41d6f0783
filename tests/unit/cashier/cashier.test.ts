import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { depositForm } from '~/features/cashier/deposit/deposit.server'
import {
  addChipToText,
  checkDeposit,
  checkExchange,
  checkMethodRange,
  checkWithdrawal,
  maxExchangeablePoints,
  maxWithdrawable,
  remainingCash,
} from '~/features/cashier/form/amount-problems'
import { readChip, readIntent } from '~/features/cashier/form/money-action.server'
import { findLastUsed } from '~/features/cashier/form/recent-transactions'
import { withdrawalForm } from '~/features/cashier/withdraw/withdraw.server'
import { readForm } from '~/forms/read-form.server'
import { maskAccountNumber, maskName, maskPhone } from '~/values/banks'
import { findTransaction, identityOf, keyOf, netAmount, parseIdentity } from '~/values/transaction'
import { formDataOf } from '../../support/form-data'

const formWith = (fields: Record<string, string>) => formDataOf(...Object.entries(fields))
const code = '0123456789abcdef'

describe('an amount in a field', () => {
  it.each([
    ['', 10_000, '10,000'],
    ['20,000', 30_000, '50,000'],
    ['３００００', 50_000, '80,000'],
    ['1만', 1_000_000, '1,010,000'],
    ['9007199254740991', 10_000, '9,007,199,254,740,991'],
  ])('%j and a chip of %i make %s', (typed, chip, sum) => {
    expect(addChipToText(typed, chip)).toEqual({ text: sum })
  })

  it.each([
    ['no amount', 'amount.unreadable'],
    ['10.5', 'amount.unclear'],
    ['99999999999999999999', 'amount.unreadable'],
  ])('%j stays when a chip is clicked, with the result %s', (typed, mistake) => {
    expect(addChipToText(typed, 10_000)).toBe(mistake)
  })
})

describe('an amount while it is typed', () => {
  const own = (left: number) => ({ period: 'day', left }) as const

  it.each([
    [0, {}, undefined, 'msg2007', []],
    [5_000, {}, undefined, 'msg2008', [10_000]],
    [155_000, {}, undefined, 'msg2009', [150_000, 160_000]],
    [150_000, {}, undefined, undefined, []],
    [99_999_999_999_999, {}, undefined, 'msg2009', []],
    [99_999_999_999_999, { max: 2_000_000 }, undefined, 'msg2009', [2_000_000]],
    [20_000, { min: 30_000 }, undefined, 'amount.belowMin', [30_000]],
    [510_000, { max: 500_000 }, undefined, 'amount.aboveMax', [500_000]],
    [155_000, { max: 150_000 }, undefined, 'msg2009', [150_000]],
    [60_000, {}, own(55_000), 'deposit.limit.refused.day', [50_000]],
    [60_000, {}, own(9_999), 'deposit.limit.refused', []],
    [60_000, { min: 70_000 }, own(65_000), 'amount.belowMin', []],
  ])(
    'of %i to deposit by a method of %j with a limit of %j gets %s, with the suggestions %j',
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
  ])('of %i to withdraw from 25,000 gets %s, with the suggestions %j', (won, message, nearest) => {
    const problem = checkWithdrawal(won, 25_000)
    expect([problem?.message, problem?.nearest ?? []]).toEqual([message, nearest])
  })

  it.each([
    [0, 'comp.points.least', []],
    [13, 'comp.points.low', [12]],
    [12, undefined, []],
  ])('of %i points out of 12 gets %s, with the suggestions %j', (points, message, nearest) => {
    const problem = checkExchange(points, 12)
    expect([problem?.message, problem?.nearest ?? []]).toEqual([message, nearest])
  })

  it('is checked with the server’s rules, which accept every suggested amount', () => {
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
        else if (checkMethodRange(method, won)) expect(problem?.message).toBe(checkMethodRange(method, won)?.message)
        else expect(problem === undefined).toBe(left === undefined || won <= left)
        for (const nearest of problem?.nearest ?? []) expect(checkDeposit(nearest, method, limit)).toBeUndefined()

        const withdrawal = readForm(formWith({ balance: String(won), code, exchange_pw: '2580' }), withdrawalForm)
        const refusal = checkWithdrawal(won, left)
        if (withdrawal.kind === 'invalid') expect(withdrawal.fields).toEqual({ balance: [refusal?.message] })
        for (const nearest of refusal?.nearest ?? []) expect(checkWithdrawal(nearest, left)).toBeUndefined()
      }),
    )
  })

  it('is suggested from the newest recent amount that is still accepted', () => {
    const transaction = (amount?: number, status?: 'cancelled', cancelledByMember = false) =>
      ({ kind: 'deposit', at: '', amount, listing: 'listed', status, cancelledByMember }) as const
    const own = transaction(40_000, 'cancelled', true)
    const recent = {
      kind: 'done',
      value: [transaction(), transaction(900_000), own, transaction(30_000, 'cancelled'), transaction(20_000)],
    } as const
    expect(findLastUsed({ ...recent, value: [...recent.value] }, (won) => checkDeposit(won, { max: 500_000 }))).toBe(
      30_000,
    )
    expect(findLastUsed({ kind: 'unsupported' }, () => undefined)).toBeUndefined()
  })
})

describe('a transaction', () => {
  const at = '2026-01-01T00:00:00Z'
  const atMs = Date.parse(at)
  const row = (id: string | undefined, amount: number, time = at) =>
    ({ kind: 'deposit', id, amount, at: time, listing: 'listed' }) as const
  const rows = [row('3', 20_000), row('2', 10_000), row(undefined, 10_000, '2025-12-31T23:59:59Z')]
  const sending = { by: 'sending', amount: 10_000, atMs } as const

  it('is found by its ID in the list', () => {
    expect(findTransaction(rows, { by: 'id', id: '3' })).toBe(rows[0])
    expect(findTransaction(rows, { by: 'id', id: 'undefined' })).toBeUndefined()
  })

  it('without an ID is found right after sending as the newest with its amount that isn’t older', () => {
    expect(findTransaction(rows, sending)).toBe(rows[1])
    expect(findTransaction(rows.slice(2), sending)).toBeUndefined()
    // Some upstreams send withdrawals as negative amounts.
    expect(findTransaction([{ amount: -10_000, at }], sending)).toBeDefined()
  })

  it('without an ID is found later by its amount and time', () => {
    for (const listed of rows) expect(findTransaction(rows, identityOf(listed))).toBe(listed)
    expect(keyOf(row(undefined, 10_000))).not.toBe(keyOf(row(undefined, 20_000)))
    expect(keyOf(row(undefined, 10_000))).not.toBe(keyOf({ ...row(undefined, 10_000), kind: 'withdraw' }))
  })

  it('is identified by a cookie, whatever its ID', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.nat(),
        fc.date({ min: new Date(0), max: new Date('2999-01-01'), noInvalidDate: true }),
        (id, amount, date) => {
          for (const listing of ['listed', 'expected'] as const) {
            const transaction = { ...row(id, amount, date.toISOString()), listing }
            const reference = identityOf(transaction)
            const clamped = reference.by === 'id' ? reference : { ...reference, atMs: Math.max(0, reference.atMs) }
            expect(parseIdentity(keyOf(transaction))).toEqual(clamped)
          }
        },
      ),
    )
    expect(parseIdentity('nothing')).toBeUndefined()
  })
})

describe('amounts', () => {
  it.each([
    [1_000_000, 1_000_000],
    [1_009_999, 1_000_000],
    [9_999.9, 0],
    [10_000.5, 10_000],
    [-50_000, 0],
    [undefined, 0],
    [Number.NaN, 0],
  ])('of %s allow at most %i to be withdrawn', (cash, most) => {
    expect(maxWithdrawable(cash)).toBe(most)
  })

  it.each([
    [50_000, 50_000],
    [0.9, 0],
    [12, 12],
    [-3, 0],
    [undefined, 0],
  ])('of %s comp allow %i points to be exchanged', (comp, points) => {
    expect(maxExchangeablePoints(comp)).toBe(points)
  })

  it('subtract a fee and never go below zero', () => {
    expect(netAmount({ amount: 20_000, fee: 500 })).toBe(19_500)
    expect(netAmount({ amount: 20_000 })).toBe(20_000)
    expect(netAmount({ amount: 100, fee: 500 })).toBe(0)
  })

  it('show the rest of the wallet, or nothing if there isn’t enough', () => {
    expect(remainingCash(1_100_000, 500_000)).toBe(600_000)
    expect(remainingCash(1_100_000, 1_110_000)).toBeUndefined()
    expect(remainingCash(undefined, 500_000)).toBeUndefined()
    expect(remainingCash(1_100_000, undefined)).toBeUndefined()
  })
})

it.each([
  [maskAccountNumber, '12345678904821', '••4821'],
  [maskAccountNumber, '123-456-78-4821', '••4821'],
  [maskAccountNumber, '4821', '••••'],
  [maskName, '김하늘', '김•늘'],
  [maskName, '김늘', '김•'],
  [maskName, '김', '•'],
  [maskName, '남궁하늘', '남••늘'],
  [maskPhone, '01012345678', '010-••••-5678'],
  [maskPhone, '010-123-5678', '010-••••-5678'],
  [maskPhone, '12345', '•••-••••-••••'],
])('%o masks %s as %s, and leaves an empty value empty', (mask, text, shown) => {
  expect([mask(text), mask(''), mask(undefined)]).toEqual([shown, undefined, undefined])
})

describe('a form’s intent', () => {
  const intents = ['add', 'clear', 'ask-account'] as const

  it('is an amount chip if one was sent, whatever else was', () => {
    expect(readIntent(formWith({ add: '10000' }), intents)).toBe('add')
    expect(readIntent(formWith({ intent: 'deposit', add: '10000' }), intents)).toBe('add')
    expect(readIntent(formWith({ intent: 'add', add: '10000' }), intents)).toBe('add')
  })

  it('is rejected when it is sent twice or unknown', () => {
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
