export type MovementKind = 'deposit' | 'withdrawal'

/** As the contract's lists have it: waiting, done, cancelled. */
export type MovementState = 'wait' | 'already' | 'cansel'

/** Why a movement was cancelled, where its member may read it. */
export type CancelReason = 'given-up' | 'unfinished' | 'too-large'
