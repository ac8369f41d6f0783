import type { Backoffice } from '../backoffice-client'
import { backup } from '../backup/backup'
import { type Restored, readyRestored, restore } from '../backup/restore'
import { days, dryRun, first, force, ofMember, option, type Result, row } from '../command'
import { formatNumber, list, toSiteState } from '../layout'
import { Problem, usage } from '../problem'
import { resolveFreePath, resolvePath } from '../settings'
import { writeResponse } from '../write-response'

/** Commands that write or read files, and others on the whole store. */

async function download(
  backoffice: Backoffice,
  name: 'export' | 'export-member' | 'bundle',
  payload: object,
  path: string | undefined,
) {
  const bytes = await writeResponse((await backoffice.download(name, payload)) as Response, path)
  return {
    data: { status: 'success', ...(path ? { file: path } : {}), bytes },
    lines: path ? [`${path}: ${formatNumber(bytes)} bytes`] : [],
  }
}

function restoredResult({ says, ...done }: Restored, backoffice: Backoffice): Result {
  const figures = done.audit ? ['', ...list(done.audit.figures)] : []
  const lines = [...says, ...figures, ...(backoffice.dryRun ? ['Dry run: nothing was changed.'] : [])]
  return { data: { status: 'success', ...done, says }, lines }
}

type ToFile = { file: string; force?: boolean }
type ExportOptions = ToFile &
  Partial<Record<'deposits|withdrawals|ledger' | 'state' | 'member' | 'from' | 'to', string>>

export const exportCommands = [
  row('export <deposits|withdrawals|ledger> <file>', {
    more:
      'UTF-8 with a byte order mark, one line an entry or transaction; - is standard output. ' +
      'Text that a spreadsheet would run as a formula is written with an apostrophe before it.',
    options: [
      option('--state <state>', 'of deposits and withdrawals (default all)', ['waiting', 'done', 'cancelled', 'all']),
      ...[ofMember, ...days, force],
    ],
    examples: [
      'export withdrawals march.csv --from 2026-03-01 --to 2026-03-31',
      'export ledger - | gzip > ledger.csv.gz',
    ],
    run: (backoffice, given: ExportOptions & { json?: boolean }) => {
      const { 'deposits|withdrawals|ledger': what, file, force, json, state, member, from, to } = given
      if (what === 'ledger' && state !== undefined) throw new Problem('Entries of the ledger have no state.', usage)
      if (file === '-' && json) throw new Problem('--json needs a file: the CSV goes to standard output here.', usage)
      const path = file === '-' ? undefined : resolveFreePath(file, force)
      return download(backoffice, 'export', { what, state: toSiteState(state), member, from, to }, path)
    },
  }),
]

export const exportMember = row('export-member <member> <file>', {
  options: [force, first],
  run: (backoffice, { member, file, force, first }: ToFile & { member: string; first?: string }) =>
    download(backoffice, 'export-member', { member, first }, resolveFreePath(file, force)),
})

export const storeCommands = [
  row('backup <file>', {
    more:
      'PGlite: the site holds still while its rows are packed. PostgreSQL: pg_dump does it, with DATABASE_URL as the site ' +
      'has it.',
    options: [force, first],
    run: (backoffice, { file, force, first }: ToFile & { first?: string }) =>
      backup(backoffice, resolveFreePath(file, force), first),
  }),
  row('bundle <file>', {
    more:
      'A .tar.gz of the version, settings, health, metrics, the newest 2,000 lines of the log, migrations, an audit and the ' +
      'last conformance report. Secrets are masked, and personal data left out. Of several replicas it is the one that ' +
      'answers: name each by --site.',
    options: [force],
    examples: ['bundle madang-support.tar.gz'],
    run: (backoffice, { file, force }: ToFile) => download(backoffice, 'bundle', {}, resolveFreePath(file, force)),
  }),
  row('record-backup', {
    more: 'Only when it is complete: after pg_basebackup, a snapshot, or what your platform does. The command backup does it itself.',
  }),
  row('restore <file>', {
    about: 'Puts a backup into an empty DATA_DIR, or an empty database.',
    more:
      'With the site stopped. A backup of PGlite goes into either store: with DATABASE_URL, into PostgreSQL. ' +
      'The store is opened by the site itself on a port of its own, audited, and every log-in in it ' +
      'ended, before it is given its name; what is wrong leaves an empty DATA_DIR empty. Answers that Redis keeps for ' +
      'request codes no longer count: what they say may not be in the books any more.',
    options: [dryRun],
    run: async (backoffice, { file }: { file: string }) =>
      restoredResult(await restore(resolvePath(file), backoffice), backoffice),
  }),
  row('restored', {
    about: 'Makes a store ready that was put back by other means.',
    more:
      'After a recovery of PostgreSQL to a moment, pg_restore by hand, or a folder that was copied back: with the site ' +
      'stopped, and before any site starts on it. Does what restore does once the store is there.',
    run: async (backoffice) => restoredResult(await readyRestored(), backoffice),
  }),
  row('end-play-money', {
    more: 'It erases the demo members, deletes the referral codes and ends the notices. Nothing brings it back but a backup.',
  }),
]
