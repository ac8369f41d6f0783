import type { Backoffice } from './backoffice-client'
import { backup } from './backup/backup'
import { readyRestored, restore } from './backup/restore'
import { days, dryRun, first, force, ofMember, option, row, toSiteState } from './command'
import { Problem, usage } from './problem'
import { resolveFreePath, resolvePath } from './settings'
import { writeFileWith, writeResponse } from './write-response'

async function download(
  backoffice: Backoffice,
  name: 'export' | 'export-member' | 'bundle',
  payload: object,
  path: string | undefined,
) {
  const write = async (part?: string) => writeResponse((await backoffice.download(name, payload)) as Response, part)
  if (path === undefined) {
    await write()
    return { data: {}, lines: [] }
  }
  return { data: { status: 'success', file: path, bytes: await writeFileWith(path, write) } }
}

type ToFile = { file: string; force?: boolean }
type ExportOptions = ToFile &
  Partial<Record<'deposits|withdrawals|ledger' | 'state' | 'member' | 'from' | 'to', string>>

export const exportCommand = row('export <deposits|withdrawals|ledger> <file>', {
  options: [
    option('--state <state>', 'of deposits and withdrawals (default all)', ['waiting', 'done', 'cancelled', 'all']),
    ...[ofMember, ...days, force],
  ],
  run: (backoffice, given: ExportOptions & { json?: boolean }) => {
    const { 'deposits|withdrawals|ledger': what, file, force, json, state, member, from, to } = given
    if (what === 'ledger' && state !== undefined)
      throw new Problem('--state: ledger entries have none; leave it out', usage)
    if (file === '-' && json)
      throw new Problem('--json: the CSV goes to standard output; name a file, or leave --json out', usage)
    const path = file === '-' ? undefined : resolveFreePath(file, force)
    return download(backoffice, 'export', { what, state: toSiteState(state), member, from, to }, path)
  },
})

export const exportMember = row('export-member <member> <file>', {
  options: [force, first],
  run: (backoffice, { member, file, force, first }: ToFile & { member: string; first?: string }) =>
    download(backoffice, 'export-member', { member, first }, resolveFreePath(file, force)),
})

export const storeCommands = [
  row('backup <file>', {
    options: [force, first],
    run: (backoffice, { file, force, first }: ToFile & { first?: string }) =>
      backup(backoffice, resolveFreePath(file, force), first),
  }),
  row('bundle <file>', {
    options: [force],
    run: (backoffice, { file, force }: ToFile) => download(backoffice, 'bundle', {}, resolveFreePath(file, force)),
  }),
  row('record-backup'),
  row('restore <file>', {
    about: 'Puts a backup into an empty DATA_DIR, or an empty database, with the site stopped.',
    options: [dryRun],
    run: async (backoffice, { file }: { file: string }) => ({
      data: { status: 'success', ...(await restore(resolvePath(file), backoffice)) },
    }),
  }),
  row('restored', {
    about: 'Makes a store ready that was put back by other means, with the site stopped.',
    run: async () => ({ data: { status: 'success', ...(await readyRestored()) } }),
  }),
  row('end-play-money'),
]
