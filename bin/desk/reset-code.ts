import type { Desk } from './desk-client'

/** What proves who asks, as the help of the commands says it. */
export const identityProof =
  'No proof: a phone number, also the one on file; an id, a nickname, a date of birth; what stands in messages. ' +
  'Proof: 1 won sent from the bank account on file with a word that you chose, or an identity card shown in a video call ' +
  "whose name is that of the bank account's holder."

/** How a code gets to its member. */
export const codeHandover =
  'Read it out on the way by which the proof came, to that person alone; not to a number or address that came with the ' +
  'request, and not where others read it. It works once, within 30 minutes, for five tries.'

/** What is said below a new code. */
export function resetCodeNotes({ code, kind }: Readonly<Record<string, unknown>>, { dryRun }: Desk): string[] {
  if (dryRun) return []
  // The response to the first attempt was lost, and the code with it.
  if (code === undefined) return ['The code was lost on its way: make another.']
  return [
    '',
    `The member sets the password at ${kind === 'exchange' ? '/reset?kind=exchange' : '/reset'}.`,
    codeHandover,
  ]
}
