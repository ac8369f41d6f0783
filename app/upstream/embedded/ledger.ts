/** A member's row in the house's database. */
export type MemberId = bigint

/**
 * Where money can stand. `held`: asked for as a withdrawal and not paid yet; `comp_budget`: what comp is paid from;
 * `fees`: what payments cost their payer.
 */
export type Account =
  | { kind: 'cash' | 'game' | 'comp'; member: MemberId }
  | { kind: 'provider'; provider: string }
  | { kind: 'jackpot' | 'bank' | 'payments' | 'held' | 'comp_budget' | 'fees' }

/** One side of a transfer, in whole won; above zero raises the account. */
export type Entry = { account: Account; won: bigint }

/** What made a transfer. `settlement` ends a bet. */
export type Cause =
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

/** Money that came in by bank transfer or through a payment page, less the fee its payer bears. @throws RangeError */
export function depositEntries(deposit: {
  member: MemberId
  won: bigint
  through: 'bank' | 'payments'
  fee?: bigint
}): Entry[] {
  const fee = deposit.fee ?? 0n
  if (fee < 0n || fee >= deposit.won) throw new RangeError('a fee is less than what it is taken from')
  return balanced(
    above(deposit.won, { kind: deposit.through }, { kind: 'cash', member: deposit.member }),
    fee === 0n ? [] : above(fee, { kind: 'cash', member: deposit.member }, { kind: 'fees' }),
  )
}

/** Takes what a member asked for out of cash, so that it can't be spent while the withdrawal waits. @throws RangeError */
export function withdrawalEntries(withdrawal: { member: MemberId; won: bigint }): Entry[] {
  return balanced(above(withdrawal.won, { kind: 'cash', member: withdrawal.member }, { kind: 'held' }))
}

/** Pays a waiting withdrawal out, less the fee its receiver bears. @throws RangeError */
export function withdrawalPaidEntries(withdrawal: {
  won: bigint
  through: 'bank' | 'payments'
  fee?: bigint
}): Entry[] {
  const fee = withdrawal.fee ?? 0n
  if (fee < 0n || fee >= withdrawal.won) throw new RangeError('a fee is less than what it is taken from')
  return balanced(
    above(withdrawal.won - fee, { kind: 'held' }, { kind: withdrawal.through }),
    fee === 0n ? [] : above(fee, { kind: 'held' }, { kind: 'fees' }),
  )
}

/** Gives a called-off withdrawal back. @throws RangeError */
export function withdrawalReturnedEntries(withdrawal: { member: MemberId; won: bigint }): Entry[] {
  return balanced(above(withdrawal.won, { kind: 'held' }, { kind: 'cash', member: withdrawal.member }))
}

/** Comp money turned into cash, one to one. @throws RangeError */
export function exchangeEntries(exchange: { member: MemberId; points: bigint }): Entry[] {
  const { member } = exchange
  return balanced(above(exchange.points, { kind: 'comp', member }, { kind: 'cash', member }))
}

/** Comp money given outside of play. @throws RangeError */
export function compGrantEntries(grant: { member: MemberId; points: bigint }): Entry[] {
  return balanced(above(grant.points, { kind: 'comp_budget' }, { kind: 'comp', member: grant.member }))
}

/** Gives a member money that they lack, or takes what they have too much. @throws RangeError */
export function correctionEntries(correction: {
  member: MemberId
  account: 'cash' | 'game' | 'comp'
  won: bigint
}): Entry[] {
  const { member, account, won } = correction
  const house: Account = { kind: account === 'comp' ? 'comp_budget' : 'bank' }
  const theirs: Account = { kind: account, member }
  return balanced(won > 0n ? above(won, house, theirs) : above(-won, theirs, house))
}

/** All or part of a member's cash, to play with. @throws RangeError */
export function toGameEntries(transfer: { member: MemberId; won: bigint }): Entry[] {
  const { member } = transfer
  return balanced(above(transfer.won, { kind: 'cash', member }, { kind: 'game', member }))
}

/** In-game money back to cash. @throws RangeError */
export function toCashEntries(transfer: { member: MemberId; won: bigint }): Entry[] {
  const { member } = transfer
  return balanced(above(transfer.won, { kind: 'game', member }, { kind: 'cash', member }))
}

/** Takes a bet's stake out of in-game money to its provider. Reversed when the bet is rolled back. @throws RangeError */
export function betEntries(bet: { member: MemberId; provider: string; stake: bigint }): Entry[] {
  return balanced(above(bet.stake, { kind: 'game', member: bet.member }, { kind: 'provider', provider: bet.provider }))
}

/**
 * Ends a bet: pays what it won, credits comp at the provider's rate and adds to the jackpot at its own. Comp comes with
 * the end rather than with the stake, so that a bet which is rolled back has earned none.
 *
 * Comp and the jackpot's share are rounded down to whole won; the house keeps the fractions.
 *
 * @param bet.compBasisPoints hundredths of a percent of the stake: 30 is 0.3 %.
 * @returns none for a lost bet whose rates come to less than one won.
 * @throws RangeError when the stake is not above zero, the win is below it, or a rate is negative or above the whole.
 */
export function settlementEntries(bet: {
  member: MemberId
  provider: string
  stake: bigint
  won: bigint
  compBasisPoints: number
  jackpotBasisPoints: number
}): Entry[] {
  const { member, stake, won } = bet
  if (stake <= 0n || won < 0n) throw new RangeError('a bet has a stake, and wins nothing or more')
  const provider: Account = { kind: 'provider', provider: bet.provider }
  const comp = share(stake, bet.compBasisPoints)
  const jackpot = share(stake, bet.jackpotBasisPoints)
  const entries = merged(
    won === 0n ? [] : above(won, provider, { kind: 'game', member }),
    comp === 0n ? [] : above(comp, { kind: 'comp_budget' }, { kind: 'comp', member }),
    jackpot === 0n ? [] : above(jackpot, provider, { kind: 'jackpot' }),
  )
  if (entries.length > 0) assertBalanced(entries)
  return entries
}

/** Pays the jackpot out into in-game money. @throws RangeError */
export function jackpotEntries(win: { member: MemberId; won: bigint }): Entry[] {
  return balanced(above(win.won, { kind: 'jackpot' }, { kind: 'game', member: win.member }))
}

/** What the house puts into the jackpot from its own money. @throws RangeError */
export function jackpotFillEntries(fill: { won: bigint }): Entry[] {
  return balanced(above(fill.won, { kind: 'bank' }, { kind: 'jackpot' }))
}

/** Undoes a transfer: every entry the other way. */
export function reversed(entries: readonly Entry[]): Entry[] {
  return balanced(entries.map(({ account, won }) => ({ account, won: -won })))
}

/** One account in one string, for comparing and sorting. */
export function accountKey(account: Account): string {
  if ('member' in account) return `${account.kind}:${account.member}`
  return 'provider' in account ? `provider:${account.provider}` : account.kind
}

/** @throws RangeError when entries do not sum to zero, or one of them moves nothing. */
export function assertBalanced(entries: readonly Entry[]): void {
  const sum = entries.reduce((total, entry) => total + entry.won, 0n)
  if (sum !== 0n) throw new RangeError(`entries sum to ${sum}, not to zero`)
  if (entries.length === 0 || entries.some((entry) => entry.won === 0n)) throw new RangeError('an entry moves nothing')
}

function above(won: bigint, from: Account, to: Account): Entry[] {
  if (won <= 0n) throw new RangeError('a transfer moves more than zero')
  return [
    { account: from, won: -won },
    { account: to, won },
  ]
}

function share(won: bigint, basisPoints: number): bigint {
  if (!Number.isInteger(basisPoints) || basisPoints < 0 || basisPoints > 10_000) {
    throw new RangeError('a rate lies between nothing and the whole')
  }
  return (won * BigInt(basisPoints)) / 10_000n
}

function balanced(...parts: readonly (readonly Entry[])[]): Entry[] {
  const entries = merged(...parts)
  assertBalanced(entries)
  return entries
}

/** One entry for each account; what cancels out is left away. */
function merged(...parts: readonly (readonly Entry[])[]): Entry[] {
  const byAccount = new Map<string, Entry>()
  for (const { account, won } of parts.flat()) {
    const key = accountKey(account)
    byAccount.set(key, { account, won: won + (byAccount.get(key)?.won ?? 0n) })
  }
  return [...byAccount.values()].filter((entry) => entry.won !== 0n)
}
