import type { Command } from './command'
import { exportMember } from './file-commands'
import { formatResult } from './format'

/** Commands on a member's personal data. */
export const dataCareCommands: Record<string, Command> = {
  close: {
    calls: 'close',
    args: ['member'],
    options: { undo: { type: 'boolean', about: 'open the account again' } },
    fixed: { closed: true },
    payload: ({ undo, ...rest }) => ({ ...rest, closed: undo !== true }),
    about: "close a member's account: nobody can log in to it",
    more:
      'It ends their sessions, games and unpaid payment pages; money in games goes back to cash. The desk goes on settling ' +
      'what waits. What comes in all the same is credited: `members --owed` lists it, `pay-out` pays it back. ' +
      'After RETENTION_DAYS the personal data of a closed member without money are erased.',
    examples: ['close demo --reason "asked for by letter"'],
  },
  erase: {
    calls: 'erase',
    args: ['member'],
    about: "erase a member's personal data for good",
    more:
      'Id, nick, phone, bank account, passwords, messages and texts of the log go; the books keep every entry, by number. ' +
      'Refused while the member has money or something waits. A running break or self-exclusion stays closed to the phone ' +
      'and bank account. Export first what you have to hand over: nothing brings it back but an older backup.',
    examples: ['erase demo --dry-run'],
  },
  'export-member': exportMember,
  retention: {
    about: 'delete what RETENTION_DAYS no longer keeps, now',
    more: 'The site does so by itself every hour. A rehearsal shows one batch.',
    changes: true,
    run: async (desk) => {
      const data = await desk.call('retention', {})
      while (data.more && !desk.dryRun) {
        const { status: _, more, ...counts } = await desk.call('retention', {})
        for (const name of Object.keys(counts) as (keyof typeof counts)[]) data[name] += counts[name]
        data.more = more
      }
      const head = desk.dryRun ? 'A rehearsal: nothing was deleted. It would be:' : 'Deleted:'
      return { data, lines: [head, ...formatResult('retention', data)] }
    },
  },
}
