import { createSealer, type Sealer } from '~/platform/create-sealer.server'
import { Secret } from '~/platform/settings/secret.server'
import { hours, minutes } from '~/values/durations'
import { createRefusal, type EmbeddedContext, type Handlers, type MemberContext } from '../context.server'
import type { MemberId } from '../ledger/entries'
import { readerLocale } from '../member-language'
import { sendAccountNote } from '../messages/notes.server'
import { shippedSiteName } from '../seed/messages'
import { hasRows, type Sql } from '../store/store.server'
import { type CodeResult, createTotpSecret, secondFactorsIn, totpOf } from '../totp.server'
import { checkPassword } from './passwords.server'
import { getOrCreateSecret } from './secrets.server'

const setupMs = minutes(10)

const factors = secondFactorsIn({
  ...{ table: 'member_factors', id: 'member_id', secret: 'secret', step: 'step', wrongCodesMs: hours(1) },
  recovery: { table: 'member_recovery_codes', owner: 'member_id' },
})

export const handlers = {
  /**
   * `start` returns a secret, and `on` confirms it with a code. `on` and `codes` return recovery codes once.
   * @throws Refused with `pass`, `otp_wrong`, `wait` (and `ms`), `already` if a factor is set, or `ticket_old` if none
   * is set or the set-up has expired
   */
  'set-second-factor': async (ctx, { step, pw, otp = '' }) => {
    const { id } = ctx.member
    if (step !== 'on' && (await checkPassword(ctx, id, 'login', pw)) === undefined) throw createRefusal('pass')
    switch (step) {
      case 'start':
        return start(ctx)
      case 'on':
        return inOneGo(ctx, (sql) => turnOn(sql, ctx, otp))
      case 'off':
        return inOneGo(ctx, async (sql) => {
          const taken = await takeCode(sql, ctx, id, otp)
          if (taken.kind !== 'taken') return taken
          await deleteFactor(sql, id)
          await sendAccountNote(sql, ctx, id, 'factorOff')
          return { status: 'success' }
        })
      case 'codes':
        return inOneGo(ctx, async (sql) => {
          const taken = await takeCode(sql, ctx, id, otp)
          return taken.kind === 'taken'
            ? { status: 'success', recovery: await factors.renewRecoveryCodes(sql, id) }
            : taken
        })
      default:
        return step satisfies never
    }
  },
} satisfies Partial<Handlers>

/** Commits even if the code is wrong, so that the attempt is counted. @throws Refused according to `CodeResult` */
async function inOneGo<Result extends { status: string }>(
  { store, member }: MemberContext,
  work: (sql: Sql) => Promise<Result | CodeResult>,
): Promise<Result> {
  const result = await store.tx(async (sql) => {
    await lockMember(sql, member.id)
    return work(sql)
  })
  if ('status' in result) return result
  throw refusalOf(result)
}

/** Locks a member's row. To prevent deadlocks, call it before locking tickets or the factor. */
export async function lockMember(sql: Sql, member: MemberId): Promise<void> {
  await sql.query('select 1 from members where id = $1 for no key update', [member])
}

export function refusalOf(code: CodeResult) {
  if (code.kind === 'wait') return createRefusal('wait', { ms: code.ms })
  return createRefusal(code.kind === 'no_factor' ? 'ticket_old' : 'otp_wrong')
}

async function start(ctx: MemberContext) {
  const { member, store, now, options, language } = ctx
  const secret = createTotpSecret()
  const updated = await store.query(
    `insert into member_factors as f (member_id, pending, pending_ends_at) values ($1, $2, $3)
     on conflict (member_id) do update set pending = excluded.pending, pending_ends_at = excluded.pending_ends_at
      where f.secret is null returning member_id`,
    [member.id, await (await factorSealer(store, ctx)).seal(secret), new Date(now().getTime() + setupMs)],
  )
  if (updated.length === 0) throw createRefusal('already')
  const issuer = (options.siteName ?? shippedSiteName)[readerLocale(language)]
  return { status: 'success', secret, uri: totpOf(secret, member.userId, issuer).toString() }
}

async function turnOn(sql: Sql, ctx: MemberContext, otp: string) {
  const { id } = ctx.member
  await sql.query('update member_factors set pending = null where member_id = $1 and pending_ends_at <= $2', [
    ...[id, ctx.now()],
  ])
  const taken = await takeCode(sql, ctx, id, otp, 'pending')
  if (taken.kind !== 'taken') return taken
  const confirm =
    'update member_factors set secret = pending, pending = null, pending_ends_at = null where member_id = $1'
  await sql.query(confirm, [id])
  return { status: 'success', recovery: await factors.renewRecoveryCodes(sql, id) }
}

export async function hasFactor(sql: Sql, member: MemberId): Promise<boolean> {
  return hasRows(sql, 'select 1 from member_factors where member_id = $1 and secret is not null', [member])
}

/**
 * Accepts a code from the app or a recovery code. Each works once. Call only inside a transaction that commits even
 * after a wrong code. After the last allowed wrong code, the member gets a note: someone may know the password.
 * @throws Error if the secret can't be read
 */
export async function takeCode(sql: Sql, ctx: EmbeddedContext, member: MemberId, otp: string, secretIn?: 'pending') {
  const sealer = await factorSealer(sql, ctx)
  const taken = await factors.take(sql, member, otp, { now: ctx.now(), sealer, ...(secretIn && { secretIn }) })
  if (taken.kind === 'wrong' && taken.isLast) await sendAccountNote(sql, ctx, member, 'wrongCodes')
  return taken
}

/** Deletes a member's factor, recovery codes and tickets. @returns whether the member had a factor */
export async function deleteFactor(sql: Sql, member: MemberId): Promise<boolean> {
  await sql.query('delete from login_tickets where member_id = $1', [member])
  await sql.query('delete from member_recovery_codes where member_id = $1', [member])
  const deleteStored = 'delete from member_factors where member_id = $1 returning secret is not null as had'
  const [deleted] = await sql.query<{ had: boolean }>(deleteStored, [member])
  return deleted?.had ?? false
}

/** Returns a sealer whose key is in another table, so that a copy of the factors' table reveals no codes. */
async function factorSealer(sql: Sql, { now }: EmbeddedContext): Promise<Sealer> {
  return createSealer([new Secret(await getOrCreateSecret(sql, 'member factors', now()))], 'member factor')
}
