import { option, row } from '../command'
import { list } from '../layout'
import { exportMember } from './files'

/** Commands on a member's personal data. */
export const dataCareCommands = [
  row('close <member>', {
    more: 'What comes in all the same is credited: `members --owed` lists it, `pay-out` pays it back.',
    options: [option('--undo', 'open the account again')],
    without: ['closed'],
    payload: ({ undo, ...rest }) => ({ ...rest, closed: undo !== true }),
  }),
  row('erase <member>', {
    more:
      'Id, nick, phone, bank account, passwords, messages and texts of the log go. A running break or self-exclusion stays ' +
      'closed to the phone and bank account. Export first what you have to hand over: nothing brings it back but an older backup.',
  }),
  exportMember,
  row('retention', {
    more: 'A dry run shows one batch.',
    run: async (backoffice) => {
      const data = await backoffice.call('retention', {})
      while (data.more && !backoffice.dryRun) {
        const { status: _, more, ...counts } = await backoffice.call('retention', {})
        for (const name of Object.keys(counts) as (keyof typeof counts)[]) data[name] += counts[name]
        data.more = more
      }
      const { logins, messages, deskTexts, members, exclusions, more } = data
      const head = backoffice.dryRun ? 'Dry run: nothing was deleted. It would be:' : 'Deleted:'
      return { data, lines: [head, ...list({ logins, messages, deskTexts, members, exclusions, more })] }
    },
  }),
]
