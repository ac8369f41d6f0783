import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Entry } from '~/upstream/embedded/ledger'
import {
  accountKey,
  assertBalanced,
  betEntries,
  compGrantEntries,
  depositEntries,
  exchangeEntries,
  jackpotEntries,
  jackpotFillEntries,
  reversed,
  toCashEntries,
  toGameEntries,
  winEntries,
  withdrawalEntries,
  withdrawalPaidEntries,
  withdrawalReturnedEntries,
} from '~/upstream/embedded/ledger'

const most = BigInt(Number.MAX_SAFE_INTEGER)
const won = fc.bigInt({ min: 1n, max: most })
const member = fc.bigInt({ min: 1n, max: 9n })
const basisPoints = fc.integer({ min: 0, max: 10_000 })
const provider = fc.constantFrom('aurora', 'boreal')
const purse = fc.constantFrom('cash' as const, 'game' as const)
const through = fc.constantFrom('bank' as const, 'payments' as const)

/** Any transfer that the house knows. */
const transfers = fc.oneof(
  fc.record({ member, won, through }).map(depositEntries),
  fc
    .record({ member, won: fc.bigInt({ min: 2n, max: most }), through })
    .chain((deposit) =>
      fc.bigInt({ min: 0n, max: deposit.won - 1n }).map((fee) => depositEntries({ ...deposit, fee })),
    ),
  fc.record({ member, won }).map(withdrawalEntries),
  fc.record({ won, through }).map(withdrawalPaidEntries),
  fc.record({ member, won }).map(withdrawalReturnedEntries),
  fc.record({ member, points: won }).map(exchangeEntries),
  fc.record({ member, points: won }).map(compGrantEntries),
  fc.record({ member, won }).map(toGameEntries),
  fc.record({ member, won }).map(toCashEntries),
  fc
    .record({
      member,
      from: purse,
      provider,
      stake: won,
      compBasisPoints: basisPoints,
      jackpotBasisPoints: basisPoints,
    })
    .map(betEntries),
  fc.record({ member, to: purse, provider, won }).map(winEntries),
  fc.record({ member, to: purse, won }).map(jackpotEntries),
  fc.record({ won }).map(jackpotFillEntries),
)

const sum = (entries: readonly Entry[]) => entries.reduce((total, entry) => total + entry.won, 0n)

describe('entries', () => {
  it('sum to zero and move something, whatever is transferred', () => {
    fc.assert(
      fc.property(transfers, (entries) => {
        expect(sum(entries)).toBe(0n)
        expect(entries.every((entry) => entry.won !== 0n)).toBe(true)
        expect(new Set(entries.map((entry) => accountKey(entry.account))).size).toBe(entries.length)
      }),
    )
  })

  it('are undone by their reverse', () => {
    fc.assert(
      fc.property(transfers, (entries) => {
        const balances = new Map<string, bigint>()
        for (const { account, won } of [...entries, ...reversed(entries)]) {
          balances.set(accountKey(account), (balances.get(accountKey(account)) ?? 0n) + won)
        }
        expect([...balances.values()].every((balance) => balance === 0n)).toBe(true)
      }),
    )
  })

  it('refuse amounts of zero and below', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -most, max: 0n }), member, (none, id) => {
        for (const entries of [
          () => depositEntries({ member: id, won: none, through: 'bank' }),
          () => withdrawalEntries({ member: id, won: none }),
          () => exchangeEntries({ member: id, points: none }),
          () => betEntries({ member: id, from: 'cash', provider: 'aurora', stake: none, compBasisPoints: 0 }),
          () => winEntries({ member: id, to: 'cash', provider: 'aurora', won: none }),
        ]) {
          expect(entries).toThrow(RangeError)
        }
      }),
    )
  })

  it('of a bet round comp down to whole won and never give more than the rate', () => {
    fc.assert(
      fc.property(won, basisPoints, member, (stake, rate, id) => {
        const entries = betEntries({ member: id, from: 'game', provider: 'aurora', stake, compBasisPoints: rate })
        const comp = entries.find((entry) => entry.account.kind === 'comp')?.won ?? 0n
        expect(comp * 10_000n <= stake * BigInt(rate)).toBe(true)
        expect((comp + 1n) * 10_000n > stake * BigInt(rate)).toBe(true)
      }),
    )
  })

  it('of a bet of 1,000 won at 0.35 % credit 3 won of comp', () => {
    const entries = betEntries({ member: 1n, from: 'game', provider: 'aurora', stake: 1_000n, compBasisPoints: 35 })
    expect(entries).toContainEqual({ account: { kind: 'comp', member: 1n }, won: 3n })
    expect(entries).toContainEqual({ account: { kind: 'game', member: 1n }, won: -1_000n })
  })

  it('refuse a rate below nothing, above the whole or with a fraction', () => {
    for (const rate of [-1, 10_001, 0.5, Number.NaN]) {
      const bet = { member: 1n, from: 'game', provider: 'aurora', stake: 1_000n, compBasisPoints: rate } as const
      expect(() => betEntries(bet)).toThrow(RangeError)
    }
  })

  it('refuse a fee that takes the whole deposit', () => {
    expect(() => depositEntries({ member: 1n, won: 100n, through: 'payments', fee: 100n })).toThrow(RangeError)
  })

  it('that do not balance are refused before they are written', () => {
    const bank = { kind: 'bank' } as const
    const cash = { kind: 'cash', member: 1n } as const
    expect(() => assertBalanced([{ account: bank, won: 1n }])).toThrow(RangeError)
    expect(() => assertBalanced([])).toThrow(RangeError)
    expect(() =>
      assertBalanced([
        { account: bank, won: 0n },
        { account: cash, won: 0n },
      ]),
    ).toThrow(RangeError)
  })
})
