import type { Segment } from '../contract'
import { contract, segments } from '../contract'
import { answerJson, boundedBody, TooLarge } from './body.server'
import type { Handler, HouseContext, HouseOptions, MemberContext } from './context.server'
import { notBuilt, Refused } from './context.server'
import { duties, handlers, pages } from './house.server'
import { checkJournal } from './journal.server'
import { memberOf } from './members.server'
import { approveDueOf } from './movements.server'
import { seed } from './seed/seed.server'
import { migrate } from './store/migrate.server'
import type { Store } from './store/store.server'
import { StoreUnavailable } from './store/store.server'

/** A running embedded upstream. */
export type House = {
  /** Answers the calls of the contract and requests under /house/. Never rejects. */
  upstream: (request: Request) => Promise<Response>
  /** @throws StoreUnavailable when the database does not answer or can't write. */
  check(): Promise<void>
  /** Waits for running requests and jobs, then closes the database. */
  close(): Promise<void>
}

/** Bounds of the time between two runs of the scheduled jobs. */
const lookMostMs = 5_000
const lookLeastMs = 200

/**
 * Starts the embedded upstream on an open store: migrates it to the newest schema, seeds it when it is new and runs the
 * scheduled jobs until it is closed. Closes the store when the start fails.
 */
export async function serve(store: Store, options: HouseOptions): Promise<House> {
  const { log } = options
  const now = options.now ?? (() => new Date())
  const base = { store, options, log, now, origin: '', address: '', language: '' }
  try {
    await migrate(store)
    await seed(base)
    await checkJournal(base)
  } catch (error) {
    await store.close()
    throw error
  }

  const running = new Set<Promise<unknown>>()
  /** Keeps the store open until `work` ends. */
  const tracked = <T>(work: Promise<T>): Promise<T> => {
    running.add(work)
    return work.finally(() => running.delete(work))
  }

  const soonest = options.playApprovalMs === 0 ? lookMostMs : options.playApprovalMs / 2
  const lookMs = Math.min(Math.max(soonest, lookLeastMs), lookMostMs)
  let looking: NodeJS.Timeout | undefined
  const lookLater = () => {
    looking = setTimeout(async () => {
      await tracked(perform(base))
      if (looking) lookLater()
    }, lookMs)
    looking.unref()
  }
  lookLater()

  return {
    upstream: (request) => tracked(answered(base, request)),
    check: () => store.check(),
    close: async () => {
      clearTimeout(looking)
      looking = undefined
      await Promise.allSettled(running)
      await store.close()
    },
  }
}

/** Runs the scheduled jobs. A failure is logged; the job runs again next time. */
async function perform(ctx: HouseContext): Promise<void> {
  for (const duty of duties) {
    await duty(ctx).catch((error: unknown) =>
      ctx.log.error({ duty: duty.name, error: wordsOf(error) }, 'a duty failed'),
    )
  }
}

async function answered(base: HouseContext, request: Request): Promise<Response> {
  const ctx: HouseContext = {
    ...base,
    origin: request.headers.get('origin') ?? '',
    address: request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '',
    language: request.headers.get('accept-language') ?? '',
  }
  try {
    return await route(ctx, request)
  } catch (error) {
    if (error instanceof Refused) return answerJson(error.answer, error.httpStatus, error.headers)
    if (error instanceof TooLarge) return answerJson({ status: 'too_large' }, 413)
    const requestId = request.headers.get('x-request-id') ?? undefined
    // The rest of a page's path may be its token, so it is not logged.
    const call = new URL(request.url).pathname.replace(/^(\/house\/[^/]*\/).*/, '$1…')
    ctx.log.error({ requestId, call, error: wordsOf(error) }, 'a call failed')
    return answerJson({ status: 'error' }, error instanceof StoreUnavailable ? 503 : 500)
  }
}

async function route(ctx: HouseContext, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  const [, name, rest] = /^\/house\/([^/]+)\/(.*)$/.exec(pathname) ?? []
  const page = name === undefined ? undefined : pages.get(name)
  if (page) return page(ctx, request, rest ?? '')

  const segment = byPath.get(pathname)
  if (segment === undefined) return answerJson({ status: 'not_found' }, 404)
  if (request.method !== 'POST') return answerJson({ status: 'method_not_allowed' }, 405, { Allow: 'POST' })
  return answerJson(await call(ctx, segment, request))
}

/** Calls by path, alternative paths included. */
const byPath: ReadonlyMap<string, Segment> = new Map(
  [...segments.keys()].flatMap((name) => {
    const segment = segments.get(name)
    if (segment === undefined) return []
    const row: { path: string; alsoPaths?: readonly string[] } = contract[segment]
    return [row.path, ...(row.alsoPaths ?? [])].map((path): [string, Segment] => [path, segment])
  }),
)

async function call(ctx: HouseContext, segment: Segment, request: Request): Promise<object> {
  const handler = handlers[segment] as Handler<Segment> | typeof notBuilt
  if (handler === notBuilt) throw new Refused({ status: 'not_built' }, 501)
  const body = await boundedBody(request)
  const context = contract[segment].who === 'member' ? await asMember(ctx, request) : ctx
  const payload = contract[segment].payload.safeParse(parsed(body))
  if (!payload.success) {
    const wrong = payload.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }))
    throw new Refused({ status: 'invalid', wrong }, 400)
  }
  // `handlers` pairs each call with its payload and context; the compiler can't follow the lookup by name.
  return (handler as (ctx: HouseContext, payload: unknown) => Promise<object>)(context, payload.data)
}

/** Authenticates a member call by its bearer token and approves the member's due movements. @throws Refused 401 */
async function asMember(ctx: HouseContext, request: Request): Promise<MemberContext> {
  const token = /^Bearer ([\w-]{1,128})$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  const member = token === undefined ? undefined : await memberOf(ctx, token)
  if (!member) throw new Refused({ status: 'unauthenticated' }, 401)
  if (member.due) await approveDueOf(ctx, member.id)
  return { ...ctx, member }
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new Refused({ status: 'bad_request' }, 400)
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
