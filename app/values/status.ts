/** The states of a deposit, withdrawal, note or inquiry, in the spelling of upstreams. */
export const stored = { pending: 'wait', done: 'already', cancelled: 'cansel' } as const
export type State = keyof typeof stored
export type StoredState = (typeof stored)[State]

const states: ReadonlyMap<string, State> = new Map([
  ...Object.entries(stored).map(([state, word]) => [word, state as State] as const),
  ['reg', 'pending'],
  ['alread', 'done'],
])

/** Maps a stored status to a `State`. Other statuses are returned unchanged. */
export function readStatus(word: StoredState): State
export function readStatus(word: string | undefined): string | undefined
export function readStatus(word: string | undefined): string | undefined {
  return word === undefined ? undefined : (states.get(word) ?? word)
}

/** The subjects of inquiries, spelled as in the contract. */
export const inquirySubjects = ['deposit', 'withdrawal', 'game', 'account', 'other'] as const
export type InquirySubject = (typeof inquirySubjects)[number]

/** What a note may ask a member to open, spelled as in the contract. */
export const noteTopics = ['loginPassword', 'withdrawalPassword', 'logins', 'limits', 'comp'] as const
export type NoteTopic = (typeof noteTopics)[number]

export function stateOf(status: string | undefined): State | undefined {
  return status !== undefined && Object.hasOwn(stored, status) ? (status as State) : undefined
}
