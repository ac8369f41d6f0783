import { commands } from '~/embedded/desk/commands'
import { backup } from './backup'
import type { Command, Result } from './command'
import type { Desk } from './desk-client'
import { formatRecord, toSiteWord } from './format'
import { Problem, usage } from './problem'
import { type Restored, readyRestored, restore } from './restore'
import { resolveFreePath, resolvePath } from './settings'
import { writeResponse } from './write-response'

/** Commands that write or read files, and others on the whole store. */

const overwrite = { force: { type: 'boolean', about: 'write over a file that is there' } } as const
const text = (value: string, about: string) => ({ type: 'string', value, about }) as const

async function download(desk: Desk, name: 'export' | 'export-member', payload: object, path: string | undefined) {
  const bytes = await writeResponse((await desk.download(name, payload)) as Response, path)
  return {
    data: { status: 'success', ...(path ? { file: path } : {}), bytes },
    lines: path ? [`${path}: ${bytes.toLocaleString('en')} bytes`] : [],
  }
}

function restoredResult({ says, ...done }: Restored, { dryRun }: Desk): Result {
  const figures = done.audit ? ['', ...formatRecord(commands.audit.result.shape.figures.shape, done.audit.figures)] : []
  const rehearsal = dryRun ? ['A rehearsal: nothing was changed.'] : []
  return { data: { status: 'success', ...done, says }, lines: [...says, ...figures, ...rehearsal] }
}

export const exportCommands: Record<string, Command> = {
  export: {
    about: 'write deposits, withdrawals or the ledger as a CSV file',
    more:
      'UTF-8 with a byte order mark, times of Seoul, one line an entry or movement, oldest first; - is standard output. ' +
      'Text that a spreadsheet would run as a formula is written with an apostrophe before it.',
    args: [commands.export.payload.shape.what.options.join('|'), 'file'],
    options: {
      state: text('STATE', 'of deposits and withdrawals: waiting, done, cancelled or all (default all)'),
      member: text('ID', 'of this member alone'),
      from: text('DAY', 'from this day on, YYYY-MM-DD'),
      to: text('DAY', 'up to this day'),
      ...overwrite,
    },
    examples: [
      'export withdrawals march.csv --from 2026-03-01 --to 2026-03-31',
      'export ledger - | gzip > ledger.csv.gz',
    ],
    run: (desk, [what, file = ''], { state, member, from, to, force, json }) => {
      if (what === 'ledger' && state !== undefined) throw new Problem('Entries of the ledger have no state.', usage)
      if (file === '-' && json) throw new Problem('--json needs a file: the CSV goes to standard output here.', usage)
      const path = file === '-' ? undefined : resolveFreePath(file, force === true)
      return download(desk, 'export', { what, state: toSiteWord('state', state), member, from, to }, path)
    },
  },
}

export const exportMember: Command = {
  about: 'write all that is stored about one member as a JSON file',
  more: 'By table and column, without hashes and without data of other members.',
  args: ['member', 'file'],
  options: overwrite,
  examples: ['export-member demo demo.json'],
  run: (desk, [member, file = ''], { force }) =>
    download(desk, 'export-member', { member }, resolveFreePath(file, force === true)),
}

export const storeCommands: Record<string, Command> = {
  backup: {
    about: 'write the whole store into one file, while the site goes on',
    more:
      'PGlite: the site holds still while its rows are packed. PostgreSQL: pg_dump does it, with DATABASE_URL as the site ' +
      'has it. ' +
      'The file holds everything of every member: keep it as you keep the store.',
    args: ['file'],
    options: overwrite,
    examples: ['backup /backup/madang-2026-03-10.backup'],
    run: (desk, [file = ''], { force }) => backup(desk, resolveFreePath(file, force === true)),
  },
  'record-backup': {
    calls: 'record-backup',
    about: 'record that a backup was made by other means, for the metrics and alerts',
    more: 'Only when it is complete: after pg_basebackup, a snapshot, or what your platform does. The command backup does it itself.',
  },
  restore: {
    about: 'put a backup into an empty DATA_DIR, or an empty database',
    more:
      'With the site stopped. A backup of PGlite goes into either store: with DATABASE_URL, into PostgreSQL. ' +
      'The store is opened by the site itself on a port of its own, audited, and every log-in in it ' +
      'ended, before it is given its name; what is wrong leaves an empty DATA_DIR empty. Answers that Redis keeps for ' +
      'request codes no longer count: what they say may not be in the books any more.',
    args: ['file'],
    changes: true,
    examples: ['restore /backup/madang-2026-03-10.backup --dry-run'],
    run: async (desk, [file = '']) => restoredResult(await restore(resolvePath(file), desk), desk),
  },
  restored: {
    about: 'make a store ready that was put back by other means',
    more:
      'After a recovery of PostgreSQL to a moment, pg_restore by hand, or a folder that was copied back: with the site ' +
      'stopped, and before any site starts on it. Does what restore does once the store is there.',
    run: async (desk) => restoredResult(await readyRestored(), desk),
  },
  'end-play-money': {
    calls: 'end-play-money',
    about: 'end the play money of this store for good, before it is started with MONEY=real',
    more:
      'It closes every member, cancels what waits, returns open bets, brings every account of the books to zero by ' +
      'transfers of its own, erases the demo members, deletes the referral codes and ends the notices. The site stands ' +
      'still meanwhile. Nothing brings it back but a backup. Then stop the site, set MONEY=real and start it.',
    examples: ['end-play-money --dry-run'],
  },
}
