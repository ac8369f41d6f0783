import type { Command } from './command'

/** Commands on who works at the desk, and on what waits for a second person. */
export const peopleCommands: Record<string, Command> = {
  tokens: {
    calls: 'tokens',
    about: 'list who has a token, and with which role',
    more: 'DESK_TOKEN is not among them: it is the owner’s way in.',
    none: 'There is DESK_TOKEN alone.',
  },
  'make-token': {
    calls: 'make-token',
    args: ['name'],
    about: 'make a person’s token',
    more:
      'It is printed once and stored nowhere. A reader sees what is no secret; support helps members; a cashier moves money; ' +
      'an owner does everything. --help of a command names its roles.',
    examples: ['make-token kim --role cashier'],
    after: ({ token }, { dryRun }) => {
      if (dryRun) return []
      if (token === undefined) return ['The token was lost on its way: end it and make another.']
      return ['', 'Give it to that person alone: they set it as DESK_TOKEN where they run this program.']
    },
  },
  'end-token': {
    calls: 'end-token',
    args: ['name'],
    about: 'end a person’s token, at once on all replicas',
    more: 'What they said yes to first needs another first yes.',
    examples: ['end-token kim'],
  },
  'first-approvals': {
    calls: 'first-approvals',
    about: 'list what one person said yes to and what waits for a second',
    more: 'The second person runs the same command with --first and the number, and their own token, within 24 hours.',
    none: 'Nothing waits for a second person.',
  },
  'end-first-approval': {
    calls: 'end-first-approval',
    args: ['id'],
    about: 'take a first yes back, by its number in the list',
    examples: ['end-first-approval 3'],
  },
}
