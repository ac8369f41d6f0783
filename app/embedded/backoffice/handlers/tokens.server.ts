import { randomBytes, timingSafeEqual } from 'node:crypto'
import { Secret } from '~/platform/settings/secret.server'
import { type EmbeddedContext, Refused } from '../../context.server'
import { hashToken } from '../../members/secrets.server'
import type { Sql } from '../../store/store.server'

import type { BackofficeContext, BackofficeHandlers, Operator } from '../handler'
import { selectPage, selectRow } from '../queries'
import { liveSession, liveSince } from './sessions.server'

export const handlers = {
  tokens: ({ store }, paging) =>
    selectPage(store, {
      columns: `name, role, factor is not null as "secondFactor", made_at as "madeAt", made_by as "madeBy",
        ended_at as "endedAt", ended_by as "endedBy", case when ended_at is null then (select max(act.made_at)
          from desk_acts act where who = name and act.made_at >= desk_tokens.made_at) end as "seenAt"`,
      from: 'desk_tokens',
      order: 'ended_at desc nulls first, id desc',
      ...paging,
    }),

  'make-token': async (ctx, { name, role }, sql) => {
    const token = randomBytes(tokenBytes).toString('base64url')
    const made = await sql.query(
      `insert into desk_tokens (name, role, hash, made_at, made_by) values ($1, $2, $3, $4, $5)
       on conflict (name) where ended_at is null do nothing returning id`,
      [name, role, hashToken(token), ctx.now(), ctx.operator.name],
    )
    if (made.length === 0) throw new Refused({ status: 'name_taken' }, 409)
    return { name, role, token }
  },

  'end-token': (ctx, { name }, sql) =>
    selectRow(
      sql,
      `update desk_tokens set ended_at = $2, ended_by = $3 where name = $1 and ended_at is null returning name, role,
        (select count(*)::integer from desk_sessions where token_hash = desk_tokens.hash and ${liveSession(4, 5)}) as sessions,
        (select count(*)::integer from desk_first_approvals f where token_id = desk_tokens.id and f.ends_at > $2) as approvals`,
      [name, ctx.now(), ctx.operator.name, ...liveSince(ctx.now())],
    ),
} satisfies BackofficeHandlers

const tokenBytes = 32

export async function endAllTokens(sql: Sql, ctx: BackofficeContext): Promise<number> {
  await sql.query('delete from desk_sessions')
  const ended = await sql.query(
    'update desk_tokens set ended_at = $1, ended_by = $2 where ended_at is null returning id',
    [ctx.now(), ctx.operator.name],
  )
  return ended.length
}

export async function findOperator(
  { store, options }: EmbeddedContext,
  backofficeToken: string,
  given: string,
): Promise<Operator | undefined> {
  const base = { token: new Secret(given), session: undefined, verifiedAt: null }
  // Hashes are compared, because timingSafeEqual needs inputs of equal length.
  if (timingSafeEqual(Buffer.from(hashToken(given)), Buffer.from(hashToken(backofficeToken))))
    return { ...base, name: 'owner', role: 'owner', tokenId: null, secondFactor: 'none' }
  const [operator] = await store.query<Pick<Operator, 'name' | 'role' | 'tokenId'> & { hasFactor: boolean }>(
    'select name, role, id as "tokenId", factor is not null as "hasFactor" from desk_tokens where hash = $1 and ended_at is null',
    [hashToken(given)],
  )
  if (!operator) return undefined
  const { hasFactor, ...person } = operator
  const isNeeded = options.secondFactor === 'required' && person.role !== 'machine'
  return { ...base, ...person, secondFactor: hasFactor ? 'set' : isNeeded ? 'needed' : 'none' }
}
