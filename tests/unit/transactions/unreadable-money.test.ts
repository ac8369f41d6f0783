import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkDeposit, checkExchange, checkWithdrawal } from '~/features/cashier/form/amount-problems'
import { loadPlayLimitsSummary } from '~/features/play-limits/play-limits.server'
import { i18nFor } from '~/i18n/catalogue.server'
import { leftToDeposit } from '~/limits/rules'
import { hasNoMoney, moneyOf, toShellMember } from '~/session/shell-data'
import type { CallName } from '~/upstream/contract'
import { addUp, subtract, totalBalance } from '~/values/balance'
import { netAmount } from '~/values/transaction'
import { answered, classify } from '../../support/exchanges'

/** Unreadable amounts from an upstream, which are shown as 0 with an explanation, and excluded from totals. */

const row = { id: 1, regdate: '2026-01-01T00:00:00Z', status: 'already' }
const user = { userId: 'demo' }
/** A field with money in a response, and its path. */
const places: [CallName, string, (money: unknown) => object, path: string][] = [
  ['user-health-check', 'balance', (balance) => ({ user: { ...user, balance } }), 'user.balance'],
  ['user-health-check', 'in_balance', (in_balance) => ({ user: { ...user, in_balance } }), 'user.in_balance'],
  ['user-health-check', 'rolling', (rolling) => ({ user: { ...user, rolling } }), 'user.rolling'],
  ['get-in-game-balance', 'gameMoney', (gameMoney) => ({ gameMoney }), 'gameMoney'],
  ['get-deposit-list', 'balance', (balance) => ({ balances: [{ ...row, balance }] }), 'balances.0.balance'],
  ['get-deposit-list', 'after', (after) => ({ balances: [{ ...row, after }] }), 'balances.0.after'],
  ['get-withdraw-list', 'sum', (sum) => ({ sum, balances: [] }), 'sum'],
  ['get-deposit-payment', 'fee', (fee) => ({ payments: [{ idx: 1, fee }] }), 'payments.0.fee'],
  ['get-deposit-payment', 'max', (max) => ({ payments: [{ idx: 1, max }] }), 'payments.0.max'],
  ['get-bets-list', 'balanceWin', (balanceWin) => ({ bets: [{ id: 1, balanceWin }] }), 'bets.0.balanceWin'],
  ['get-comp-list', 'points', (points) => ({ points: [{ id: 1, points }] }), 'points.0.points'],
  ['get-jackpot', 'amount', (amount) => ({ amount }), 'amount'],
  ['get-play-limits', 'used.day', (day) => ({ limits: { used: { day } } }), 'limits.used.day'],
  ['apply-user-deposit', 'left', (left) => ({ status: 'deposit_limit', left }), 'left'],
]

const someJson = fc.oneof(
  fc.jsonValue(),
  fc.maxSafeInteger(),
  fc.double(),
  fc.constantFrom(
    ...'1,000 1,00 -1,000,000.5 1,0000 1000.0 0 -0 abc 0x10 1e400'.split(' '),
    ' 1000 ',
    '',
    ' ',
    0.4,
    '9'.repeat(17),
    true,
    [],
    {},
  ),
)

const isNumeric = (value: unknown): boolean =>
  typeof value === 'number' ||
  (typeof value === 'string' && /^\s*[+-]?((\d+|\d{1,3}(,\d{3})+)\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(value))
const numberOf = (value: unknown) => Number(typeof value === 'string' ? value.replaceAll(',', '') : value)

describe('money from an upstream', () => {
  it.each(places)('of %s in %s is a number, missing, or reported as unreadable', (...place) => {
    const [callName, field, responseWith, path] = place
    fc.assert(
      fc.property(someJson, (sent) => {
        const value: unknown = JSON.parse(JSON.stringify(sent))
        const { outcome, unreadableMoney } = classify(callName, answered(responseWith(value)))
        const response = outcome.kind === 'done' || outcome.kind === 'refused' ? outcome.response : expect.unreachable()
        const read = path
          .split('.')
          .reduce<unknown>((field, name) => (field as Record<string, unknown>)[name], response)
        const isMissing = value === null || value === undefined
        const isReadable = isNumeric(value) && Math.abs(numberOf(value)) <= Number.MAX_SAFE_INTEGER
        expect([typeof read === 'number', unreadableMoney ?? []]).toEqual(
          isMissing ? [false, []] : [isReadable, isReadable ? [] : [field]],
        )
        if (read === 0) expect(Math.abs(numberOf(value))).toBeLessThan(1)
      }),
      { numRuns: 60 },
    )
  })

  it('is shown as 0 if it is unreadable, and as – if it is missing', () => {
    const { number, signed, won } = i18nFor('ko')
    expect([number(null), signed(null), won(null)]).toEqual(['0', '0', '0원'])
    expect([number(undefined), signed(undefined), won(undefined)]).toEqual(['–', '–', '–'])
  })

  it('is excluded from totals and makes differences unknown if it is unreadable, but counts as 0 if missing', () => {
    expect([addUp([1, undefined, 2]), addUp([1, null, 2]), addUp([])]).toEqual([3, 3, 0])
    expect([totalBalance(5, undefined), totalBalance(5, null), totalBalance(null, 5)]).toEqual([5, 5, 5])
    expect([totalBalance(undefined, undefined), totalBalance(null, undefined)]).toEqual([undefined, 0])
    expect([subtract(5, 2), subtract(5, undefined), subtract(5, null), subtract(null, 5)]).toEqual([
      3,
      5,
      undefined,
      undefined,
    ])
    const money = [
      netAmount({ amount: 9, fee: undefined }),
      netAmount({ amount: 9, fee: null }),
      netAmount({ amount: null }),
    ]
    expect(money).toEqual([9, undefined, null])
  })

  it('isn’t treated as zero in the shell if it is unreadable', () => {
    const shownOf = (money: object) => toShellMember('demo', { user: { ...user, ...money } } as never)
    const shown = shownOf({ balance: null, in_balance: 7, rolling: null })
    expect([shown.totalWon, ...moneyOf(shown)]).toEqual([7, null, 7, null])
    expect(hasNoMoney(shownOf({ balance: 0, in_balance: 0 }))).toBe(true)
    for (const money of [
      { balance: null, in_balance: 0 },
      { balance: 0, in_balance: null },
    ])
      expect(hasNoMoney(shownOf(money)), JSON.stringify(money)).toBe(false)
  })

  it('doesn’t block requests if it is unreadable, because the upstream decides', () => {
    const wrong = [
      checkWithdrawal(10_000, null),
      checkDeposit(10_000, { min: null, max: null }),
      checkExchange(500, null),
    ]
    expect(wrong).toEqual([undefined, undefined, undefined])
  })

  it('in limits may be partly unreadable, which the summary reports', async () => {
    const deposit = { day: 50_000, week: null, month: 900_000 }
    expect(leftToDeposit({ deposit }, { day: null, month: 100_000 })).toEqual({ period: 'month', left: 800_000 })
    expect(leftToDeposit({ deposit }, { day: null, month: null })).toBeUndefined()
    const summaryOf = async (limits: object) => {
      const { outcome, unreadableMoney } = classify('get-play-limits', answered({ limits }))
      const summary = await loadPlayLimitsSummary({ callOptionalOnce: async () => outcome } as never)
      return [summary?.tightest?.period, summary?.isUnreadable, unreadableMoney]
    }
    const limits = { deposit, used: {} }
    expect(await summaryOf(limits)).toEqual(['day', undefined, undefined])
    expect(await summaryOf({ ...limits, used: { day: 'much', week: 'much' } })).toEqual([
      'month',
      true,
      ['used.day', 'used.week'],
    ])
    expect(await summaryOf({ deposit: { day: 'many', week: '', month: null } })).toEqual([
      undefined,
      true,
      ['deposit.day'],
    ])
  })
})
