import { days, hours, minutes } from '~/values/durations'
import { type StoredState, stored } from '~/values/status'
import { claimMs, isClaimed } from '~/values/transaction'
import { type EmbeddedContext, Refused } from '../context.server'
import type { Sql } from '../store/store.server'
import { formatTransactionNumber } from '../transactions/transaction-number'
import type { Role } from './commands/definition'
import type { FirstApproval } from './commands/staff'
import { type CommandName, type CommandPayload, commands, isCommandName, mayNeedSecondPerson } from './commands/table'
import { assertRole, type BackofficeContext, type BackofficeHandlers } from './handler'
import { type Listed, selectPage, selectRow, toJson } from './queries'

const lifetimeMs = hours(24)
const openMs = minutes(10)

export const handlers = {
  'first-approvals': async (ctx, payload) => {
    const { money = 'play', secondPersonFrom = null, secondPersonFor = [] } = ctx.options
    const holders = `select name, role from desk_tokens where ended_at is null and role <> 'machine'
      union all values ('owner', 'owner') order by name`
    const people = await ctx.store.query<{ name: string; role: Role }>(holders)
    const acts = Object.entries(commands).flatMap(([act, command]) => {
      const won = command.moves ? secondPersonFrom : null
      const who = people.filter(({ role }) => mayApprove(role, command)).map(({ name }) => name)
      return won !== null || secondPersonFor.includes(settingOf(act)) ? [{ act, won, who }] : []
    })
    const hasTwoOwners = await countsTwoOwners(ctx.store, ctx)
    return { ...(await listFirstApprovals(ctx, payload)), rule: { money, acts, hasTwoOwners } }
  },

  /** @throws Refused `no_first_approval`; `role`; `claimed` by another person, who may be paying the transaction */
  'end-first-approval': async ({ operator, now }, { id }, sql) => {
    const approval = `select act, request ->> 'kind' as kind,
        case when act in ('approve', 'credit') then request ->> 'id' end as transaction,
        (select user_id from members where id = f.member_id) as member, won, made_by as by
      from desk_first_approvals f where id = $1`
    type Approved = Pick<FirstApproval, 'kind' | 'member' | 'won' | 'by'> & {
      act: CommandName
      transaction: string | null
    }
    const [found] = await sql.query<Approved>(approval, [id])
    const { transaction, ...about } = toJson<Approved>(found ?? (await throwNoApproval(sql, now(), id)))
    const number = numberOf(transaction)
    assertRole(operator, about.act)
    // Locked like every claim, so that nobody can claim the transaction in between.
    const lock = 'select state, claimed_by as by, claimed_at as at from movements where id = $1 for no key update'
    const [locked] = await sql.query<{ state: StoredState; by: string; at: Date | null }>(lock, [transaction])
    if (locked?.state === stored.pending && locked.by !== operator.name && isClaimed(locked.at, now()))
      throw new Refused({ status: 'claimed', by: locked.by, at: locked.at, number, member: about.member }, 409)
    const [ended] = await sql.query('delete from desk_first_approvals where id = $1 returning id', [id])
    return ended ? { ...about, number } : throwNoApproval(sql, now(), id)
  },

  /** @throws Refused `no_first_approval` unless another person has approved a download that is still unopened */
  'open-download': async ({ operator, now }, { approval }, sql) => {
    const at = now()
    const endsAt = new Date(at.getTime() + openMs)
    const open = `update desk_first_approvals f set opened_at = $1, opened_by = $3, ends_at = $4
      where id = $2 and act = any($5) and made_by <> $3 and opened_at is null and ${isLive}
      returning act, (select user_id from members where id = f.member_id) as member, made_by as by, ends_at as "endsAt"`
    const [opened] = await sql.query(open, [at, approval, operator.name, endsAt, downloads])
    return toJson(opened ?? (await throwNoApproval(sql, at, approval)))
  },
} satisfies BackofficeHandlers

export async function listFirstApprovals(
  { store, now }: Pick<EmbeddedContext, 'now'> & { store: Sql },
  { member, transactions, ...paging }: CommandPayload<'first-approvals'> & { transactions?: readonly string[] },
): Promise<Listed<FirstApproval>> {
  const { rows, ...counts } = await selectPage<FirstApproval & { transaction: string | null }>(store, paging, {
    columns: `f.id::text as id, f.act, f.request ->> 'kind' as kind, f.request ->> 'id' as transaction,
      f.request ->> 'account' as account, u.user_id as member, f.won, f.request, f.made_by as by, f.made_at as at,
      f.ends_at as "endsAt", f.opened_by as "openedBy", ${reasonColumn} as reason`,
    from: `${waitingFrom} left join members u on u.id = f.member_id`,
    where: `${waitingWhere} and ($2::text is null or u.user_id = $2) and ($3::bigint[] is null or m.id = any($3::bigint[]))`,
    values: [now(), member ?? null, transactions ?? null],
    order: 'f.id',
  })
  return { ...counts, rows: rows.map(({ transaction, ...row }) => ({ ...row, number: numberOf(transaction) })) }
}

const numberOf = (transaction: string | null) =>
  transaction === null ? null : formatTransactionNumber(BigInt(transaction))

/** SQL: the reason that the log has for a first approval (f), which is logged right after it is stored. */
const reasonColumn = `(select texts.payload ->> 'reason' from desk_acts a join desk_act_texts texts on texts.act_id = a.id
  where a.act = f.act and a.made_at >= f.made_at and texts.result ->> 'id' = f.id::text
    and a.result ->> 'status' = 'second_person' order by a.id limit 1)`

const downloads = Object.entries(commands).flatMap(([name, { kind }]) => (kind === 'download' ? [name] : []))

/** SQL: whether a first approval (f) is valid at $1. It expires early if the approver's token ends. */
const isLive = `f.ends_at > $1::timestamptz
  and not exists (select 1 from desk_tokens t where t.id = f.token_id and t.ended_at is not null)`

/** SQL: first approvals that can still be confirmed. If they are for a transaction, it must be pending. */
const waitingFrom = `desk_first_approvals f left join movements m
  on f.act in ('approve', 'credit') and m.id = (f.request ->> 'id')::bigint`
const waitingWhere = `(m.id is null or m.state = '${stored.pending}') and ${isLive}`

/** Returns whether a role may give the second approval. A second person opens a download, but sends a change again. */
const mayApprove = (role: string, { kind, roles }: { kind: string; roles: readonly string[] }) =>
  (kind === 'download' ? commands['open-download'].roles : roles).some((name) => name === role)

/** Returns the commands for which a role may give the second approval. */
export const approvableBy = (role: string) =>
  Object.entries(commands).flatMap(([name, command]) => (mayApprove(role, command) ? [name] : []))

export const pendingFirstApprovals = `(select f.* from ${waitingFrom} where ${waitingWhere}) f`

type ForTwo = { command: CommandName; member: string | null; memberAfter: unknown; won: bigint | null; request: string }

/** Thrown to roll back a change that needs a second person. `result` is the result it would have had. */
export class SecondPersonNeeded extends Error {
  override name = 'SecondPersonNeeded'
  constructor(
    readonly change: ForTwo,
    readonly result: object,
  ) {
    super('a second person is needed')
  }
}

/** After `reset-factor`, the token's holder can set up a new factor. It needs the same approval as `make-token`. */
const settingOf = (command: string) => (command === 'reset-factor' ? 'make-token' : command)

function forTwo({ options }: BackofficeContext, command: CommandName, payload: object, result: object) {
  const { secondPersonFrom, secondPersonFor = [] } = options
  const row = commands[command] as {
    moves?: (result: object) => { member: string; won: number | string } | undefined
    isForTwo?: (payload: object) => boolean
  }
  const request = requestOf(payload)
  const moved = secondPersonFrom === undefined ? undefined : row.moves?.(result)
  const won = BigInt(moved?.won ?? 0)
  if (moved && (won < 0n ? -won : won) >= BigInt(secondPersonFrom ?? 0))
    return { command, member: moved.member, memberAfter: moved.member, won, request }
  if (!secondPersonFor.includes(settingOf(command)) || !row.isForTwo?.(payload)) return undefined
  const member = 'member' in payload ? String(payload.member) : null
  return { command, member, memberAfter: 'member' in result ? result.member : member, won: null, request }
}

type Approvable = { command: CommandName; payload: object; first: bigint | undefined }

/** Uses up a first approval if the change needs one. Runs after the change, in the same transaction. */
export async function requireSecondPerson(sql: Sql, ctx: BackofficeContext, asked: Approvable, result: object) {
  const { command, payload, first } = asked
  const change = forTwo(ctx, command, payload, result)
  if (!change) return result
  if (command === 'reset-factor' && !(await countsTwoOwners(sql, ctx))) return result
  if (command === 'make-token' && !(await countsTwoOwners(sql, ctx, payload))) {
    if (ctx.operator.tokenId !== null) throw new Refused({ status: 'needs_desk_token' }, 409)
    return { ...result, alone: true }
  }
  if (first === undefined) {
    if (!ctx.isDryRun) return new SecondPersonNeeded(change, result)
    const same = `select ${summaryColumns} from desk_first_approvals f where ${isSame(2)} and ${isLive}`
    const [pending] = await sql.query(same, [ctx.now(), ...sameness(change)])
    return { ...result, needsSecondPerson: true, ...(pending && { pendingApproval: toJson(pending) }) }
  }
  const used = await takeApproval(sql, ctx, first, change, 'made_by <> $6')
  return { ...result, firstApproval: used.by, firstApprovalAt: used.at }
}

/** Allows a download if one person is enough or a second has opened it. Otherwise, returns a new first approval. */
export async function requireOpened(sql: Sql, ctx: BackofficeContext, { command, payload, first }: Approvable) {
  const file = forTwo(ctx, command, payload, {})
  if (!file) return undefined
  if (first === undefined) return { ...(await storeFirstApproval(sql, ctx, file)), file: true }
  await takeApproval(sql, ctx, first, file, 'made_by = $6 and opened_at is not null')
  return undefined
}

/** Keeps a transaction's first approval valid until a claim ends, because the second person may be paying. */
export async function extendFirstApproval(sql: Sql, now: Date, transaction: bigint): Promise<void> {
  const extend = `update desk_first_approvals f set ends_at = greatest(f.ends_at, $3)
    where f.act = 'approve' and (f.request ->> 'id')::bigint = $2 and ${isLive}`
  await sql.query(extend, [now, transaction, new Date(now.getTime() + claimMs)])
}

/** Deletes a valid first approval of the same request. @param condition SQL that restricts it ($6 is the caller) */
async function takeApproval(sql: Sql, ctx: BackofficeContext, first: bigint, change: ForTwo, condition: string) {
  const take = `delete from desk_first_approvals f
    where id = $2 and ${isSame(3)} and ${condition} and ${isLive} returning made_by as by, made_at as at`
  const values = [ctx.now(), first, ...sameness(change), ctx.operator.name]
  const [used] = await sql.query(take, values)
  return toJson<{ by: string; at: string }>(used ?? (await throwNoApproval(sql, ctx.now(), first)))
}

/** @throws Refused `no_first_approval`, with its request and how the log says that it ended: `revoked`, `used`, `expired` */
async function throwNoApproval(sql: Sql, now: Date, first: bigint): Promise<never> {
  const logged = `select a.id, a.act, a.who, a.made_at, a.payload ->> 'id' as ended_id, a.result ->> 'status' as status,
      coalesce(t.result, a.result) as result
    from desk_acts a left join desk_act_texts t on t.act_id = a.id
    where a.act = any($4::text[] || 'end-first-approval'::text) and a.made_at > $2 and not a.rehearsed`
  const about = "given.result ->> 'member' as member, given.result ->> 'number' as number"
  const howEnded = `with logged as (${logged}), given as (select * from logged
      where status = 'second_person' and result ->> 'id' = $1 order by id limit 1)
    select case when l.act = 'end-first-approval' then 'revoked' else 'used' end as ended, l.who as by, l.made_at as at,
        ${about} from logged l, given where l.status = 'success' and (l.act = 'end-first-approval' and l.ended_id = $1
        or l.act = given.act and l.result -> 'firstApprovalAt' = given.result -> 'at')
    union all select 'expired', result ->> 'by', (result ->> 'endsAt')::timestamptz, ${about} from given
      where (result ->> 'endsAt')::timestamptz <= $3`
  const acts = Object.keys(commands).filter((name) => isCommandName(name) && mayNeedSecondPerson(name))
  const [ended = {}] = await sql.query(howEnded, [String(first), new Date(now.getTime() - days(2)), now, acts])
  throw new Refused({ status: 'no_first_approval', ...toJson<object>(ended) }, 409)
}

const summaryColumns = 'id::text as id, made_by as by, made_at as at, ends_at as "endsAt"'

/** SQL: whether a first approval (f) is for the same request. `number` is its first of three parameters. */
const isSame = (number: number) =>
  `act = $${number} and member_id is not distinct from (select id from members where user_id = $${number + 1})
   and request = $${number + 2}::jsonb`
const sameness = ({ command, memberAfter, request }: ForTwo) => [command, memberAfter, request]

/** An owner still counts for this long after their token ends, so that ending tokens can't leave only one owner. */
const ownersCountMs = days(7)

/** Returns whether two owners have a token that is active or ended recently. Earlier epochs' tokens don't count. */
export async function countsTwoOwners(sql: Sql, { now }: BackofficeContext, made: { name?: string } = {}) {
  const select = `select distinct name from desk_tokens
    where role = 'owner' and (ended_at > $2 or (ended_at is null and name <> $1))
      and (ended_at is null or ended_at > (select coalesce(max(began_at), '-infinity') from epochs)) limit 2`
  const owners = await sql.query(select, [made.name ?? '', new Date(now().getTime() - ownersCountMs)])
  return owners.length === 2
}

/** Omits the fields that the two people may enter differently, and the member, which has a separate column. */
function requestOf(payload: object): string {
  const fields: Record<string, unknown> = { ...payload }
  const { reason: _reason, tell: _tell, onlyClaimed: _claimed, member: _member, ...request } = fields
  return JSON.stringify(request, (_name, value) => (typeof value === 'bigint' ? String(value) : value))
}

/** @throws Refused `first_given` if this person has already given the first approval of the same change */
export async function storeFirstApproval(sql: Sql, ctx: BackofficeContext, change: ForTwo): Promise<object> {
  const { command, member, won, request } = change
  const { operator } = ctx
  const now = ctx.now()
  await sql.query(`delete from desk_first_approvals f where not (${isLive})`, [now])
  const insert = `insert into desk_first_approvals (act, member_id, request, won, made_at, ends_at, made_by, token_id)
    values ($1, (select id from members where user_id = $2), $3::jsonb, $4, $5, $6, $7, $8)
    on conflict (act, coalesce(member_id, 0), request) do update set act = excluded.act
    returning ${summaryColumns}, xmax = 0 as "isNew"`
  const endsAt = new Date(now.getTime() + lifetimeMs)
  const values = [command, member, request, won, now, endsAt, operator.name, operator.tokenId]
  const { isNew, ...first } = await selectRow<{ isNew: boolean; by: string }>(sql, insert, values)
  const { id = null }: { id?: string | null } = ['approve', 'credit'].includes(command) ? JSON.parse(request) : {}
  // The second person claims the transaction, so the first person's claim ends.
  const unclaim = 'update movements set claimed_by = null, claimed_at = null where id = $1 and claimed_by = $2'
  if (id !== null && first.by === operator.name) await sql.query(unclaim, [id, operator.name])
  const about = { ...(member !== null && { member }), ...(id !== null && { number: numberOf(String(id)) }) }
  const given = { ...about, ...toJson<object>({ won, ...first }) }
  const isRepeated = !isNew && first.by === operator.name && commands[command].kind === 'change'
  if (isRepeated) throw new Refused({ status: 'first_given', ...given }, 409)
  return { status: 'second_person', ...given }
}
