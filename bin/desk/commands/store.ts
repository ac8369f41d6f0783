import { backup } from '../backup'
import { type Command, defineCommand, dryRunLines, overwrite } from '../command'
import { restore } from '../restore'
import { resolveFreePath, resolvePath } from '../settings'
import { figureLines } from './books'

const backupCommand = defineCommand({
  about: 'write the whole store into one file, while the site goes on',
  more:
    'PGlite: the site holds still while its folder is copied, then goes on while the copy is packed; it needs room for one copy. ' +
    'PostgreSQL: pg_dump does it, with DATABASE_URL as the site has it. ' +
    'The file holds everything of every member: keep it as you keep the store.',
  args: 'FILE',
  takes: { least: 1, most: 1 },
  options: overwrite,
  examples: ['backup /backup/house-2026-03-10.tar.gz'],
  run: (desk, [file = ''], { force }) => backup(desk, resolveFreePath(file, force)),
})

const restoreCommand = defineCommand({
  about: 'put a backup into an empty DATA_DIR, or an empty database',
  more:
    'With the site stopped. The store is opened by the site itself on a port of its own, audited, and every log-in in it ended, ' +
    'before it is given its name; what is wrong leaves an empty DATA_DIR empty.',
  args: 'FILE',
  takes: { least: 1, most: 1 },
  changes: true,
  examples: ['restore /backup/house-2026-03-10.tar.gz --dry-run'],
  run: async (desk, [file = '']) => {
    const { says, ...done } = await restore(resolvePath(file), desk)
    const figures = done.audit ? ['', ...figureLines(done.audit.figures)] : []
    return { data: { status: 'success', ...done, says }, lines: [...says, ...figures, ...dryRunLines(desk)] }
  },
})

export const store: Record<string, Command> = { backup: backupCommand, restore: restoreCommand }
