import type { Secret } from '~/platform/settings/secret.server'
import { type EmbeddedContext, Refused } from '../context.server'
import type { MemberId } from '../ledger/entries'
import type { Sql } from '../store/store.server'
import type { Role } from './commands/definition'
import { type CommandName, type CommandPayload, type CommandResult, commands } from './commands/table'

export type Operator = {
  name: string
  role: Role
  tokenId: bigint | null
  token: Secret
  /** `needed` means that a second factor is required but not set up. */
  secondFactor: 'none' | 'needed' | 'set'
  session: bigint | undefined
  verifiedAt: Date | null
}

/**
 * In a dry run, a handler may skip slow writes that its result doesn't depend on. All others are rolled back. `lineId`
 * is the id of the command's log entry, for commands that refer to it.
 */
export type BackofficeContext = EmbeddedContext & {
  operator: Operator
  isDryRun?: boolean
  lineId?: bigint | undefined
}

export type FoundMember = { id: MemberId; closedAt: Date | null; erasedAt: Date | null }

/** Commands about one member get this member, because an unknown one is refused before the command runs. */
type ContextOf<A extends CommandName> =
  CommandPayload<A> extends { member: string } ? BackofficeContext & { member: FoundMember } : BackofficeContext

type BackofficeHandler<A extends CommandName> = (typeof commands)[A]['kind'] extends 'change'
  ? (ctx: ContextOf<A>, payload: CommandPayload<A>, sql: Sql) => Promise<CommandResult<A>>
  : (ctx: ContextOf<A>, payload: CommandPayload<A>) => Promise<CommandResult<A> | Response>

export type BackofficeHandlers = { [Name in CommandName]?: BackofficeHandler<Name> }

/** @throws Refused `role` unless the person's role may run the command */
export function assertRole({ name, role }: Operator, act: CommandName): void {
  const needs: readonly string[] = commands[act].roles
  if (!needs.includes(role)) throw new Refused({ status: 'role', act, needs, name, role }, 403)
}
