import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { createSealer, type Sealer } from '~/platform/create-sealer.server'
import { toNewAddress, toOldAddress } from '~/platform/old-names'
import { Secret } from '~/platform/settings/secret.server'
import { days, minutes } from '~/values/durations'
import { type EmbeddedContext, Refused } from '../../context.server'
import { createToken, hashToken } from '../../members/secrets.server'
import { hasRows, insertRow, type Sql } from '../../store/store.server'
import { createTotpSecret, secondFactorsIn, stepOf, totpOf } from '../../totp.server'
import { backofficeSessionMaxMs } from '../commands/staff'
import { type CommandName, type CommandResult, commands, isCommandName } from '../commands/table'
import type { BackofficeContext, BackofficeHandlers, Operator } from '../handler'
import { invalidField, selectPage, selectRow } from '../queries'

const idleMs = minutes(30)
const seenAgainMs = minutes(1)
const keptMs = days(1)
const setupMs = minutes(10)
const freshMs = minutes(5)
const maxViews = 50

export const handlers = {
  tokens: ({ store }, paging) =>
    selectPage(store, paging, {
      columns: `name, role, factor is not null as "secondFactor", made_at as "madeAt", made_by as "madeBy",
        ended_at as "endedAt", ended_by as "endedBy", case when ended_at is null then (select max(act.made_at)
          from desk_acts act where who = name and act.made_at >= desk_tokens.made_at) end as "seenAt"`,
      from: 'desk_tokens',
      order: 'ended_at desc nulls first, id desc',
    }),

  'make-token': async (ctx, { name, role }, sql) => {
    const token = createToken()
    const insert = `insert into desk_tokens (name, role, hash, made_at, made_by) values ($1, $2, $3, $4, $5)
      on conflict (name) where ended_at is null do nothing returning name, role`
    await selectRow(sql, insert, [name, role, hashToken(token), ctx.now(), ctx.operator.name], 'name_taken')
    return { name, role, token }
  },

  'end-token': (ctx, { name }, sql) => {
    const end = `update desk_tokens set ended_at = $2, ended_by = $3 where name = $1 and ended_at is null
      returning name, role,
      (select count(*)::integer from desk_sessions where token_hash = desk_tokens.hash and ${liveSession(4, 5)}) as sessions,
      (select count(*)::integer from desk_first_approvals f where token_id = desk_tokens.id and f.ends_at > $2) as approvals`
    return selectRow(sql, end, [name, ctx.now(), ctx.operator.name, ...liveSince(ctx.now())])
  },

  'begin-desk-session': async ({ operator, now, ip }, { name }, sql) => {
    if (name !== undefined && name !== operator.name) throw new Refused({ status: 'unauthenticated' }, 401)
    const session = createToken()
    const at = now()
    await sql.query('delete from desk_sessions where began_at < $1', [new Date(at.getTime() - keptMs)])
    const hashes = { hash: hashToken(session), token_hash: hashToken(operator.token.reveal()) }
    const times = { began_at: at, seen_at: at, verified_at: operator.verifiedAt }
    await insertRow(sql, 'desk_sessions', { ...hashes, ...times, address: ip })
    return { session }
  },

  'set-sound': async ({ operator }, { on }, sql) => {
    const set = `insert into desk_preferences (name, sound) values ($1, $2) on conflict (name) do update set sound = $2`
    await sql.query(set, [operator.name, on])
    return { on }
  },

  'desk-sessions': ({ store, operator, now }, paging) =>
    selectPage(store, paging, {
      columns: `id::text as id, began_at as "beganAt", seen_at as "seenAt", address, id = $4 as "isThis"`,
      from: 'desk_sessions',
      where: `token_hash = $1 and ${liveSession(2, 3)} and $4::bigint >= 0`,
      values: [hashToken(operator.token.reveal()), ...liveSince(now()), operator.session ?? 0],
      order: 'id desc',
    }),

  'end-desk-session': async ({ operator }, { id }, sql) => {
    const end = 'delete from desk_sessions where token_hash = $1 and id = $2 returning id'
    return { changed: await hasRows(sql, end, [hashToken(operator.token.reveal()), id ?? operator.session ?? null]) }
  },

  /** @throws Refused `no_factor` for BACKOFFICE_TOKEN and machine tokens */
  'begin-factor': async ({ operator, now }, { setup }, sql) => {
    const { token, name } = operator
    assertPerson(operator)
    const opened = setup === undefined ? undefined : await openSetup(operator, setup, now())
    const { secret, replaces } = opened ?? { secret: createTotpSecret(), replaces: await lockFactor(sql, operator) }
    const sealed: Setup = { secret, replaces, endsAtMs: now().getTime() + setupMs }
    return { secret, uri: totpOf(secret, name).toString(), setup: await factorSealer(token).seal(sealed) }
  },

  'set-factor': async ({ operator, now }, { code, setup }, sql) => {
    const { tokenId, token, session } = operator
    assertPerson(operator)
    const opened = await openSetup(operator, setup, now())
    // Only one of two concurrent set-ups is stored. Otherwise, the first one's recovery codes would be void.
    if (opened?.replaces !== (await lockFactor(sql, operator)))
      throw invalidField('setup', 'the setup of begin-factor, at most 10 minutes old')
    const { secret } = opened
    const step = stepOf(secret, code, now())
    if (step === undefined) throw invalidField('code', 'the current code of your authenticator app')
    const setFactor = 'update desk_tokens set factor = $2, factor_step = $3 where id = $1'
    await sql.query(setFactor, [tokenId, await factorSealer(token).seal(secret), step])
    const codes = await factors.renewRecoveryCodes(sql, tokenId)
    const tokenHash = hashToken(token.reveal())
    const endOthers = 'delete from desk_sessions where token_hash = $1 and id is distinct from $2'
    await sql.query(endOthers, [tokenHash, session ?? null])
    await sql.query('update desk_sessions set verified_at = $2 where token_hash = $1', [tokenHash, now()])
    return { codes }
  },

  /** @throws Refused `own_factor`; `not_on_machine` for BACKOFFICE_TOKEN from elsewhere; `not_found` */
  'reset-factor': async ({ operator, now, isThisMachine }, { name, reason }, sql) => {
    if (operator.tokenId === null && !isThisMachine) throw new Refused({ status: 'not_on_machine' }, 409)
    if (operator.name === name) throw new Refused({ status: 'own_factor' }, 409)
    if (operator.tokenId !== null && reason === undefined) throw invalidField('reason', 'some text')
    const lock = `select id, hash, factor is not null as had from desk_tokens
      where name = $1 and ended_at is null for update`
    const token = await selectRow<{ id: number; hash: string; had: boolean }>(sql, lock, [name])
    const reset = 'update desk_tokens set factor = null, factor_step = null, factor_reset_at = $2 where id = $1'
    await sql.query(reset, [token.id, now()])
    await sql.query('delete from desk_recovery_codes where token_id = $1', [token.id])
    await sql.query('delete from desk_sessions where token_hash = $1', [token.hash])
    return { changed: token.had, name }
  },

  views: async ({ store }, paging) => {
    const page = await selectPage<CommandResult<'views'>['rows'][number]>(store, paging, {
      columns: `name, address, kept_at as "keptAt", kept_by as "keptBy"`,
      from: 'kept_views',
      order: 'name',
    })
    return { ...page, rows: page.rows.map((row) => ({ ...row, address: toNewAddress(row.address) })) }
  },

  'keep-view': async ({ operator, now }, { name, address }, sql) => {
    const list = /^\/backoffice\/command\/([a-z-]+)/.exec(toNewAddress(address))?.[1] ?? 'overview'
    if (!isCommandName(list) || commands[list].kind !== 'read') throw invalidField('address', 'a back-office list')
    const keep = `insert into kept_views (name, address, kept_at, kept_by) values ($1, $2, $3, $4)
      on conflict (name) do update
         set address = excluded.address, kept_at = excluded.kept_at, kept_by = excluded.kept_by
       where kept_views.kept_by = $4 or $5 returning name`
    const values = [name, toOldAddress(address), now(), operator.name, operator.role === 'owner']
    await selectRow(sql, keep, values, 'name_taken')
    const all = await sql.query('select 1 from kept_views')
    if (all.length > maxViews) throw new Refused({ status: 'too_many_views' }, 409)
    return { name, address: toNewAddress(address) }
  },

  'remove-view': async ({ operator }, { name }, sql) => {
    const removed = 'delete from kept_views where name = $1 and (kept_by = $2 or $3) returning name'
    await selectRow(sql, removed, [name, operator.name, operator.role === 'owner'])
    return { name }
  },
} satisfies BackofficeHandlers

/** A set-up in progress. The client holds it encrypted, so that concurrent set-ups have different secrets. */
const setupSchema = z.object({ secret: z.string(), replaces: z.string(), endsAtMs: z.int() })
type Setup = z.output<typeof setupSchema>

async function openSetup({ token }: Operator, setup: string, now: Date): Promise<Setup | undefined> {
  const { data } = setupSchema.safeParse(await factorSealer(token).open(setup))
  return data && data.endsAtMs > now.getTime() ? data : undefined
}

async function lockFactor(sql: Sql, { tokenId }: Operator): Promise<string> {
  const lock = 'select factor from desk_tokens where id = $1 for update'
  const [row] = await sql.query<{ factor: string | null }>(lock, [tokenId])
  return hashToken(row?.factor ?? '')
}

function assertPerson({ tokenId, role }: Operator): void {
  if (tokenId === null || role === 'machine') throw new Refused({ status: 'no_factor' }, 409)
}

const liveSession = (began: number, seen: number) =>
  `began_at > $${began}::timestamptz and seen_at > $${seen}::timestamptz`

const liveSince = (now: Date) => [new Date(now.getTime() - backofficeSessionMaxMs), new Date(now.getTime() - idleMs)]

export async function findSession({ store, now }: EmbeddedContext, token: string, given: string, isUse: boolean) {
  const at = now()
  const live = `select id, verified_at as "verifiedAt", seen_at as "seenAt" from desk_sessions
    where hash = $1 and token_hash = $2 and ${liveSession(3, 4)}`
  const values = [hashToken(given), hashToken(token), ...liveSince(at)]
  const [session] = await store.query<{ id: bigint; verifiedAt: Date | null; seenAt: Date }>(live, values)
  if (session && isUse && at.getTime() - session.seenAt.getTime() > seenAgainMs)
    await store.query('update desk_sessions set seen_at = $2 where id = $1', [session.id, at])
  return session && { id: session.id, verifiedAt: session.verifiedAt }
}

export async function endAllTokens(sql: Sql, ctx: BackofficeContext): Promise<number> {
  await sql.query('delete from desk_sessions')
  const end = 'update desk_tokens set ended_at = $1, ended_by = $2 where ended_at is null returning id'
  return (await sql.query(end, [ctx.now(), ctx.operator.name])).length
}

/** Returns whose token was given: BACKOFFICE_TOKEN, which is the owner's, or a named one. */
export async function findOperator({ store, options }: EmbeddedContext, given: string): Promise<Operator | undefined> {
  const base = { token: new Secret(given), session: undefined, verifiedAt: null }
  // Compares hashes, because timingSafeEqual needs inputs of equal length.
  if (timingSafeEqual(Buffer.from(hashToken(given)), Buffer.from(hashToken(options.backofficeToken ?? ''))))
    return { ...base, name: 'owner', role: 'owner', tokenId: null, secondFactor: 'none' }
  type Person = Pick<Operator, 'name' | 'role' | 'tokenId'> & { hasFactor: boolean }
  const ofToken = `select name, role, id as "tokenId", factor is not null as "hasFactor" from desk_tokens
    where hash = $1 and ended_at is null`
  const [operator] = await store.query<Person>(ofToken, [hashToken(given)])
  if (!operator) return undefined
  const { hasFactor, ...person } = operator
  const isNeeded = options.secondFactor === 'required' && person.role !== 'machine'
  return { ...base, ...person, secondFactor: hasFactor ? 'set' : isNeeded ? 'needed' : 'none' }
}

const factors = secondFactorsIn({
  ...{ table: 'desk_tokens', id: 'id', secret: 'factor', step: 'factor_step', wrongCodesMs: minutes(10) },
  recovery: { table: 'desk_recovery_codes', owner: 'token_id' },
})

const beforeFactor: ReadonlySet<CommandName> = new Set([
  ...(['you', 'begin-factor', 'set-factor', 'begin-desk-session', 'end-desk-session', 'desk-sessions'] as const),
])

const factorSealer = (token: Secret): Sealer => createSealer([token], 'desk factor')

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
  const verifiedAt = code === undefined ? operator.verifiedAt : now()
  if (!verifiedAt) throw new Refused({ status: 'code_needed' }, 401)
  if (code !== undefined) {
    const about = { now: now(), sealer: factorSealer(operator.token) }
    const { kind } = await ctx.store.tx((sql) => factors.take(sql, operator.tokenId, code, about))
    if (kind !== 'taken') throw new Refused({ status: 'code_wrong' }, 401)
    const verify = 'update desk_sessions set verified_at = $2 where id = $1'
    if (session !== undefined) await ctx.store.query(verify, [session, verifiedAt])
  }
  const verified = { ...operator, verifiedAt }
  if (commands[command].isDangerous && !isFresh(verified, now())) throw new Refused({ status: 'code_again' }, 403)
  return verified
}

/** Returns whether a correct code was entered in the last five minutes. */
export const isFresh = ({ verifiedAt }: Operator, now: Date) =>
  verifiedAt !== null && now.getTime() - verifiedAt.getTime() <= freshMs
