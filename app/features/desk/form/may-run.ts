import { type CommandName, commands, isCommandName } from '~/embedded/desk/commands'
import type { DeskRequest } from '../screen'

/**
 * Commands without a form: what a restore asks for and taking a factor off belong to the terminal, the site records its own
 * backups, and sessions begin and factors are set up on pages of their own.
 */
const withoutForm: ReadonlySet<CommandName> = new Set([
  ...(['record-backup', 'begin-epoch', 'reset-factor', 'begin-desk-session', 'begin-factor', 'set-factor'] as const),
])

/** Whether somebody may see and send the form of a command. */
export function mayRun({ operator }: Pick<DeskRequest, 'operator'>, name: string): name is CommandName {
  if (!isCommandName(name) || withoutForm.has(name)) return false
  const roles: readonly string[] = commands[name].roles
  return roles.includes(operator.role)
}
