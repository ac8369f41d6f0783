export type MovementKind = 'deposit' | 'withdrawal'

/** A state as the contract's lists spell it: waiting, done, cancelled. */
export type MovementState = 'wait' | 'already' | 'cansel'

/** Why a movement was cancelled, where its member may read it. */
export type CancelReason = 'given-up' | 'unfinished' | 'too-large'
