/** A member's row in the house's database. */
export type MemberId = bigint

/** Where money can stand. `held`: asked for as a withdrawal and not yet paid; `comp_budget`: what comp is paid from. */
export type Account =
  | { kind: 'cash' | 'game' | 'comp'; member: MemberId }
  | { kind: 'provider'; provider: string }
  | { kind: 'jackpot' | 'bank' | 'payments' | 'held' | 'comp_budget' | 'fees' }

/** One side of a transfer, in whole won; above zero raises the account. */
export type Entry = { account: Account; won: bigint }

/** What made a transfer. */
export type Cause =
  | 'deposit'
  | 'withdrawal'
  | 'withdrawal_paid'
  | 'withdrawal_returned'
  | 'exchange'
  | 'bet'
  | 'win'
  | 'bet_returned'
  | 'to_game'
  | 'to_cash'
  | 'jackpot'
  | 'comp_grant'
  | 'correction'
