import { file, row } from '../command'
import { findError } from '../find-error'

/** What proves who asks, as the help of the commands says it. */
const identityProof =
  'No proof: a phone number, also the one on file; an id, a nickname, a date of birth; what stands in messages. ' +
  'Proof: 1 won sent from the bank account on file with a word that you chose, or an identity card shown in a video call ' +
  "whose name is that of the bank account's holder."

/** How a code gets to its member. */
const codeHandover =
  'Read it out on the way by which the proof came, to that person alone; not to a number or address that came with the ' +
  'request, and not where others read it. It works once, within 30 minutes, for five tries.'

/** Commands by which the back office helps a member whom it has made sure of. */
export const supportCommands = [
  row('reset-requests', {
    more: `The phone is the member’s own if it was given, or else the first that was. ${identityProof}`,
    without: ['member'],
  }),
  row('reset-code <member>', {
    more: `It is stored nowhere; a new one takes its place. ${identityProof}`,
    examples: ['reset-code demo --reason "1 won from the account, with our word"', 'reset-code demo --kind exchange'],
    after: ({ code, opens }, { dryRun }) => {
      if (dryRun) return []
      // The response to the first attempt was lost, and the code with it.
      if (code === undefined) return ['The code was lost on its way: make another.']
      return ['', `The member sets the password at ${opens}.`, codeHandover]
    },
  }),
  row('end-reset <member>'),
  row('end-second-factor <member>', {
    more: `The member logs in by the password alone then. ${identityProof}`,
    examples: ['end-second-factor demo --reason "identity card seen"'],
  }),
  row('internal-notes <member>', { none: 'Nothing is noted.' }),
  row('add-internal-note <member> [contents]', { options: [file] }),
  row('tag-member <member> [tags...]', { examples: ['tag-member demo vip slow-bank'] }),
  row('change-member <member>', {
    more: identityProof,
    examples: [
      'change-member demo --bank 신한은행 --number 110-123-456789 --owner 김데모 --reason "identity card seen"',
    ],
  }),
  row('logins <member>'),
  row('end-session <member> <session>', {
    more: 'Only `sign-out`, which ends all, ends open pages of a withdrawal too.',
    examples: ['end-session demo 3f2a9c1e77b0 --reason "asked by phone"'],
  }),
  row('pay-out <member>', {
    more: 'What open bets win later is paid out by running it again.',
    examples: ['pay-out demo --close --reason "wants their data erased" --dry-run'],
  }),
  row('who-is <tag>', { more: 'It knows the hashes of all SESSION_SECRETs in use.' }),
  findError,
]
