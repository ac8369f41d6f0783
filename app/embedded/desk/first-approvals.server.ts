import { hours } from '~/values/durations'
import { type EmbeddedContext, Refused } from '../context.server'
import { formatMovementNumber } from '../movements/number'
import type { Sql } from '../store/store.server'
import { type CommandName, commands } from './commands'
import type { FirstApproval } from './commands/people'
import type { DeskContext, DeskHandlers } from './handler'
import { selectPage, toJson } from './queries'

/** How long a first approval waits for the second. */
const lifetimeMs = hours(24)

/** What waits for a second person's approval. */
export const handlers: DeskHandlers<'first-approvals' | 'end-first-approval'> = {
  'first-approvals': async ({ store, now }, { page }) => {
    const { rows, ...counts } = await selectPage<FirstApproval & { movement: string | null }>(store, {
      columns: `f.id::text as id, f.act, f.request ->> 'kind' as kind, f.request ->> 'id' as movement,
        f.request ->> 'account' as account, u.user_id as member, f.won, f.made_by as by, f.made_at as at, f.ends_at as "endsAt"`,
      from: `${waitingFrom} join members u on u.id = f.member_id`,
      where: waitingWhere,
      values: [now()],
      order: 'f.id',
      page,
    })
    const withNumber = ({ movement, ...row }: (typeof rows)[number]) => ({
      ...row,
      number: movement === null ? null : formatMovementNumber(BigInt(movement)),
    })
    return { ...counts, rows: rows.map(withNumber) }
  },

  /** @throws Refused `not_found` */
  'end-first-approval': async (_ctx, { id }, sql) => {
    const [row] = await sql.query(
      `delete from desk_first_approvals f using members u where f.id = $1 and u.id = f.member_id
       returning f.act, u.user_id as member, f.won, f.made_by as by`,
      [id],
    )
    if (!row) throw new Refused({ status: 'not_found' }, 404)
    return { status: 'success', ...toJson<Pick<FirstApproval, 'act' | 'member' | 'won' | 'by'>>(row) }
  },
}

/** SQL: whether a first approval (f) still counts; $1 is now. Not that of a token that has ended. */
const isLive = `f.ends_at > $1::timestamptz
  and not exists (select 1 from desk_tokens t where t.id = f.token_id and t.ended_at is not null)`

/** SQL: those that a second person can follow. A movement may have ended meanwhile. */
const waitingFrom = `desk_first_approvals f left join movements m on m.id = (f.request ->> 'id')::bigint`
const waitingWhere = `(m.id is null or m.state = 'wait') and ${isLive}`

/** SQL: those that wait for a second person (f); $1 is now. */
export const waitingFirstApprovals = `(select f.* from ${waitingFrom} where ${waitingWhere}) f`

type Moved = { member: string; won: number | string }

/** A change that moves a large sum, as far as both people must ask for the same. */
type LargeChange = { command: CommandName; member: string; won: bigint; request: string }

/** Thrown to undo a change that one person has asked for alone. */
export class SecondPersonNeeded extends Error {
  override name = 'SecondPersonNeeded'
  constructor(readonly change: LargeChange) {
    super('a second person is needed')
  }
}

/**
 * Lets a change through that moves less than DESK_SECOND_PERSON_FROM, or which another person has approved within 24
 * hours: theirs is named by its number, so that of several people who follow it one is the second, and the others are
 * refused. Runs after the change, in its transaction.
 *
 * @returns the result, with who was first.
 * @throws SecondPersonNeeded; Refused `no_first_approval` when there is none of this number by another person for this.
 */
export async function requireSecondPerson(
  sql: Sql,
  ctx: DeskContext,
  { command, payload, first, isDryRun }: { command: CommandName; payload: object; first?: bigint; isDryRun: boolean },
  result: object,
): Promise<object> {
  const { secondPersonFrom } = ctx.options
  const moved = (commands[command].moves as ((result: object) => Moved | undefined) | undefined)?.(result)
  if (secondPersonFrom === undefined || !moved) return result
  const won = BigInt(moved.won)
  if ((won < 0n ? -won : won) < BigInt(secondPersonFrom)) return result
  const change = { command, member: moved.member, won, request: requestOf(payload) }
  if (first === undefined) {
    if (isDryRun) return { ...result, needsSecondPerson: true }
    throw new SecondPersonNeeded(change)
  }
  const [used] = await sql.query<{ by: string }>(
    `delete from desk_first_approvals f
      where id = $2 and act = $3 and member_id = (select id from members where user_id = $4) and request = $5::jsonb
        and made_by <> $6 and ${isLive} returning made_by as by`,
    [ctx.now(), first, change.command, change.member, change.request, ctx.operator.name],
  )
  if (!used) throw new Refused({ status: 'no_first_approval' }, 409)
  return { ...result, firstApproval: used.by }
}

/** Texts may differ: the sum and where it goes may not. The member is in a column of its own. */
function requestOf(payload: object): string {
  const { reason: _reason, tell: _tell, member: _member, ...request } = payload as Record<string, unknown>
  return JSON.stringify(request, (_name, value) => (typeof value === 'bigint' ? String(value) : value))
}

/** Stores a first approval, unless one waits for the same. @returns what the caller is told: whose it is, and its number. */
export async function storeFirstApproval(
  sql: Sql,
  ctx: DeskContext,
  { command, member, won, request }: LargeChange,
): Promise<object> {
  const { operator } = ctx
  const now = ctx.now()
  await sql.query(`delete from desk_first_approvals f where not (${isLive})`, [now])
  const [first] = await sql.query(
    `insert into desk_first_approvals (act, member_id, request, won, made_at, ends_at, made_by, token_id)
     values ($1, (select id from members where user_id = $2), $3::jsonb, $4, $5, $6, $7, $8)
     on conflict (act, member_id, request) do update set act = excluded.act
     returning id::text as id, made_by as by, ends_at as "endsAt"`,
    [command, member, request, won, now, new Date(now.getTime() + lifetimeMs), operator.name, operator.tokenId],
  )
  return { status: 'second_person', ...toJson<object>({ member, won, ...first }) }
}

/** How many wait for a second person. */
export async function countFirstApprovals({ store, now }: EmbeddedContext): Promise<number> {
  const [row] = await store.query<{ count: number }>(
    `select count(*)::integer as count from ${waitingFrom} where ${waitingWhere}`,
    [now()],
  )
  return row?.count ?? 0
}
