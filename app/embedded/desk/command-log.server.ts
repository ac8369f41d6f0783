import { seoulDayBounds } from '~/time/seoul'
import { type EmbeddedContext, Refused } from '../context.server'
import { answerIdempotently, type FirstAnswers } from '../idempotency.server'
import type { Sql } from '../store/store.server'
import type { DeskHandlers } from './handler'
import { selectPage } from './rows'

/** A command as it was requested. */
export type DeskRequest = {
  who: string
  act: string
  /** The payload as it was sent. */
  payload: object
  requestId: string | undefined
  rehearsed: boolean
}

/** The desk's log. The database refuses to change or delete its rows (schema/0006_desk.sql). */
export const handlers: DeskHandlers<'acts'> = {
  acts: async ({ store }, { act, page, ...range }) => {
    const where = `($1::text is null or act = $1) and ($2::timestamptz is null or made_at >= $2)
      and ($3::timestamptz is null or made_at < $3)`
    return selectPage(store, {
      columns: 'id::text as id, made_at as at, who, act, rehearsed, payload, result',
      from: 'desk_acts',
      where,
      values: [act ?? null, ...seoulDayBounds(range)],
      order: 'desk_acts.id desc',
      page,
    })
  },
}

/** Logs a command that changed nothing: a read, a refusal or a dry run. */
export async function logCommand(ctx: EmbeddedContext, request: DeskRequest, result: object): Promise<void> {
  await insertLogRow(ctx.store, ctx, { ...request, requestId: undefined }, result)
}

/**
 * Runs a change and logs it in one transaction. Repeating a `requestId` returns the first answer. A dry run is rolled
 * back and logged afterwards.
 *
 * @throws Refused `request_reused` when the id was used for another command or payload.
 */
export async function runChangeIdempotently(
  ctx: EmbeddedContext,
  request: DeskRequest,
  change: (sql: Sql) => Promise<object>,
): Promise<object> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ctx.store.tx(async (sql) => {
        if (request.rehearsed) throw new DryRunRollback(await change(sql))
        return answerIdempotently(firstAnswers(sql, ctx, request), () => change(sql))
      })
    } catch (error) {
      if (error instanceof DryRunRollback) {
        await logCommand(ctx, request, error.answer)
        return { ...error.answer, dryRun: true }
      }
      // The same request committed first on another connection; the next attempt returns its answer.
      if (error instanceof RequestIdTaken && attempt < 3) continue
      throw error
    }
  }
}

class DryRunRollback extends Error {
  override name = 'DryRunRollback'
  constructor(readonly answer: object) {
    super('undone')
  }
}

class RequestIdTaken extends Error {
  override name = 'RequestIdTaken'
}

/** The log, as the place where the answers to changes are stored by `requestId`. */
function firstAnswers(sql: Sql, ctx: EmbeddedContext, request: DeskRequest): FirstAnswers<object> {
  const { act, payload, requestId } = request
  return {
    find: async () => {
      if (requestId === undefined) return undefined
      const [first] = await sql.query<{ isSame: boolean; answer: object }>(
        'select act = $2 and payload = $3::jsonb as "isSame", result as answer from desk_acts where request_id = $1',
        [requestId, act, JSON.stringify(payload)],
      )
      return first
    },
    store: async (answer) => {
      if (!(await insertLogRow(sql, ctx, request, answer))) throw new RequestIdTaken()
    },
    reused: () => new Refused({ status: 'request_reused' }, 409),
  }
}

/** @returns false when the `requestId` is logged already. */
async function insertLogRow(sql: Sql, ctx: EmbeddedContext, request: DeskRequest, result: object): Promise<boolean> {
  const made = await sql.query(
    `insert into desk_acts (made_at, who, act, request_id, rehearsed, payload, result)
     values ($1, $2, $3, $4, $5, $6::jsonb, $7::jsonb) on conflict (request_id) do nothing returning id`,
    [
      ctx.now(),
      request.who,
      request.act,
      request.requestId ?? null,
      request.rehearsed,
      JSON.stringify(request.payload),
      JSON.stringify(result),
    ],
  )
  return made.length > 0
}
