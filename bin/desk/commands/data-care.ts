import { type Command, defineCommand, dryRunLines, overwrite } from '../command'
import { resolveFreePath } from '../settings'
import { plain, time } from '../terminal-text'
import { writeResponse } from '../write-response'

const close = defineCommand({
  about: "close a member's account: nobody can log in to it",
  more:
    'It ends their sessions. Money stays where it is, and the desk goes on settling what waits. ' +
    'After RETENTION_DAYS the personal data of a closed member without money are erased.',
  args: 'ID',
  takes: { least: 1, most: 1 },
  changes: true,
  options: {
    undo: { type: 'boolean', about: 'open the account again' },
    reason: { type: 'string', value: 'TEXT', about: 'why, for the log' },
  },
  examples: ['close demo --reason "asked for by letter"'],
  run: async (desk, [member = ''], { undo, reason }) => {
    const data = await desk.change('close', { member, closed: !undo, reason })
    const verb = `${desk.dryRun ? 'would be' : 'is'} ${undo ? 'open' : 'closed'}`
    const line = `${plain(data.member)} ${verb}${data.changed ? '' : ', as before'}.`
    return { data, lines: [line, ...dryRunLines(desk)] }
  },
})

const erase = defineCommand({
  about: "erase a member's personal data for good",
  more:
    'Id, nick, phone, bank account, passwords, messages and texts of the log go; the books keep every entry, by number. ' +
    'Refused while the member has money or something waits. A running break or self-exclusion stays closed to the phone ' +
    'and bank account. Export first what you have to hand over: nothing brings it back but an older backup.',
  args: 'ID',
  takes: { least: 1, most: 1 },
  changes: true,
  examples: ['erase demo --dry-run'],
  run: async (desk, [member = '']) => {
    const data = await desk.change('erase', { member })
    const verb = data.changed ? (desk.dryRun ? 'would be erased' : 'is erased') : 'was erased before'
    const excluded = data.excludedUntil
      ? [`Phone and bank account stay refused until ${time(data.excludedUntil)}.`]
      : []
    return { data, lines: [`${plain(member)} ${verb}: ${plain(data.member)}.`, ...excluded, ...dryRunLines(desk)] }
  },
})

const exportMember = defineCommand({
  about: 'write all that is stored about one member as a JSON file',
  more: 'By table and column, without hashes and without data of other members.',
  args: 'ID FILE',
  takes: { least: 2, most: 2 },
  options: overwrite,
  examples: ['export-member demo demo.json'],
  run: async (desk, [member = '', file = ''], { force }) => {
    const path = resolveFreePath(file, force)
    const bytes = await writeResponse((await desk.download('export-member', { member })) as Response, path)
    return { data: { status: 'success', file: path, bytes }, lines: [`${path}: ${bytes.toLocaleString('en')} bytes`] }
  },
})

const retention = defineCommand({
  about: 'delete what RETENTION_DAYS no longer keeps, now',
  more: 'The site does so by itself every hour. A rehearsal shows one batch.',
  changes: true,
  run: async (desk) => {
    const sums = { logins: 0, messages: 0, deskTexts: 0, members: 0, exclusions: 0 }
    for (let isMore = true; isMore; ) {
      const { status: _, more, ...counts } = await desk.change('retention', {})
      for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += counts[name]
      isMore = more && !desk.dryRun
    }
    const { logins, messages, deskTexts, members, exclusions } = sums
    const line = [
      `${logins} records of logins, ${messages} messages, ${deskTexts} texts of the log and ${exclusions} ended exclusions`,
      `${desk.dryRun ? 'would be' : 'were'} deleted, ${members} members erased.`,
    ].join(' ')
    return { data: { status: 'success', ...sums }, lines: [line, ...dryRunLines(desk)] }
  },
})

export const dataCare: Record<string, Command> = { close, erase, 'export-member': exportMember, retention }
