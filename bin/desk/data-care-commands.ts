import { first, option, reason, row } from './command'
import { exportMember } from './file-commands'
import { list } from './layout'

/** Commands on a member's personal data. */
export const dataCareCommands = [
  row('close <member>', "close a member's account: nobody can log in to it", {
    more:
      'It ends their sessions, games and unpaid payment pages; money in games goes back to cash. The desk goes on settling ' +
      'what waits. What comes in all the same is credited: `members --owed` lists it, `pay-out` pays it back. ' +
      'After RETENTION_DAYS the personal data of a closed member without money are erased.',
    options: [option('--undo', 'open the account again'), reason],
    payload: ({ undo, ...rest }) => ({ ...rest, closed: undo !== true }),
  }),
  row('erase <member>', "erase a member's personal data for good", {
    more:
      'Id, nick, phone, bank account, passwords, messages and texts of the log go; the books keep every entry, by number. ' +
      'Refused while the member has money or something waits. A running break or self-exclusion stays closed to the phone ' +
      'and bank account. Export first what you have to hand over: nothing brings it back but an older backup.',
    options: [first],
  }),
  exportMember,
  row('retention', 'delete what RETENTION_DAYS no longer keeps, now', {
    more: 'The site does so by itself every hour. A dry run shows one batch.',
    run: async (desk) => {
      const data = await desk.call('retention', {})
      while (data.more && !desk.dryRun) {
        const { status: _, more, ...counts } = await desk.call('retention', {})
        for (const name of Object.keys(counts) as (keyof typeof counts)[]) data[name] += counts[name]
        data.more = more
      }
      const { logins, messages, deskTexts, members, exclusions, more } = data
      const head = desk.dryRun ? 'Dry run: nothing was deleted. It would be:' : 'Deleted:'
      return { data, lines: [head, ...list({ logins, messages, deskTexts, members, exclusions, more })] }
    },
  }),
]
