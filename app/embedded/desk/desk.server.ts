import { createHash, timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'
import { jsonResponse, parseJsonBody, readBoundedBody } from '../body.server'
import type { EmbeddedContext, PageHandler } from '../context.server'
import { Refused } from '../context.server'
import type { Sql } from '../store/store.server'
import * as backup from './backup.server'
import * as log from './command-log.server'
import type { CommandName } from './commands'
import { changeFields, commands, commonFields, isCommandName } from './commands'
import * as dataCare from './data-care.server'
import * as exports from './export.server'
import type { DeskHandlers } from './handler'
import * as books from './ledger.server'
import * as members from './members.server'
import * as messages from './messages.server'
import * as movements from './movements.server'
import * as overview from './overview.server'
import * as playMoney from './play-money.server'
import * as providers from './providers.server'
import * as referrals from './referrals.server'
import * as support from './support.server'

/** The handler of each command. The compiler reports a missing one. */
const handlers: DeskHandlers<CommandName> = {
  ...overview.handlers,
  ...movements.handlers,
  ...messages.handlers,
  ...providers.handlers,
  ...referrals.handlers,
  ...support.handlers,
  ...members.handlers,
  ...dataCare.handlers,
  ...books.handlers,
  ...log.handlers,
  ...exports.handlers,
  ...backup.handlers,
  ...playMoney.handlers,
}

/**
 * POST /house/desk/<command>: runs a command for whoever sends the bearer token DESK_TOKEN. No cookie is read, so
 * another site cannot forge a request through a browser. A command with a valid payload is logged, also when it is
 * refused.
 */
export const pageHandlers: Record<string, PageHandler> = {
  desk: async (ctx, request, rest) => {
    if (request.method !== 'POST') return jsonResponse({ status: 'method_not_allowed' }, 405, { Allow: 'POST' })
    assertOperator(ctx, request)
    if (!isCommandName(rest)) throw new Refused({ status: 'unknown_act', acts: Object.keys(commands) }, 404)
    if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '')) {
      throw new Refused({ status: 'unsupported_type' }, 415)
    }
    const body = parseJsonObject(await readBoundedBody(request))
    const done = await runCommand(ctx, rest, body)
    return done instanceof Response ? done : jsonResponse(done)
  },
}

/** @throws Refused 403 while DESK_TOKEN is not set, 401 without that token. */
function assertOperator(ctx: EmbeddedContext, request: Request): void {
  const { deskToken } = ctx.options
  if (!deskToken) throw new Refused({ status: 'shut', message: 'DESK_TOKEN is not set, so the desk is shut.' }, 403)
  const given = /^Bearer +(.{1,1024})$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  // timingSafeEqual needs inputs of equal length, which hashes have.
  if (given !== undefined && timingSafeEqual(sha256(given), sha256(deskToken))) return
  ctx.log.warn({ address: ctx.ip }, 'the desk was asked without its token')
  throw new Refused({ status: 'unauthenticated' }, 401)
}

async function runCommand(
  ctx: EmbeddedContext,
  name: CommandName,
  body: Record<string, unknown>,
): Promise<object | Response> {
  const { kind, payload: schema, result } = commands[name]
  const { by, requestId, dryRun, ...sent } = body
  const fieldsSchema = kind === 'change' ? changeFields : commonFields
  // A read with `dryRun` or `requestId` is refused: its caller expects a change.
  const fields = parseFields(fieldsSchema.strict(), omitUndefined({ by, requestId, dryRun }))
  const payload = parseFields(schema, sent)
  const { requestId: checkedRequestId, dryRun: rehearsed = false } = fields as z.output<typeof changeFields>
  const deskRequest = { who: fields.by ?? 'desk', act: name, payload: sent, requestId: checkedRequestId, rehearsed }
  // `handlers` pairs each command with its payload; the compiler cannot follow the lookup by name.
  const handler = handlers[name] as (ctx: EmbeddedContext, payload: object, sql?: Sql) => Promise<object>
  const run = async (sql?: Sql) => {
    const done = await handler(ctx, payload, sql)
    return done instanceof Response ? done : result.parse(done)
  }
  try {
    if (kind === 'change') return await log.runChangeIdempotently(ctx, deskRequest, run)
    const done = await run()
    if (!(done instanceof Response)) {
      await log.logCommand(ctx, deskRequest, summarizeResult(done))
      return done
    }
    await log.logCommand(ctx, deskRequest, { status: 'success', file: true }).catch(async (error: unknown) => {
      await done.body?.cancel()
      throw error
    })
    return done
  } catch (error) {
    if (error instanceof Refused) await log.logCommand(ctx, deskRequest, error.body)
    throw error
  }
}

/** What the log records of a read: how much was returned, not what. */
function summarizeResult(done: Record<string, unknown>): object {
  const { status, total, inOrder } = done
  return omitUndefined({ status, total, inOrder })
}

function parseFields<Schema extends z.ZodType>(schema: Schema, sent: object): z.output<Schema> {
  const parsed = schema.safeParse(sent)
  if (parsed.success) return parsed.data
  const wrong = parsed.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((field) => ({ field, message: 'is not known' }))
      : [{ field: issue.path.join('.'), message: issue.message }],
  )
  throw new Refused({ status: 'invalid', wrong }, 422)
}

function omitUndefined<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>
}

function parseJsonObject(body: Uint8Array): Record<string, unknown> {
  const parsed = parseJsonBody(body)
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed }
  throw new Refused({ status: 'bad_request' }, 400)
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
