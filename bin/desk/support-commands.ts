import type { Command } from './command'
import type { Desk } from './desk-client'
import { findError } from './find-error'

/** What proves who asks, as the help of the commands says it. */
const identityProof =
  'No proof: a phone number, also the one on file; an id, a nickname, a date of birth; what stands in messages. ' +
  'Proof: 1 won sent from the bank account on file with a word that you chose, or an identity card shown in a video call ' +
  "whose name is that of the bank account's holder."

/** How a code gets to its member. */
const codeHandover =
  'Read it out on the way by which the proof came, to that person alone; not to a number or address that came with the ' +
  'request, and not where others read it. It works once, within 30 minutes, for five tries.'

/** What is said below a new code. */
function resetCodeNotes({ code, kind }: Readonly<Record<string, unknown>>, { dryRun }: Desk): string[] {
  if (dryRun) return []
  // The response to the first attempt was lost, and the code with it.
  if (code === undefined) return ['The code was lost on its way: make another.']
  return [
    '',
    `The member sets the password at ${kind === 'exchange' ? '/reset?kind=exchange' : '/reset'}.`,
    codeHandover,
  ]
}

/** Commands by which the desk helps a member whom it has made sure of. */
export const supportCommands: Record<string, Command> = {
  'reset-requests': {
    calls: 'reset-requests',
    about: 'list who asked for a code to set a forgotten password with',
    more: `The phone is as it was given: the member’s own if it was, or else the first. ${identityProof}`,
    none: 'Nobody waits for a code.',
  },
  'reset-code': {
    calls: 'reset-code',
    args: ['member'],
    about: 'make the code by which a member sets a new password at /reset',
    more: `It is printed once and stored nowhere; a new one takes its place. ${identityProof} ${codeHandover}`,
    examples: ['reset-code demo --reason "1 won from the account, with our word"', 'reset-code demo --kind exchange'],
    after: resetCodeNotes,
  },
  'end-reset': {
    calls: 'end-reset',
    args: ['member'],
    about: "end a member's request for a code without one, and make a code that they have void",
    examples: ['end-reset demo --reason "did not ask for it"'],
  },
  'change-member': {
    calls: 'change-member',
    args: ['member'],
    options: {
      phone: { type: 'string', value: 'NUMBER', about: 'the new mobile phone' },
      bank: { type: 'string', value: 'NAME', about: 'the bank of the new account, as the list has it' },
      number: { type: 'string', value: 'NUMBER', about: 'its number' },
      owner: { type: 'string', value: 'NAME', about: 'its holder' },
    },
    payload: ({ bank, number, owner, ...rest }) => {
      const account = { name: bank, number, owner }
      return Object.values(account).some((one) => one !== undefined) ? { ...rest, bank: account } : rest
    },
    about: "change a member's phone or bank account; withdrawals are held for 24 hours",
    more: `The log has both, before and after. ${identityProof}`,
    examples: [
      'change-member demo --bank 신한은행 --number 110-123-456789 --owner 김데모 --reason "identity card seen"',
    ],
  },
  logins: {
    calls: 'logins',
    args: ['member'],
    about: "list a member's log-ins, newest first: those that live and the last ones that ended",
    none: 'No log-in is kept.',
  },
  'end-session': {
    calls: 'end-session',
    args: ['member', 'session'],
    about: 'end one log-in of a member, as `logins` names it; `sign-out` ends all',
    more: 'The games that it opened end with it; only `sign-out` ends open pages of a withdrawal too.',
    examples: ['end-session demo 3f2a9c1e77b0 --reason "asked by phone"'],
  },
  'pay-out': {
    calls: 'pay-out',
    args: ['member'],
    options: { close: { type: 'boolean', about: 'close the account too' } },
    about: 'ask for a withdrawal of all that a member has, whatever its sum',
    more:
      'In-game money and comp become cash, and games end. The withdrawal waits: send the money to the account shown, then ' +
      '`approve withdrawal`. What open bets win later is paid out by running it again.',
    examples: ['pay-out demo --close --reason "wants their data erased" --dry-run'],
  },
  'who-is': {
    calls: 'who-is',
    args: ['tag'],
    about: "name the member behind the hash in the site's log",
    more: 'It knows the hashes of all SESSION_SECRETs in use.',
    examples: ['who-is Xb3kP0s9LqTz'],
  },
  'find-error': findError,
}
