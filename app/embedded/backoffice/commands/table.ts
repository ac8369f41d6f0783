import { z } from 'zod'
import { rowId } from './fields'
import { memberCommands } from './members'
import { messageCommands } from './messages'
import { overviewCommands } from './overview'
import { recordCommands } from './records'
import { setupCommands } from './setup'
import { staffCommands } from './staff'
import { supportCommands } from './support'
import { transactionCommands } from './transactions'

export const commandGroups = {
  daily: { ...overviewCommands, ...transactionCommands, ...setupCommands },
  messages: messageCommands,
  support: supportCommands,
  members: memberCommands,
  books: recordCommands,
  people: staffCommands,
}

/** The back office's commands, each served at POST /backoffice/api/<command>, with their payloads and results. */
export const commands = {
  ...commandGroups.daily,
  ...messageCommands,
  ...supportCommands,
  ...memberCommands,
  ...recordCommands,
  ...staffCommands,
}

export type CommandName = keyof typeof commands

export const isCommandName = (name: string): name is CommandName => Object.hasOwn(commands, name)

/** The names of all changes except logins. */
export const changeNames = Object.entries(commands).flatMap(([name, { kind, isLogin }]) =>
  kind === 'change' && !isLogin ? [name] : [],
)

export const refusalsOfChanges = ['request_reused', 'otherwise']

export const mayNeedSecondPerson = (name: CommandName) =>
  commands[name].moves !== undefined || commands[name].isForTwo !== undefined

export type CommandPayload<A extends CommandName> = z.output<(typeof commands)[A]['payload']>
export type CommandResult<A extends CommandName> = z.input<(typeof commands)[A]['result']>

export const changeFields = z.object({
  /** If an id is repeated with the same payload, the first result is returned and nothing changes. */
  requestId: z.optional(z.string().regex(/^[A-Za-z0-9_-]{8,64}$/, '8 to 64 of A-Z a-z 0-9 - _')),
  /** Requests a preview: the result and its digest. Nothing changes. */
  dryRun: z.boolean().default(false),
  /** The digest from the preview. If the result differs from the preview, the change is refused as `otherwise`. */
  expects: z.string().max(64).optional(),
  /** Values for the command's `each` field, to preview several rows. The response lists them in `results`. */
  each: z.array(z.string().max(64)).min(1).max(50).optional(),
  first: rowId.optional(),
})
