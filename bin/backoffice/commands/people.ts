import { roles } from '~/embedded/backoffice/commands/fields'
import { ask } from '../ask'
import { option, row } from '../command'

/** Commands on who works at the back office, and on what waits for a second person. */
export const peopleCommands = [
  row('tokens', {
    more: 'BACKOFFICE_TOKEN is not among them: it is the owner’s way in.',
    none: 'There is BACKOFFICE_TOKEN alone.',
  }),
  row('make-token <name>', {
    more: 'It is printed once and stored nowhere. --help of a command names its roles.',
    options: [option('--role <role>', 'what the token may do (needed)', roles).makeOptionMandatory()],
    examples: ['make-token kim --role cashier'],
    after: ({ token }, { dryRun }) => {
      if (dryRun) return []
      if (token === undefined) return ['The token was lost on its way: end it and make another.']
      return ['', 'Give it to that person alone: they set it as BACKOFFICE_TOKEN where they run this program.']
    },
  }),
  row('end-token <name>', { more: 'What they approved needs another first approval.' }),
  row('set-factor', {
    more:
      'It prints a secret for an authenticator app, asks for a code of it, and prints ten recovery codes, once: each takes ' +
      'the place of a code one time. Your other sessions end. At a terminal alone.',
    run: async (backoffice) => {
      const { secret, uri, setup } = await backoffice.call('begin-factor', {})
      process.stderr.write(`Secret for your app: ${secret}\nor as an address: ${uri}\n`)
      const { codes = [] } = await backoffice.call('set-factor', { setup, code: await ask('A code of the app: ') })
      return {
        data: { status: 'success', codes },
        lines: ['Done. Recovery codes, each of which works once:', ...codes],
      }
    },
  }),
  row('reset-factor <name>', {
    more: 'With BACKOFFICE_TOKEN, on the machine of the site alone. It stands on the first screen of /backoffice for seven days.',
  }),
  row('desk-sessions', { none: 'No session in a browser lives.' }),
  row('end-desk-session <id>'),
  row('views'),
  row('keep-view <name> <address>', {
    examples: ['keep-view "waiting withdrawals" "/backoffice/waiting?kind=withdrawal"'],
  }),
  row('remove-view <name>'),
  row('first-approvals', { more: 'The second person runs the same command with --first and the number.' }),
  row('open-download <approval>', {
    more: 'That person gets it by the same command with --first and the number.',
  }),
  row('end-first-approval <id>'),
]
