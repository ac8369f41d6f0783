export type MemberId = bigint

/** The contract and the site's `Transaction` type use `withdraw` for a withdrawal. */
export type TransactionKind = 'deposit' | 'withdrawal'

/** A ledger account. `held` is for unpaid withdrawals, `fees` for payment fees, and `comp_budget` pays for comp. */
export type Account =
  | { kind: 'cash' | 'game' | 'comp'; member: MemberId }
  | { kind: 'provider'; provider: string }
  | { kind: 'jackpot' | 'bank' | 'payments' | 'held' | 'comp_budget' | 'fees' }

export type Entry = { account: Account; won: bigint }

export type TransferCause =
  | 'deposit'
  | 'withdrawal'
  | 'withdrawal_paid'
  | 'withdrawal_returned'
  | 'exchange'
  | 'bet'
  | 'settlement'
  | 'bet_returned'
  | 'to_game'
  | 'to_cash'
  | 'jackpot'
  | 'comp_grant'
  | 'correction'

/** Credits a deposit, minus its fee, to cash. @throws RangeError */
export function depositEntries(deposit: {
  member: MemberId
  won: bigint
  through: 'bank' | 'payments'
  fee?: bigint
}): Entry[] {
  const cash = { kind: 'cash', member: deposit.member } as const
  return mergeBalanced(entryPair(deposit.won, { kind: deposit.through }, cash), feeEntries(deposit, cash))
}

function feeEntries({ won, fee = 0n }: { won: bigint; fee?: bigint }, from: Account): Entry[] {
  if (fee < 0n || fee >= won) throw new RangeError('fee: must be from 0 to less than the amount')
  return fee === 0n ? [] : entryPair(fee, from, { kind: 'fees' })
}

/** Moves a requested withdrawal from cash to `held`, so that it can't be spent before it is paid. @throws RangeError */
export function withdrawalEntries(withdrawal: { member: MemberId; won: bigint }): Entry[] {
  return entryPair(withdrawal.won, { kind: 'cash', member: withdrawal.member }, { kind: 'held' })
}

/** Pays out a waiting withdrawal minus its fee. @throws RangeError */
export function withdrawalPaidEntries(withdrawal: {
  won: bigint
  through: 'bank' | 'payments'
  fee?: bigint
}): Entry[] {
  const fees = feeEntries(withdrawal, { kind: 'held' })
  return mergeBalanced(
    entryPair(withdrawal.won - (withdrawal.fee ?? 0n), { kind: 'held' }, { kind: withdrawal.through }),
    fees,
  )
}

/** Returns a cancelled withdrawal to cash. @throws RangeError */
export function withdrawalReturnedEntries(withdrawal: { member: MemberId; won: bigint }): Entry[] {
  return entryPair(withdrawal.won, { kind: 'held' }, { kind: 'cash', member: withdrawal.member })
}

/** Moves comp to cash, one to one. @throws RangeError */
export function exchangeEntries({ member, points }: { member: MemberId; points: bigint }): Entry[] {
  return entryPair(points, { kind: 'comp', member }, { kind: 'cash', member })
}

/** Grants comp that was not earned by play. @throws RangeError */
export function compGrantEntries(grant: { member: MemberId; points: bigint }): Entry[] {
  return entryPair(grant.points, { kind: 'comp_budget' }, { kind: 'comp', member: grant.member })
}

/** Corrects a member's account. Positive amounts are added, negative ones deducted. @throws RangeError */
export function correctionEntries(correction: {
  member: MemberId
  account: 'cash' | 'game' | 'comp'
  won: bigint
}): Entry[] {
  const { member, account, won } = correction
  const operatorAccount: Account = { kind: account === 'comp' ? 'comp_budget' : 'bank' }
  const memberAccount: Account = { kind: account, member }
  return mergeBalanced(
    won > 0n ? entryPair(won, operatorAccount, memberAccount) : entryPair(-won, memberAccount, operatorAccount),
  )
}

/** Moves cash to in-game money. @throws RangeError */
export function toGameEntries({ member, won }: { member: MemberId; won: bigint }): Entry[] {
  return entryPair(won, { kind: 'cash', member }, { kind: 'game', member })
}

/** Moves in-game money to cash. @throws RangeError */
export function toWalletEntries({ member, won }: { member: MemberId; won: bigint }): Entry[] {
  return entryPair(won, { kind: 'game', member }, { kind: 'cash', member })
}

/** Moves a bet's stake from in-game money to its provider. A rollback reverses it. @throws RangeError */
export function betEntries(bet: { member: MemberId; provider: string; stake: bigint }): Entry[] {
  return mergeBalanced(
    entryPair(bet.stake, { kind: 'game', member: bet.member }, { kind: 'provider', provider: bet.provider }),
  )
}

/**
 * Settles a bet: pays its win and credits comp and the jackpot's share. Both are rounded down to whole won. The
 * operator keeps the fractions.
 * @param bet.compBasisPoints hundredths of a percent of the stake: 30 is 0.3 %
 * @returns no entries for a lost bet if its comp and jackpot share are both below one won
 * @throws RangeError if the stake is not positive, the win is negative, or a rate is outside 0 to 10,000
 */
export function betSettlementEntries(bet: {
  member: MemberId
  provider: string
  stake: bigint
  won: bigint
  compBasisPoints: number
  jackpotBasisPoints: number
}): Entry[] {
  const { member, stake, won } = bet
  if (stake <= 0n || won < 0n) throw new RangeError('bet: its stake must be above 0, its win 0 or more')
  const provider: Account = { kind: 'provider', provider: bet.provider }
  const comp = shareRoundedDown(stake, bet.compBasisPoints)
  const jackpot = shareRoundedDown(stake, bet.jackpotBasisPoints)
  const entries = mergeByAccount(
    won === 0n ? [] : entryPair(won, provider, { kind: 'game', member }),
    comp === 0n ? [] : entryPair(comp, { kind: 'comp_budget' }, { kind: 'comp', member }),
    jackpot === 0n ? [] : entryPair(jackpot, provider, { kind: 'jackpot' }),
  )
  if (entries.length > 0) assertBalanced(entries)
  return entries
}

/** Pays the jackpot to in-game money. @throws RangeError */
export function jackpotEntries(win: { member: MemberId; won: bigint }): Entry[] {
  return entryPair(win.won, { kind: 'jackpot' }, { kind: 'game', member: win.member })
}

/** Funds the jackpot from the bank account. @throws RangeError */
export function jackpotFillEntries(fill: { won: bigint }): Entry[] {
  return entryPair(fill.won, { kind: 'bank' }, { kind: 'jackpot' })
}

/** Returns the entries that undo a transfer: the same entries with opposite signs. @throws RangeError */
export function reverseEntries(entries: readonly Entry[]): Entry[] {
  return mergeBalanced(entries.map(({ account, won }) => ({ account, won: -won })))
}

export function accountKey(account: Account): string {
  if ('member' in account) return `${account.kind}:${account.member}`
  return 'provider' in account ? `provider:${account.provider}` : account.kind
}

/** @throws RangeError if there are no entries, an entry is zero, or the entries do not sum to zero */
export function assertBalanced(entries: readonly Entry[]): void {
  const sum = entries.reduce((total, entry) => total + entry.won, 0n)
  if (sum !== 0n) throw new RangeError(`entries: sum to ${sum}, not to zero`)
  if (entries.length === 0 || entries.some((entry) => entry.won === 0n))
    throw new RangeError('entries: none, or one of 0 won')
}

function entryPair(won: bigint, from: Account, to: Account): Entry[] {
  if (won <= 0n) throw new RangeError('transfer: must be above 0 won')
  return [
    { account: from, won: -won },
    { account: to, won },
  ]
}

function shareRoundedDown(won: bigint, basisPoints: number): bigint {
  if (!Number.isInteger(basisPoints) || basisPoints < 0 || basisPoints > 10_000) {
    throw new RangeError('rate: must be from 0 to 10,000 basis points')
  }
  return (won * BigInt(basisPoints)) / 10_000n
}

/** Merges the entries of several transfers into one, with one entry per account. @throws RangeError if none remain */
export function mergeBalanced(...parts: readonly (readonly Entry[])[]): Entry[] {
  const entries = mergeByAccount(...parts)
  assertBalanced(entries)
  return entries
}

function mergeByAccount(...parts: readonly (readonly Entry[])[]): Entry[] {
  const byAccount = new Map<string, Entry>()
  for (const { account, won } of parts.flat()) {
    const key = accountKey(account)
    byAccount.set(key, { account, won: won + (byAccount.get(key)?.won ?? 0n) })
  }
  return [...byAccount.values()].filter((entry) => entry.won !== 0n)
}
