import { z } from 'zod'
import { bookCommands } from './commands/books'
import { dailyCommands } from './commands/daily'
import { memberCommands } from './commands/members'
import { supportCommands } from './commands/support'

/**
 * The commands of the operator's desk, POST /house/desk/<command>: the payload and the result of each. The desk's
 * command line program and docs/desk.md use the same names.
 */
export const commands = { ...dailyCommands, ...supportCommands, ...memberCommands, ...bookCommands }

export type CommandName = keyof typeof commands

/** Whether a text is the name of a command. */
export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(commands, name)
}

export type CommandPayload<A extends CommandName> = z.output<(typeof commands)[A]['payload']>
export type CommandResult<A extends CommandName> = z.input<(typeof commands)[A]['result']>

/** Fields that every command accepts. */
export const commonFields = z.object({
  /** The operator's name for the log. It is not verified. */
  by: z
    .string()
    .trim()
    .regex(/^[^\p{Cc}\p{Cs}]{1,64}$/u, 'a name of 1 to 64 characters')
    .optional(),
})

/** Fields that every change accepts. */
export const changeFields = commonFields.extend({
  /** Repeating an id with the same payload returns the first result and changes nothing more. */
  requestId: z
    .string()
    .regex(/^[A-Za-z0-9_-]{8,64}$/, '8 to 64 of A-Z a-z 0-9 - _')
    .optional(),
  /** Runs the change, rolls it back and answers its result. */
  dryRun: z.boolean().default(false),
})
