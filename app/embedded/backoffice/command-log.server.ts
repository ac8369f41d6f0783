import { createHash, createHmac } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { isMoment, seoulDayBounds } from '~/values/seoul'
import { type EmbeddedContext, Refused } from '../context.server'
import type { MemberId } from '../ledger/entries'
import { createToken } from '../members/secrets.server'
import type { Sql } from '../store/store.server'
import { formatTransactionNumber } from '../transactions/transaction-number'
import { type CommandName, type CommandResult, changeNames, commands } from './commands/table'
import { transactionCommands, transactionId } from './commands/transactions'
import { SecondPersonNeeded, storeFirstApproval } from './first-approvals.server'
import type { BackofficeContext, BackofficeHandlers } from './handler'
import { listStaff } from './member-queries'
import { selectPage } from './queries'

export type BackofficeRequest = {
  who: string
  command: CommandName
  payload: Readonly<Record<string, unknown>>
  requestId: string | undefined
  isDryRun: boolean
  expects?: string | undefined
  /** The id that the log entry gets. */
  lineId?: bigint | undefined
}

const textsOfLine = `desk_act_texts t on t.act_id = a.id and a.texts_digest is distinct from 'none'`

export const handlers = {
  acts: async ({ store }, { act, who, member, movement: transaction, upTo, changes, order, page, size, ...range }) => {
    // A number is logged as it was typed: 4f7k21, or O instead of 0.
    const target = "coalesce(a.payload ->> 'id', a.payload ->> 'number')"
    const [logged, number] = [target, '$10'].map((text) => `translate(upper(${text}), 'OIL -', '011')`)
    // Entries without members are from before they had the transaction's. The index desk_acts_by_target finds them.
    const found = `(select * from desk_acts where id in (
      select id from desk_acts where member_ids @> array[(select member_id from movements where id = $9::text::bigint)]
      union all select id from desk_acts a where coalesce(member_ids, '{}') = '{}' and ${logged} in ($9, ${number})))`
    const result = 'coalesce(t.result, a.result)'
    const where = `($1::text is null or act = $1) and ($2::timestamptz is null or made_at >= $2)
      and ($3::timestamptz is null or made_at < $3)
      and ($4::text is null or member_ids @> array[(select id from members where user_id = $4)])
      and ($5::bigint is null or a.id <= $5) and (not $6::boolean or (act = any($7::text[]) and not rehearsed
           and coalesce(a.result ->> 'status', 'success') in ('success', 'second_person')))
      and ($8::text is null or who = $8)
      and ($9::text is null or (made_at >= (select applied_at from movements where id = $9::bigint)
           and (act = any($11::text[]) and (${target} = $9 or ${target} !~ '^\\d+$' and ${logged} = ${number})
            or $10 in
              (${result} ->> 'number', ${result} -> 'movement' ->> 'number', ${result} -> 'credited' ->> 'number',
               a.result ->> 'requestNumber'))))`
    const ids = transaction === undefined ? [null, null] : [String(transaction), formatTransactionNumber(transaction)]
    const paging = { page, size }
    const list = await selectPage<Omit<LogLine, 'number'>>(store, paging, {
      columns: `a.id::text as id, made_at as at, who, act, rehearsed, coalesce(t.payload, a.payload) as payload,
        ${result} as result,
        array(select user_id from members where id = any(member_ids) order by id limit 500) as members`,
      from: `${transaction === undefined ? 'desk_acts' : found} a left join ${textsOfLine}`,
      where,
      values: [
        ...[act ?? null, ...seoulDayBounds(range), member ?? null, upTo ?? null, changes, changeNames, who ?? null],
        ...[...ids, Object.keys(transactionCommands)],
      ],
      order: order === 'oldest' ? 'a.id' : 'a.id desc',
    })
    const rows = list.rows.map((row) => ({ ...row, number: transactionNumberOf(row) }))
    return { ...list, rows, people: [...(await listStaff(store)), 'retention'] }
  },
} satisfies BackofficeHandlers

type LogLine = CommandResult<'acts'>['rows'][number]

/** Returns the number of a line's transaction. Refusals and first approvals have it only in their payload. */
function transactionNumberOf({ act, payload, result }: Pick<LogLine, 'act' | 'payload' | 'result'>): string | null {
  const { movement, requestNumber } = result as { movement?: { number: string } | null; requestNumber?: string }
  const named = transactionOf(act, payload as object)
  const known = movement?.number ?? requestNumber ?? endedNumber(act, result)
  return known ?? (named === undefined ? null : formatTransactionNumber(named))
}

/** Returns the id of the transaction that a command's payload names. */
function transactionOf(act: string, payload: object): bigint | undefined {
  const { id, number = id } = payload as { id?: unknown; number?: unknown }
  return transactionId.safeParse(act in transactionCommands ? number : undefined).data
}

const endedNumber = (act: string, result: unknown) =>
  act === 'end-first-approval' ? (result as { number?: string | null }).number : undefined

export async function logCommand(ctx: EmbeddedContext, request: BackofficeRequest, result: object): Promise<void> {
  await insertLogRow(ctx.store, ctx, { ...request, requestId: undefined }, result)
}

type Row = BackofficeRequest['payload']
type Change = (sql: Sql, row?: Row) => Promise<object>

/** Runs a change and logs it in one transaction. A repeated `requestId` returns the first result. */
export async function runChangeIdempotently(ctx: BackofficeContext, request: BackofficeRequest, change: Change) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ctx.store.tx(async (sql) => {
        if (request.isDryRun) throw new Rollback(await change(sql))
        const first = await findFirstResult(sql, ctx, request)
        if (first) return first
        const done = await change(sql)
        const result = done instanceof SecondPersonNeeded ? done.result : done
        // If another person has settled the transaction in the meantime, the refusal contains it.
        const { changed, movement } = result as { changed?: boolean; movement?: object }
        // First approvals are checked too, because they must be for the result shown in the preview.
        if (request.expects !== undefined && request.expects !== digestOf(result))
          throw new Refused({ status: 'otherwise', ...(changed === false && movement && { movement }) }, 409)
        if (done instanceof SecondPersonNeeded) throw done
        if (!(await insertLogRow(sql, ctx, request, result))) throw new Rollback()
        return result
      })
    } catch (thrown) {
      if (thrown instanceof Rollback && thrown.preview) {
        await logCommand(ctx, request, thrown.preview)
        return previewOf(request, thrown.preview)
      }
      let error = thrown
      if (thrown instanceof SecondPersonNeeded) {
        const store = async (sql: Sql) => {
          const response = await storeFirstApproval(sql, ctx, thrown.change)
          return (await insertLogRow(sql, ctx, request, response)) ? response : undefined
        }
        const stored = await ctx.store.tx(store).catch(refusalOf)
        if (stored && !(stored instanceof Refused)) return stored
        error = stored ?? thrown
      }
      // Another connection committed the same request first. The next attempt returns its result.
      if ((error instanceof Rollback || error instanceof SecondPersonNeeded) && attempt < 3) continue
      // The refusal may be due to an earlier copy of this request, so that copy's result is the correct response.
      const first = error instanceof Refused && (await findFirstResult(ctx.store, ctx, request))
      if (first) return first
      throw error
    }
  }
}

const previewOf = ({ command }: BackofficeRequest, result: object) => ({
  ...pick(result, (name) => !commands[command].secret.includes(name)),
  dryRun: true,
  digest: digestOf(result),
})

/** Tries the changes of all rows in one transaction and rolls it back. @returns a preview or a refusal per row */
export function previewRows(ctx: BackofficeContext, request: BackofficeRequest, rows: readonly Row[], change: Change) {
  return ctx.store.tx(async (sql) => {
    const results: object[] = []
    for (const row of rows) {
      await sql.query('savepoint before_row')
      results.push(await change(sql, row).catch(refusalOf))
      await sql.query('rollback to savepoint before_row')
    }
    // Log entries are inserted last, because inserting one locks the hash chain.
    for (const [index, payload] of rows.entries()) {
      const result = results[index] ?? {}
      const line = { ...request, payload, requestId: undefined }
      await insertLogRow(sql, ctx, line, result instanceof Refused ? result.body : result)
    }
    const shown = results.map((result) => (result instanceof Refused ? result.body : previewOf(request, result)))
    return { status: 'success', results: shown }
  })
}

function refusalOf(error: unknown): Refused {
  if (error instanceof Refused) return error
  throw error
}

/** Fields that may differ between a dry run and the actual change: row numbers, random values, balances, own messages. */
const notCompared: ReadonlySet<string> = new Set([
  ...['id', 'number', 'idx', 'transfer', 'token', 'code', 'cash', 'needsSecondPerson', 'pendingApproval', 'left'],
  ...['sessions', 'approvals', 'waiting', 'inquiries', 'told'],
])
const rows: ReadonlySet<string> = new Set(['movement', 'credited', 'request'])
/** Moments that a person typed. `15:00` means tomorrow's once today's has passed. All other moments may differ. */
const typedMoments: ReadonlySet<string> = new Set(['closedUntil', 'startsAt'])
const isTyped = (name: string, result: object) => typedMoments.has(name) || (name === 'endsAt' && 'startsAt' in result)

function digestOf(result: object): string {
  const text = JSON.stringify(compared(result), (name, value) =>
    typeof value === 'string' && isMoment(value) && !isTyped(name, result) ? undefined : value,
  )
  return createHash('sha256').update(text).digest('base64url')
}

function compared(fields: object): object {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => !notCompared.has(name))
      .map(([name, value]) => [name, rows.has(name) && value !== null ? compared(value) : value]),
  )
}

/** Thrown to roll a change back: after a dry run, with its result, or because its `requestId` is taken. */
class Rollback extends Error {
  override name = 'Rollback'
  constructor(readonly preview?: object) {
    super('undone')
  }
}

/** Returns the logged result of the change with the same `requestId`, without personal data that was erased. */
async function findFirstResult(sql: Sql, ctx: EmbeddedContext, request: BackofficeRequest) {
  const { who, command, payload, requestId } = request
  if (requestId === undefined) return undefined
  const logged = `select act = $2 and payload_hash = $3 and who = $4 as "isSame", coalesce(t.result, a.result) as result
    from desk_acts a left join ${textsOfLine} where request_id = $1`
  const values = [requestId, command, hashForComparison(ctx, payload), who]
  const [first] = await sql.query<{ isSame: boolean; result: object }>(logged, values)
  if (first && !first.isSame) throw new Refused({ status: 'request_reused' }, 409)
  return first?.result
}

/** Hashes a payload with a key. A short payload, such as a member's id, could be guessed from a plain hash. */
function hashForComparison({ options }: EmbeddedContext, payload: object): string {
  return createHmac('sha256', options.backofficeToken ?? '')
    .update(JSON.stringify(payload))
    .digest('hex')
}

type Numbered = { number?: string } | null

/** Logs a command. Personal data is in desk_act_texts, so that it can be erased. The entry has a salted digest. */
export async function insertLogRow(sql: Sql, ctx: EmbeddedContext, request: BackofficeRequest, whole: object) {
  const { who, command, payload, requestId, isDryRun, lineId } = request
  const { logged, secret, unlogged, keepsNoTexts } = commands[command]
  const result = pick(whole, (name) => !secret.includes(name) && !unlogged.includes(name))
  const kept = ['page', 'size', 'order', ...logged]
  const { movement: transaction, credited = transaction } = result as { movement?: Numbered; credited?: Numbered }
  const requestNumber = credited?.number ?? endedNumber(command, result)
  const line = {
    payload: pick(payload, (name, value) => kept.includes(name) && !Array.isArray(value)),
    result: { ...pick(result, isPermanent), ...(requestNumber && { requestNumber }) },
  }
  const isWhole = isDeepStrictEqual(line, { payload, result })
  const made = await sql.query(
    `with line as (
       insert into desk_acts
         (id, made_at, who, act, request_id, rehearsed, payload, result, payload_hash, member_ids, texts_digest)
       overriding system value
       values (coalesce($14::bigint, ${nextLineId}), $1, $2, $3, $4, $5, $6::jsonb, $7::jsonb, $8,
               array(select id from members where user_id = any($9::text[])
                 union select member_id from movements where id = $13::bigint order by 1),
               coalesce(desk_texts_digest($12, $10::jsonb, $11::jsonb), 'none'))
       on conflict (request_id) do nothing returning id), texts as (
       insert into desk_act_texts (act_id, payload, result, salt)
       select id, $10::jsonb, $11::jsonb, $12 from line where $10::jsonb is not null)
     select id from line`,
    [
      ...[ctx.now(), who, command, requestId ?? null, isDryRun],
      ...[JSON.stringify(line.payload), JSON.stringify(line.result)],
      requestId === undefined ? null : hashForComparison(ctx, payload),
      [...namedMembers(payload), ...namedMembers(result)],
      ...(isWhole || keepsNoTexts ? [null, null] : [JSON.stringify(payload), JSON.stringify(result)]),
      ...[createToken(), transactionOf(command, payload) ?? null, lineId ?? null],
    ],
  )
  return made.length > 0
}

const nextLineId = "nextval(pg_get_serial_sequence('desk_acts', 'id'))"

/** Returns the id of a log entry that a command is going to write. */
export async function reserveLine(sql: Sql): Promise<bigint | undefined> {
  const [reserved] = await sql.query<{ id: bigint }>(`select ${nextLineId} as id`)
  return reserved?.id
}

const permanentResults: ReadonlySet<string> = new Set([
  ...['status', 'idx', 'transfer', 'account', 'provider', 'gameCode', 'used', 'role', 'firstApproval'],
  ...['nameKo', 'nameEn'],
])

const isPermanent = (name: string, value: unknown) =>
  permanentResults.has(name) || typeof value === 'number' || typeof value === 'boolean'

export function pick(object: object, isKept: (name: string, value: unknown) => boolean): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([name, value]) => isKept(name, value)))
}

function namedMembers(named: object): string[] {
  const { member, to, owner, movement: transaction, request } = named as Record<string, unknown>
  const ids = Array.isArray(to) ? to : [owner]
  const nested = [member, transaction, request].flatMap((reference) =>
    typeof reference === 'object' && reference !== null && 'member' in reference ? [reference.member] : [reference],
  )
  return [...ids, ...nested].flatMap((id) => (typeof id === 'string' ? [id.trim().toLowerCase()] : []))
}

/** Deletes the personal texts of log entries. The remaining entries identify members only by number. */
export async function redactActs(sql: Sql, which: { member: MemberId } | { before: Date }, limit: number | null) {
  const [condition, value] =
    'member' in which ? ['$1::bigint = any(member_ids)', which.member] : ['made_at < $1::timestamptz', which.before]
  const deletion = `delete from desk_act_texts where act_id in (
    select act_id from desk_act_texts where act_id in (select id from desk_acts where ${condition})
     order by act_id limit $2 for update skip locked) returning act_id`
  return (await sql.longQuery(deletion, [value, limit])).length
}
