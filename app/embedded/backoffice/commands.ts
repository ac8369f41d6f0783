import { z } from 'zod'
import { bookCommands } from './commands/books'
import { dailyCommands } from './commands/daily'
import { rowId } from './commands/fields'
import { memberCommands } from './commands/members'
import { messageCommands } from './commands/messages'
import { peopleCommands } from './commands/people'
import { supportCommands } from './commands/support'

/** The commands by what they are about. */
export const commandGroups = {
  daily: dailyCommands,
  messages: messageCommands,
  support: supportCommands,
  members: memberCommands,
  books: bookCommands,
  people: peopleCommands,
}

/**
 * The commands of the back office, POST /backoffice/api/<command>: the payload and the result of each. The back office's
 * command line program and docs/backoffice.md use the same names.
 */
export const commands = {
  ...dailyCommands,
  ...messageCommands,
  ...supportCommands,
  ...memberCommands,
  ...bookCommands,
  ...peopleCommands,
}

export type CommandName = keyof typeof commands

/** Whether a text is the name of a command. */
export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(commands, name)
}

/** What every change may refuse with 409, besides what its row says. */
export const refusalsOfChanges = ['request_reused', 'otherwise']

/** Whether a command may need two people, and takes the number of a first approval. */
export const mayBeForTwo = (name: CommandName) =>
  commands[name].moves !== undefined || commands[name].isForTwo !== undefined

export type CommandPayload<A extends CommandName> = z.output<(typeof commands)[A]['payload']>
export type CommandResult<A extends CommandName> = z.input<(typeof commands)[A]['result']>

/** Fields that every change accepts. */
export const changeFields = z.object({
  /** Repeating an id with the same payload returns the first result and changes nothing more. */
  requestId: z
    .string()
    .regex(/^[A-Za-z0-9_-]{8,64}$/, '8 to 64 of A-Z a-z 0-9 - _')
    .optional(),
  /** Runs the change, rolls it back and answers its result. */
  dryRun: z.boolean().default(false),
  /**
   * The digest of a dry run's result: the change is undone and refused as `otherwise` if it comes out in another way. A
   * repeated request is not: it gets the first result.
   */
  expects: z.string().max(64).optional(),
  /** The number of another person's first approval. Of changes that move a sum. */
  first: rowId.optional(),
})
