import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  accountKey,
  assertBalanced,
  betEntries,
  betSettlementEntries,
  compGrantEntries,
  depositEntries,
  type Entry,
  exchangeEntries,
  jackpotEntries,
  jackpotFillEntries,
  reverseEntries,
  toGameEntries,
  toWalletEntries,
  withdrawalEntries,
  withdrawalPaidEntries,
  withdrawalReturnedEntries,
} from '~/embedded/ledger/entries'

const most = BigInt(Number.MAX_SAFE_INTEGER)
const won = fc.bigInt({ min: 1n, max: most })
const member = fc.bigInt({ min: 1n, max: 9n })
const basisPoints = fc.integer({ min: 0, max: 10_000 })
const provider = fc.constantFrom('aurora', 'boreal')
const through = fc.constantFrom('bank' as const, 'payments' as const)

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
  fc.record({ member, won }).map(toWalletEntries),
  fc.record({ member, provider, stake: won }).map(betEntries),
  fc
    .record({
      member,
      provider,
      stake: won,
      won: fc.bigInt({ min: 1n, max: most }),
      compBasisPoints: basisPoints,
      jackpotBasisPoints: basisPoints,
    })
    .filter(({ stake, won, jackpotBasisPoints }) => (stake * BigInt(jackpotBasisPoints)) / 10_000n !== won)
    .map(betSettlementEntries),
  fc.record({ member, won }).map(jackpotEntries),
  fc.record({ won }).map(jackpotFillEntries),
)

const lost = { member: 1n, provider: 'aurora', stake: 1_000n, won: 0n, compBasisPoints: 0, jackpotBasisPoints: 0 }

const sum = (entries: readonly Entry[]) => entries.reduce((total, entry) => total + entry.won, 0n)

describe('ledger entries', () => {
  it('of every transfer sum to zero, and each moves a nonzero amount', () => {
    fc.assert(
      fc.property(transfers, (entries) => {
        expect(sum(entries)).toBe(0n)
        expect(entries.every((entry) => entry.won !== 0n)).toBe(true)
        expect(new Set(entries.map((entry) => accountKey(entry.account))).size).toBe(entries.length)
      }),
    )
  })

  it('are cancelled out by their reverse', () => {
    fc.assert(
      fc.property(transfers, (entries) => {
        const balances = new Map<string, bigint>()
        for (const { account, won } of [...entries, ...reverseEntries(entries)])
          balances.set(accountKey(account), (balances.get(accountKey(account)) ?? 0n) + won)
        expect([...balances.values()].every((balance) => balance === 0n)).toBe(true)
      }),
    )
  })

  it('reject amounts of zero and below', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -most, max: 0n }), member, (none, id) => {
        for (const entries of [
          () => depositEntries({ member: id, won: none, through: 'bank' }),
          () => withdrawalEntries({ member: id, won: none }),
          () => exchangeEntries({ member: id, points: none }),
          () => betEntries({ member: id, provider: 'aurora', stake: none }),
          () => jackpotEntries({ member: id, won: none }),
          () => betSettlementEntries({ ...lost, member: id, stake: none }),
          () => betSettlementEntries({ ...lost, member: id, won: none - 1n }),
        ]) {
          expect(entries).toThrow(RangeError)
        }
      }),
    )
  })

  it('for a settled bet round comp and jackpot share down to whole won', () => {
    fc.assert(
      fc.property(won, basisPoints, (stake, rate) => {
        const entries = betSettlementEntries({ ...lost, stake, compBasisPoints: rate, jackpotBasisPoints: rate })
        for (const kind of ['comp', 'jackpot']) {
          const share = entries.find((entry) => entry.account.kind === kind)?.won ?? 0n
          expect(share * 10_000n <= stake * BigInt(rate)).toBe(true)
          expect((share + 1n) * 10_000n > stake * BigInt(rate)).toBe(true)
        }
      }),
    )
  })

  it('for a bet of 1,000 won credit the win of 5,000 and 0.35 % comp only when it is settled', () => {
    expect(betEntries({ member: 1n, provider: 'aurora', stake: 1_000n })).toEqual([
      { account: { kind: 'game', member: 1n }, won: -1_000n },
      { account: { kind: 'provider', provider: 'aurora' }, won: 1_000n },
    ])
    expect(betSettlementEntries({ ...lost, won: 5_000n, compBasisPoints: 35, jackpotBasisPoints: 10 })).toEqual([
      { account: { kind: 'provider', provider: 'aurora' }, won: -5_001n },
      { account: { kind: 'game', member: 1n }, won: 5_000n },
      { account: { kind: 'comp_budget' }, won: -3n },
      { account: { kind: 'comp', member: 1n }, won: 3n },
      { account: { kind: 'jackpot' }, won: 1n },
    ])
  })

  it('don’t exist for the settlement of a lost bet without comp and jackpot share', () => {
    expect(betSettlementEntries(lost)).toEqual([])
  })

  it('reject a rate that is negative, above 100 % or fractional', () => {
    for (const rate of [-1, 10_001, 0.5, Number.NaN]) {
      expect(() => betSettlementEntries({ ...lost, compBasisPoints: rate })).toThrow(RangeError)
      expect(() => betSettlementEntries({ ...lost, jackpotBasisPoints: rate })).toThrow(RangeError)
    }
  })

  it('reject a fee of the whole deposit', () => {
    expect(() => depositEntries({ member: 1n, won: 100n, through: 'payments', fee: 100n })).toThrow(RangeError)
  })

  it('are rejected before they are written if they don’t balance', () => {
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
