import { createSealer, type Sealer } from '~/platform/create-sealer.server'
import type { Secret } from '~/platform/settings/secret.server'
import { minutes } from '~/values/durations'
import { Refused } from '../context.server'
import { secondFactorsIn } from '../totp.server'
import { type CommandName, commands } from './commands/table'
import type { BackofficeContext, Operator } from './handler'

const freshMs = minutes(5)

export const factors = secondFactorsIn({
  ...{ table: 'desk_tokens', id: 'id', secret: 'factor', step: 'factor_step', wrongCodesMs: minutes(10) },
  recovery: { table: 'desk_recovery_codes', owner: 'token_id' },
})

const beforeFactor: ReadonlySet<CommandName> = new Set([
  ...(['you', 'begin-factor', 'set-factor', 'begin-desk-session', 'end-desk-session', 'desk-sessions'] as const),
])

export const factorSealer = (token: Secret): Sealer => createSealer([token], 'desk factor')

/**
 * Requires a 2FA code in this request or earlier in its session. Dangerous commands need one from the last five
 * minutes.
 * @throws Refused 401 `code_wrong` or `code_needed`, 403 `code_again`, or 403 `factor_needed` if 2FA is not set up
 */
export async function requireSecondFactor(ctx: BackofficeContext, command: CommandName, code: string | undefined) {
  const { operator, now } = ctx
  const { secondFactor, session } = operator
  if (secondFactor === 'none') return operator
  if (secondFactor === 'needed') {
    if (beforeFactor.has(command)) return operator
    throw new Refused({ status: 'factor_needed' }, 403)
  }
  if (code !== undefined && !(await takeCode(ctx, code))) throw new Refused({ status: 'code_wrong' }, 401)
  const verifiedAt = code === undefined ? operator.verifiedAt : now()
  if (!verifiedAt) throw new Refused({ status: 'code_needed' }, 401)
  if (code !== undefined && session !== undefined)
    await ctx.store.query('update desk_sessions set verified_at = $2 where id = $1', [session, verifiedAt])
  const verified = { ...operator, verifiedAt }
  if (commands[command].isDangerous && !isFresh(verified, now())) throw new Refused({ status: 'code_again' }, 403)
  return verified
}

/** Returns whether a correct code was entered in the last five minutes. */
export const isFresh = ({ verifiedAt }: Operator, now: Date) =>
  verifiedAt !== null && now.getTime() - verifiedAt.getTime() <= freshMs

/** Accepts a code from the operator's app or a recovery code. Each code works once. @returns false for a wrong code */
async function takeCode({ store, operator, now }: BackofficeContext, code: string): Promise<boolean> {
  const sealer = factorSealer(operator.token)
  const taken = await store.tx((sql) => factors.take(sql, operator.tokenId, code, { now: now(), sealer }))
  return taken.kind === 'taken'
}
