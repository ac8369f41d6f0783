import { file, first, neededReason, option, page, reason, row } from './command'
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

/** Commands by which the desk helps a member whom it has made sure of. */
export const supportCommands = [
  row('reset-requests', 'list who asked for a code to set a forgotten password with', {
    more: `The phone is as it was given: the member’s own if it was, or else the first. ${identityProof}`,
    options: [page],
    columns: 'member nick askedAt lastAskedAt times phone isTheirPhone',
  }),
  row('reset-code <member>', 'make the code by which a member sets a new password at /reset', {
    more: `It is printed once and stored nowhere; a new one takes its place. ${identityProof} ${codeHandover}`,
    options: [option('--kind <kind>', 'of which password (default login)', ['login', 'exchange']), reason],
    examples: ['reset-code demo --reason "1 won from the account, with our word"', 'reset-code demo --kind exchange'],
    after: ({ code, kind }, { dryRun }) => {
      if (dryRun) return []
      // The response to the first attempt was lost, and the code with it.
      if (code === undefined) return ['The code was lost on its way: make another.']
      const address = kind === 'exchange' ? '/reset?kind=exchange' : '/reset'
      return ['', `The member sets the password at ${address}.`, codeHandover]
    },
  }),
  row('end-reset <member>', "end a member's request for a code without one, and make a code that they have void", {
    options: [reason],
  }),
  row('internal-notes <member>', 'list what the desk noted about a member for itself', {
    options: [page],
    columns: 'id at by contents',
    none: 'Nothing is noted.',
  }),
  row('add-internal-note <member> [contents]', 'note something about a member', {
    more: 'The member sees it only in what export-member hands out.',
    options: [file],
  }),
  row('tag-member <member> [tags...]', 'set a member’s tags, in place of those before; without any they have none', {
    columns: 'member tags',
    examples: ['tag-member demo vip slow-bank'],
  }),
  row('change-member <member>', "change a member's phone or bank account; withdrawals are held for 24 hours", {
    more: `The log has both, before and after. ${identityProof}`,
    options: [
      option('--phone <number>', 'the new mobile phone'),
      option('--bank <name>', 'the bank of the new account, as the list has it'),
      option('--number <number>', 'its number'),
      option('--owner <name>', 'its holder'),
      neededReason,
      first,
    ],
    payload: ({ bank, number, owner, ...rest }) => {
      const account = { name: bank, number, owner }
      return Object.values(account).some((field) => field !== undefined) ? { ...rest, bank: account } : rest
    },
    examples: [
      'change-member demo --bank 신한은행 --number 110-123-456789 --owner 김데모 --reason "identity card seen"',
    ],
  }),
  row('logins <member>', "list a member's log-ins, newest first: those that live and the last ones that ended", {
    options: [page],
    columns: 'session live at address endsBy endedAt',
  }),
  row('end-session <member> <session>', 'end one log-in of a member, as `logins` names it; `sign-out` ends all', {
    more: 'The games that it opened end with it; only `sign-out` ends open pages of a withdrawal too.',
    options: [reason],
    examples: ['end-session demo 3f2a9c1e77b0 --reason "asked by phone"'],
  }),
  row('pay-out <member>', 'ask for a withdrawal of all that a member has, whatever its sum', {
    more:
      'In-game money and comp become cash, and games end. The withdrawal waits: send the money to the account shown, then ' +
      '`approve withdrawal`. What open bets win later is paid out by running it again.',
    options: [option('--close', 'close the account too'), neededReason],
    examples: ['pay-out demo --close --reason "wants their data erased" --dry-run'],
  }),
  row('who-is <tag>', "name the member behind the hash in the site's log", {
    more: 'It knows the hashes of all SESSION_SECRETs in use.',
  }),
  findError,
]
