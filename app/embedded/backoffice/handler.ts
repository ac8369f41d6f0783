import type { Secret } from '~/platform/settings/secret.server'
import type { EmbeddedContext } from '../context.server'
import type { Sql } from '../store/store.server'
import type { CommandName, CommandPayload, CommandResult, commands } from './commands'
import type { Role } from './commands/fields'

/** Who sent a command, by their token; BACKOFFICE_TOKEN has no id. */
export type Operator = {
  name: string
  role: Role
  tokenId: bigint | null
  token: Secret
  /** `needed`: everybody has to have one, and this token has none yet. */
  secondFactor: 'none' | 'needed' | 'set'
  /** The session in a browser that the command came in. */
  session: bigint | undefined
  /** When a code of the second factor was given, in this session or with this request. */
  verifiedAt: Date | null
}

/** Context of every command. */
export type BackofficeContext = EmbeddedContext & { operator: Operator }

type CommandKind<A extends CommandName> = (typeof commands)[A]['kind']

/** Runs one command. A refusal is thrown as `Refused`, which also rolls back a change. */
type BackofficeHandler<A extends CommandName> =
  CommandKind<A> extends 'change'
    ? (ctx: BackofficeContext, payload: CommandPayload<A>, sql: Sql) => Promise<CommandResult<A>>
    : CommandKind<A> extends 'download'
      ? (ctx: BackofficeContext, payload: CommandPayload<A>) => Promise<CommandResult<A> | Response>
      : (ctx: BackofficeContext, payload: CommandPayload<A>) => Promise<CommandResult<A>>

/** Handlers of some of the commands. */
export type BackofficeHandlers<A extends CommandName> = { [Name in A]: BackofficeHandler<Name> }
