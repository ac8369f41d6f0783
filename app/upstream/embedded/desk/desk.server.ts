import { createHash, timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'
import { answerJson, boundedBody } from '../body.server'
import type { HouseContext, Page } from '../context.server'
import { Refused } from '../context.server'
import type { Sql } from '../store/store.server'
import type { ActName, AnswerOf, PayloadOf } from './acts'
import { acts, asked, askedOfChange } from './acts'
import * as backup from './backup.server'
import * as books from './books.server'
import * as exports from './export.server'
import * as letters from './letters.server'
import * as log from './log.server'
import * as members from './members.server'
import * as movements from './movements.server'
import * as overview from './overview.server'
import * as providers from './providers.server'
import * as referrals from './referrals.server'

type Does<A extends ActName> = (typeof acts)[A]['does']

/** Runs one command. A refusal is thrown as `Refused`, which also rolls back a change. */
export type DeskHandler<A extends ActName> =
  Does<A> extends 'changes'
    ? (ctx: HouseContext, payload: PayloadOf<A>, sql: Sql) => Promise<AnswerOf<A>>
    : Does<A> extends 'streams'
      ? (ctx: HouseContext, payload: PayloadOf<A>) => Promise<AnswerOf<A> | Response>
      : (ctx: HouseContext, payload: PayloadOf<A>) => Promise<AnswerOf<A>>

/** The handler of each command. The compiler reports a missing one. */
const handlers: { [A in ActName]: DeskHandler<A> } = {
  ...overview.handlers,
  ...movements.handlers,
  ...letters.handlers,
  ...providers.handlers,
  ...referrals.handlers,
  ...members.handlers,
  ...books.handlers,
  ...log.handlers,
  ...exports.handlers,
  ...backup.handlers,
}

const known: ReadonlyMap<string, ActName> = new Map((Object.keys(acts) as ActName[]).map((name) => [name, name]))

/**
 * POST /house/desk/<command>: runs a command for whoever sends the bearer token DESK_TOKEN. No cookie is read, so
 * another site cannot forge a request through a browser. A command with a valid payload is logged, also when it is
 * refused.
 */
export const pages: Record<string, Page> = {
  desk: async (ctx, request, rest) => {
    if (request.method !== 'POST') return answerJson({ status: 'method_not_allowed' }, 405, { Allow: 'POST' })
    assertOperator(ctx, request)
    const name = known.get(rest)
    if (name === undefined) throw new Refused({ status: 'unknown_act', acts: [...known.keys()] }, 404)
    if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '')) {
      throw new Refused({ status: 'unsupported_type' }, 415)
    }
    const body = objectOf(await boundedBody(request))
    const done = await carriedOut(ctx, name, body)
    return done instanceof Response ? done : answerJson(done)
  },
}

/** @throws Refused 403 while DESK_TOKEN is not set, 401 without that token. */
function assertOperator(ctx: HouseContext, request: Request): void {
  const { deskToken } = ctx.options
  if (!deskToken) throw new Refused({ status: 'shut', message: 'DESK_TOKEN is not set, so the desk is shut.' }, 403)
  const given = /^Bearer +(.{1,1024})$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  // timingSafeEqual needs inputs of equal length, which hashes have.
  if (given !== undefined && timingSafeEqual(sha256(given), sha256(deskToken))) return
  ctx.log.warn({ address: ctx.address }, 'the desk was asked without its token')
  throw new Refused({ status: 'unauthenticated' }, 401)
}

async function carriedOut(ctx: HouseContext, name: ActName, body: Record<string, unknown>): Promise<object | Response> {
  const { does, payload: schema, answer } = acts[name]
  const { by, requestId, dryRun, ...sent } = body
  const head = does === 'changes' ? askedOfChange : asked
  // A read with `dryRun` or `requestId` is refused: its caller expects a change.
  const about = read(head.strict(), without({ by, requestId, dryRun }))
  const payload = read(schema, sent)
  const { requestId: number, dryRun: rehearsed = false } = about as z.output<typeof askedOfChange>
  const act = { who: about.by ?? 'desk', act: name, payload: sent, requestId: number, rehearsed }
  // `handlers` pairs each command with its payload; the compiler cannot follow the lookup by name.
  const handler = handlers[name] as (ctx: HouseContext, payload: object, sql?: Sql) => Promise<object>
  const work = async (sql?: Sql) => {
    const done = await handler(ctx, payload, sql)
    return done instanceof Response ? done : answer.parse(done)
  }
  try {
    if (does === 'changes') return await log.changedOnce(ctx, act, work)
    const done = await work()
    if (!(done instanceof Response)) {
      await log.noted(ctx, act, summary(done))
      return done
    }
    await log.noted(ctx, act, { status: 'success', file: true }).catch(async (error: unknown) => {
      await done.body?.cancel()
      throw error
    })
    return done
  } catch (error) {
    if (error instanceof Refused) await log.noted(ctx, act, error.answer)
    throw error
  }
}

/** What the log records of a read: how much was returned, not what. */
function summary(done: Record<string, unknown>): object {
  const { status, total, inOrder } = done
  return without({ status, total, inOrder })
}

function read<Schema extends z.ZodType>(schema: Schema, sent: object): z.output<Schema> {
  const parsed = schema.safeParse(sent)
  if (parsed.success) return parsed.data
  const wrong = parsed.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((field) => ({ field, message: 'is not known' }))
      : [{ field: issue.path.join('.'), message: issue.message }],
  )
  throw new Refused({ status: 'invalid', wrong }, 422)
}

function without<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>
}

function objectOf(body: Uint8Array): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return { ...read }
  } catch {
    // Refused below, like any body that is not a JSON object.
  }
  throw new Refused({ status: 'bad_request' }, 400)
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
