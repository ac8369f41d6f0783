import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arrivingWon, withoutTransactions } from '~/features/cashier/tracked-transaction'
import { toShellMember } from '~/frame/shell-member'
import type { CallName } from '~/upstream/contract'
import { leftToDeposit } from '~/upstream/contract/play-limits'
import { addUp, totalBalance } from '~/values/balance'
import { answered, classify } from '../support/exchanges'

/** Money that an upstream sends in a form that nobody can read: it is not known, and never 0. */

const row = { id: 1, regdate: '2026-01-01T00:00:00Z', status: 'already' }
const user = { userId: 'demo' }
/** A response with a value where money stands, and how to find it again. */
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
    '1,000',
    '1000.0',
    ' 1000 ',
    '0',
    '-0',
    0.4,
    '',
    ' ',
    'abc',
    '0x10',
    '1e400',
    '9'.repeat(17),
    true,
    [],
    {},
  ),
)

/** Whether a person would read it as a number. */
const isNumeric = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(value))

describe('money of an upstream', () => {
  it.each(places)(
    'of %s is in %s a number or not known, and 0 only where 0 came; what can’t be read is named',
    (...place) => {
      const [callName, field, responseWith, path] = place
      fc.assert(
        fc.property(someJson, (sent) => {
          const value: unknown = JSON.parse(JSON.stringify(sent))
          const { outcome, unreadableMoney } = classify(callName, answered(responseWith(value)))
          const response =
            outcome.kind === 'done' || outcome.kind === 'refused' ? outcome.response : expect.unreachable()
          const read = path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], response)
          const isMissing = value === null || value === undefined
          const isReadable = isNumeric(value) && Math.abs(Number(value)) <= Number.MAX_SAFE_INTEGER
          expect([typeof read === 'number', unreadableMoney ?? []]).toEqual(
            isMissing ? [false, []] : [isReadable, isReadable ? [] : [field]],
          )
          if (read === 0) expect(Math.abs(Number(value))).toBeLessThan(1)
        }),
        { numRuns: 60 },
      )
    },
  )

  it('is in no sum when it can’t be read, while what is missing counts as 0', () => {
    expect([addUp([1, undefined, 2]), addUp([1, null, 2]), addUp([])]).toEqual([3, null, 0])
    expect([totalBalance(5, undefined), totalBalance(5, null), totalBalance(null, 5)]).toEqual([5, null, null])
    expect(totalBalance(undefined, undefined)).toBeUndefined()
    const money = [
      arrivingWon({ won: 9, fee: undefined }),
      arrivingWon({ won: 9, fee: null }),
      arrivingWon({ won: null }),
    ]
    expect(money).toEqual([9, null, null])
  })

  it('leaves the strip without a sum, and the limit without what is left', () => {
    const shown = toShellMember('demo', { user: { ...user, balance: null, in_balance: 7, rolling: null } } as never)
    expect([shown.totalWon, shown.cashWon, shown.inGameWon, shown.compPoints]).toEqual([null, null, 7, null])
    const deposit = { day: 50_000, week: null, month: 900_000 }
    expect(leftToDeposit({ deposit }, { day: null, month: 100_000 })).toEqual({ period: 'month', left: 800_000 })
    expect(leftToDeposit({ deposit }, { day: null, month: null })).toBeUndefined()
  })

  it('makes what waits together unknown, not less', () => {
    const one = { list: 'deposit', id: '1', won: null, at: '', isListed: true } as const
    const other = { ...one, id: '2', won: 10_000 }
    const waiting = { tracked: [one, other], untrackedCount: 0, sums: [{ list: 'deposit' as const, won: null }] }
    expect(withoutTransactions(waiting, [other]).sums).toEqual([{ list: 'deposit', won: null }])
  })
})
