import { roles } from '~/embedded/desk/commands/fields'
import { ask } from './ask'
import { first, option, page, row } from './command'

/** Commands on who works at the desk, and on what waits for a second person. */
export const peopleCommands = [
  row('tokens', 'list who has a token, and with which role', {
    more: 'DESK_TOKEN is not among them: it is the owner’s way in.',
    options: [page],
    columns: 'name role secondFactor madeAt madeBy endedAt endedBy',
    none: 'There is DESK_TOKEN alone.',
  }),
  row('make-token <name>', 'make a person’s token', {
    more:
      'It is printed once and stored nowhere. A reader sees what is no secret; support helps members; a cashier moves money; ' +
      'an owner does everything. --help of a command names its roles.',
    options: [option('--role <role>', 'what the token may do (needed)', roles).makeOptionMandatory(), first],
    examples: ['make-token kim --role cashier'],
    after: ({ token }, { dryRun }) => {
      if (dryRun) return []
      if (token === undefined) return ['The token was lost on its way: end it and make another.']
      return ['', 'Give it to that person alone: they set it as DESK_TOKEN where they run this program.']
    },
  }),
  row('end-token <name>', 'end a person’s token, at once on all replicas', {
    more: 'Their first approvals end with it: what they approved needs another first approval.',
  }),
  row('set-factor', 'set up your second factor, or another one', {
    more:
      'It prints a secret for an authenticator app, asks for a code of it, and prints ten recovery codes, once: each takes ' +
      'the place of a code one time. Your other sessions end. At a terminal alone.',
    run: async (desk) => {
      const { secret, uri, setup } = await desk.call('begin-factor', {})
      process.stderr.write(`Secret for your app: ${secret}\nor as an address: ${uri}\n`)
      const { codes = [] } = await desk.call('set-factor', { setup, code: await ask('A code of the app: ') })
      return {
        data: { status: 'success', codes },
        lines: ['Done. Recovery codes, each of which works once:', ...codes],
      }
    },
  }),
  row('reset-factor <name>', 'take a person’s second factor off, and end their sessions', {
    more: 'With DESK_TOKEN, on the machine of the site alone. It stands on the first screen of /desk for seven days.',
    columns: 'name changed',
  }),
  row('desk-sessions', 'list the sessions in a browser of your token', {
    options: [page],
    columns: 'id beganAt seenAt address isThis',
    none: 'No session in a browser lives.',
  }),
  row('end-desk-session <id>', 'end a session in a browser of your token', { columns: 'changed' }),
  row('views', 'list the kept views of the desk in a browser', {
    options: [page],
    columns: 'name address keptAt keptBy',
  }),
  row('keep-view <name> <address>', 'keep a list of the desk in a browser, with its filters, under a name', {
    columns: 'name address',
    examples: ['keep-view "waiting withdrawals" "/desk/waiting?kind=withdrawal"'],
  }),
  row('remove-view <name>', 'remove a kept view', { columns: 'name' }),
  row('first-approvals', 'list what one person approved and what waits for a second', {
    more: 'The second person runs the same command with --first and the number, and their own token, within 24 hours.',
    options: [page],
    columns: 'id act kind number account member won by at endsAt openedBy request',
  }),
  row('open-download <approval>', 'open a file that another person asked for first, by its number in the list', {
    more: 'That person gets it by the same command with --first and the number, once, within ten minutes.',
    columns: 'act member by endsAt',
  }),
  row('end-first-approval <id>', 'withdraw a first approval, by its number in the list'),
]
