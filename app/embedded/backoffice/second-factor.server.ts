import { createSealer, type Sealer } from '~/platform/create-sealer.server'
import type { Secret } from '~/platform/settings/secret.server'
import { minutes } from '~/values/durations'
import { Refused } from '../context.server'
import {
  backofficeRecoveryCodes,
  countWrongCode,
  isTimeBased,
  normalizeCode,
  stepOf,
} from '../members/one-time-codes.server'
import { type CommandName, commands } from './commands'
import type { BackofficeContext, Operator } from './handler'

/** How long a code still counts for commands that are marked as dangerous. */
const freshMs = minutes(5)
/** Wrong codes of a token in ten minutes, after which no code of it counts for the rest of them. */
const maxWrongCodes = 10
const wrongCodesMs = minutes(10)

/** Commands that a token without a second factor may run where everybody has to have one: those that set one up. */
const beforeFactor: ReadonlySet<CommandName> = new Set([
  ...(['you', 'begin-factor', 'set-factor', 'begin-desk-session', 'end-desk-session', 'desk-sessions'] as const),
])

/** Encrypts the secret of a token's second factor under the token itself. */
export const factorSealer = (token: Secret): Sealer => createSealer([token], 'desk factor')

/**
 * Asks for the second factor that a command needs of a named token: a code with this request, or one that was given in its
 * session; of a dangerous command one of the last five minutes. BACKOFFICE_TOKEN has none, nor has a machine's token.
 *
 * @param code the code that came with the request.
 * @returns the operator, with when a code was given last.
 * @throws Refused 401 `code_wrong`, 401 `code_needed`, 403 `code_again`; 403 `factor_needed` while one has to be set up.
 */
export async function requireSecondFactor(
  ctx: BackofficeContext,
  command: CommandName,
  code: string | undefined,
): Promise<Operator> {
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

/** Whether a code was given in the last five minutes. */
export const isFresh = ({ verifiedAt }: Operator, now: Date) =>
  verifiedAt !== null && now.getTime() - verifiedAt.getTime() <= freshMs

/** Takes a code of the operator's app, or a recovery code, once. @returns false for a wrong one. */
function takeCode({ store, operator, now }: BackofficeContext, code: string): Promise<boolean> {
  const { tokenId, token } = operator
  const at = now()
  const since = new Date(at.getTime() - wrongCodesMs)
  return store.tx(async (sql) => {
    const [row] = await sql.query<{ factor: string; step: bigint | null; isBarred: boolean | null }>(
      `select factor, factor_step as step, wrong_codes >= $2 and wrong_codes_since > $3 as "isBarred"
         from desk_tokens where id = $1 and factor is not null for update`,
      [tokenId, maxWrongCodes, since],
    )
    if (!row || row.isBarred) return false
    const typed = normalizeCode(code)
    if (isTimeBased(typed)) {
      const secret = await factorSealer(token).open(row.factor)
      const step = typeof secret === 'string' ? stepOf(secret, typed, at) : undefined
      if (step !== undefined && (row.step === null || BigInt(step) > row.step)) {
        await sql.query('update desk_tokens set factor_step = $2 where id = $1', [tokenId, step])
        return true
      }
    } else if (await backofficeRecoveryCodes.take(sql, tokenId, typed, at)) return true
    await sql.query(`update desk_tokens set ${countWrongCode} where id = $1`, [tokenId, since, at])
    return false
  })
}
