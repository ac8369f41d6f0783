export type MovementKind = 'deposit' | 'withdrawal'

/** As the contract's lists have it: waiting, done, cancelled. */
export type MovementState = 'wait' | 'already' | 'cansel'
