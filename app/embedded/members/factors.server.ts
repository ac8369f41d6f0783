import { createSealer, type Sealer } from '~/platform/create-sealer.server'
import { Secret } from '~/platform/settings/secret.server'
import { hours, minutes } from '~/values/durations'
import { createRefusal, type EmbeddedContext, type Handlers, type MemberContext } from '../context.server'
import { readerLocale } from '../language'
import type { MemberId } from '../ledger/entries'
import { sendOwnNote } from '../messages/messages.server'
import { shippedSiteName } from '../seed/messages'
import type { Sql } from '../store/store.server'
import {
  countWrongCode,
  createTotpSecret,
  isTimeBased,
  memberRecoveryCodes,
  normalizeCode,
  stepOf,
  totpOf,
} from './one-time-codes.server'
import { checkPassword } from './passwords.server'
import { getOrCreateSecret } from './secrets.server'

/** How long a secret can be set up. */
const setupMs = minutes(10)
/** Wrong codes of a member in an hour, over all their tickets, after which recovery codes alone count for the rest of it. */
const maxWrongCodes = 10
const wrongCodesMs = hours(1)

/** What became of a code. `wait`: too many were wrong, for so many ms yet. */
export type TakenCode = { kind: 'taken' } | { kind: 'otp_wrong' } | { kind: 'wait'; ms: number }

/** A member's second factor: set up and turned off by password and code. */
export const handlers = {
  /**
   * `start` gives a secret, which the code of `on` makes the factor. Recovery codes are given once, by `on` and `codes`.
   *
   * @throws Refused `pass`, `otp_wrong`, `wait` with `ms`; `already` when there is a factor; `ticket_old` when a set-up is
   * over, or there is no factor.
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
          await sendOwnNote(sql, ctx, id, 'factorOff')
          return { status: 'success' }
        })
      case 'codes':
        return inOneGo(ctx, async (sql) => {
          const taken = await takeCode(sql, ctx, id, otp)
          return taken.kind === 'taken'
            ? { status: 'success', recovery: await memberRecoveryCodes.renew(sql, id) }
            : taken
        })
      default:
        return step satisfies never
    }
  },
} satisfies Partial<Handlers>

/** Runs work in one transaction, which stands also when a code was wrong: it was counted. @throws Refused as `TakenCode` says. */
async function inOneGo<Result extends { status: string }>(
  { store, member }: MemberContext,
  work: (sql: Sql) => Promise<Result | TakenCode>,
): Promise<Result> {
  const result = await store.tx(async (sql) => {
    await lockMember(sql, member.id)
    return work(sql)
  })
  if ('status' in result) return result
  throw refusalOf(result)
}

/** Locks a member's row, before tickets and factor: whoever confirms a log-in has it first, too. */
export async function lockMember(sql: Sql, member: MemberId): Promise<void> {
  await sql.query('select 1 from members where id = $1 for no key update', [member])
}

/** The refusal of a code that was not taken. */
export function refusalOf(code: TakenCode) {
  return code.kind === 'wait' ? createRefusal('wait', { ms: code.ms }) : createRefusal('otp_wrong')
}

async function start(ctx: MemberContext) {
  const { member, store, now, options, language } = ctx
  const secret = createTotpSecret()
  const begun = await store.query(
    `insert into member_factors as f (member_id, pending, pending_ends_at) values ($1, $2, $3)
     on conflict (member_id) do update set pending = excluded.pending, pending_ends_at = excluded.pending_ends_at
      where f.secret is null returning member_id`,
    [member.id, await (await factorSealer(store, ctx)).seal(secret), new Date(now().getTime() + setupMs)],
  )
  if (begun.length === 0) throw createRefusal('already')
  const issuer = (options.siteName ?? shippedSiteName)[readerLocale(language)]
  return { status: 'success', secret, uri: totpOf(secret, member.userId, issuer).toString() }
}

async function turnOn(sql: Sql, ctx: MemberContext, otp: string) {
  const { member, now } = ctx
  const factor = await lockFactor(sql, member.id)
  if (!factor?.pending || !factor.pending_ends_at || factor.pending_ends_at <= now()) throw createRefusal('ticket_old')
  const waitMs = waitOf(factor, now())
  if (waitMs > 0) return { kind: 'wait' as const, ms: waitMs }
  const step = stepOf(await openSecret(sql, ctx, factor.pending), normalizeCode(otp), now())
  if (step === undefined) return refuseWrongCode(sql, ctx, member.id)
  await sql.query(
    'update member_factors set secret = pending, step = $2, pending = null, pending_ends_at = null where member_id = $1',
    [member.id, step],
  )
  return { status: 'success', recovery: await memberRecoveryCodes.renew(sql, member.id) }
}

/** Whether a member has a second factor. */
export async function hasFactor(sql: Sql, member: MemberId): Promise<boolean> {
  const found = await sql.query('select 1 from member_factors where member_id = $1 and secret is not null', [member])
  return found.length > 0
}

/**
 * Takes a code of the member's app, or a recovery code, once. Only inside a transaction, which has to stand also when the
 * code is wrong. Nobody passes by a factor that can't be read.
 *
 * @throws Refused `ticket_old` without a factor. Error when its secret can't be read.
 */
export async function takeCode(sql: Sql, ctx: EmbeddedContext, member: MemberId, otp: string): Promise<TakenCode> {
  const now = ctx.now()
  const factor = await lockFactor(sql, member)
  if (!factor?.secret) throw createRefusal('ticket_old')
  const typed = normalizeCode(otp)
  const isRecovery = !isTimeBased(typed)
  if (isRecovery && (await memberRecoveryCodes.take(sql, member, typed, now))) return { kind: 'taken' }
  const waitMs = waitOf(factor, now)
  if (waitMs > 0) return { kind: 'wait', ms: waitMs }
  const step = isRecovery ? undefined : stepOf(await openSecret(sql, ctx, factor.secret), typed, now)
  if (step === undefined || (factor.step !== null && BigInt(step) <= factor.step))
    return refuseWrongCode(sql, ctx, member)
  await sql.query('update member_factors set step = $2 where member_id = $1', [member, step])
  return { kind: 'taken' }
}

/** Deletes a member's factor, its recovery codes and what awaits a code. @returns whether there was one. */
export async function deleteFactor(sql: Sql, member: MemberId): Promise<boolean> {
  await sql.query('delete from login_tickets where member_id = $1', [member])
  await sql.query('delete from member_recovery_codes where member_id = $1', [member])
  const [deleted] = await sql.query<{ had: boolean }>(
    'delete from member_factors where member_id = $1 returning secret is not null as had',
    [member],
  )
  return deleted?.had ?? false
}

type FactorRow = {
  secret: string | null
  step: bigint | null
  pending: string | null
  pending_ends_at: Date | null
  wrong_codes: number
  wrong_codes_since: Date | null
}

async function lockFactor(sql: Sql, member: MemberId): Promise<FactorRow | undefined> {
  const [factor] = await sql.query<FactorRow>(
    `select secret, step, pending, pending_ends_at, wrong_codes, wrong_codes_since
       from member_factors where member_id = $1 for update`,
    [member],
  )
  return factor
}

/** For how many ms yet no code of six digits counts. */
function waitOf({ wrong_codes, wrong_codes_since }: FactorRow, now: Date): number {
  if (wrong_codes < maxWrongCodes || !wrong_codes_since) return 0
  return Math.max(0, wrong_codes_since.getTime() + wrongCodesMs - now.getTime())
}

/** Counts a wrong code; the last one that counts gets the member a note, because who tries has their password. */
async function refuseWrongCode(sql: Sql, ctx: EmbeddedContext, member: MemberId): Promise<TakenCode> {
  const now = ctx.now()
  const [counted] = await sql.query<{ count: number }>(
    `update member_factors set ${countWrongCode} where member_id = $1 returning wrong_codes as count`,
    [member, new Date(now.getTime() - wrongCodesMs), now],
  )
  if (counted?.count === maxWrongCodes) await sendOwnNote(sql, ctx, member, 'wrongCodes')
  return { kind: 'otp_wrong' }
}

/** Encrypts secrets under one that the database keeps: a stolen table makes no code, a stolen database does. */
async function factorSealer(sql: Sql, { now }: EmbeddedContext): Promise<Sealer> {
  return createSealer([new Secret(await getOrCreateSecret(sql, 'member factors', now()))], 'member factor')
}

async function openSecret(sql: Sql, ctx: EmbeddedContext, sealed: string): Promise<string> {
  const secret = await (await factorSealer(sql, ctx)).open(sealed)
  if (typeof secret !== 'string') throw new Error('the secret of a second factor could not be read')
  return secret
}
