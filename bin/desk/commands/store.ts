import { backup } from '../backup'
import { type Command, defineCommand, dryRunLines, overwrite } from '../command'
import { readyRestored, restore } from '../restore'
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
    'before it is given its name; what is wrong leaves an empty DATA_DIR empty. Answers that Redis keeps for request codes ' +
    'no longer count: what they say may not be in the books any more.',
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

const restoredCommand = defineCommand({
  about: 'make a store ready that was put back by other means',
  more:
    'After a recovery of PostgreSQL to a moment, pg_restore by hand, or a folder that was copied back: with the site stopped, and ' +
    'before any site starts on it. Does what restore does once the store is there: opens it on a port of its own, audits it, ends ' +
    'every log-in, and lets answers that Redis keeps for request codes count no longer.',
  run: async () => {
    const { says, audit } = await readyRestored()
    return {
      data: { status: 'success', audit, says },
      lines: [...says, '', ...(audit ? figureLines(audit.figures) : [])],
    }
  },
})

const endPlayMoney = defineCommand({
  about: 'end the play money of this store for good, before it is started with MONEY=real',
  more:
    'It closes every member, cancels what waits, returns open bets, brings every account of the books to zero by transfers of ' +
    'its own, erases the demo members, deletes the referral codes and ends the notices. The site stands still meanwhile. ' +
    'Nothing brings it back but a backup. Then stop the site, set MONEY=real and start it.',
  changes: true,
  examples: ['end-play-money --dry-run'],
  run: async (desk) => {
    const data = await desk.change('end-play-money', {})
    const count = (number: number, one: string, many = `${one}s`) =>
      `${number.toLocaleString('en')} ${number === 1 ? one : many}`
    const what = [
      `${count(data.members, 'member')} closed, ${count(data.erased, 'demo member')} erased`,
      `${count(data.movements, 'deposit or withdrawal', 'deposits and withdrawals')} cancelled, ${count(data.bets, 'bet')} returned`,
      `${count(data.accounts, 'balance')} of members and the jackpot brought to zero`,
      `${count(data.codes, 'referral code')} deleted, ${count(data.notices, 'notice')} and ${count(data.logins, 'log-in')} ended`,
    ]
    const head = desk.dryRun
      ? 'This would end the play money:'
      : 'The play money has ended. Stop the site and start it with MONEY=real.'
    return { data, lines: [head, ...what.map((line) => `- ${line}`), ...dryRunLines(desk)] }
  },
})

export const store: Record<string, Command> = {
  backup: backupCommand,
  restore: restoreCommand,
  restored: restoredCommand,
  'end-play-money': endPlayMoney,
}
