import { toNewAddress } from '~/platform/old-names'
import { streamBody } from '~/platform/stream-body.server'
import { type CallName, contract } from '~/upstream/contract'
import { type Call, notDone, type UpstreamFetch } from '~/upstream/contract/call'
import { memoize } from '~/values/memoize'
import { networkOf } from '~/values/request'
import { lastReportedEntry, readLastChecks } from './backoffice/log-facts.server'
import { BodyTooLarge, type CallBody, parseJsonBody, readBoundedBody } from './bounded-body.server'
import { findSender } from './callbacks/callback.server'
import { isSignedBy } from './callbacks/verify-signature.server'
import {
  createJobContext,
  type EmbeddedContext,
  type EmbeddedOptions,
  type MemberContext,
  Refused,
} from './context.server'
import { readCachedGames } from './games/providers.server'
import { type Maintenance, readMaintenance } from './maintenance.server'
import { findMemberByToken } from './members/logins.server'
import { handlers, pageHandlers, scheduledJobs } from './registry.server'
import { SandboxPage } from './sandbox/html-page'
import { shippedSiteName } from './seed/messages'
import { seedStore } from './seed/seed.server'
import { DatabaseClock } from './store/database-clock.server'
import { migrate } from './store/migrate.server'
import { readEpoch, type Store, StoreUnavailable } from './store/store.server'
import { observeChanges, runAs } from './store/transaction.server'
import { approveDueTransactions } from './transactions/settle.server'
import { countPendingTransactions, sumTransactions } from './transactions/totals.server'

export type EmbeddedUpstream = Awaited<ReturnType<typeof startEmbeddedUpstream>>

const maxJobIntervalMs = 5_000
const minJobIntervalMs = 200

/** Migrates and seeds the store, and runs the scheduled jobs. If the start fails, closes the store. */
export async function startEmbeddedUpstream(store: Store, options: EmbeddedOptions) {
  let clock: DatabaseClock | undefined
  let epoch: string
  let maintenance: Maintenance | undefined
  // With PGlite, only one process uses the data folder, so its own clock is enough.
  const now = options.now ?? (() => clock?.now() ?? new Date())
  const base = createJobContext(store, options, now)
  try {
    if (store.kind === 'postgres') clock = await DatabaseClock.open(store)
    await migrate(store)
    await seedStore(base)
    epoch = await readEpoch(store)
    maintenance = await readMaintenance(store)
    await readCachedGames(base)
  } catch (error) {
    await store.close()
    throw error
  }

  const running = new Set<Promise<unknown>>()
  const tracked = <T>(work: Promise<T>): Promise<T> => {
    running.add(work)
    return work.finally(() => running.delete(work))
  }

  /** Rereads the epoch and maintenance: the store may have been restored, or its address may name another server. */
  const followEpoch = async () => {
    epoch = await readEpoch(store).catch(() => epoch)
    maintenance = await readMaintenance(store).catch(() => maintenance)
  }

  const preferredIntervalMs = options.playApprovalMs === 0 ? maxJobIntervalMs : options.playApprovalMs / 2
  const jobIntervalMs = Math.min(Math.max(preferredIntervalMs, minJobIntervalMs), maxJobIntervalMs)
  let jobTimer: NodeJS.Timeout | undefined
  const scheduleJobs = () => {
    jobTimer = setTimeout(async () => {
      // If the database is unavailable, the jobs log the error. The clock and the epoch stay as they are.
      await tracked(Promise.all([clock?.compareIfDue().catch(() => undefined), followEpoch(), runScheduledJobs(base)]))
      if (jobTimer) scheduleJobs()
    }, jobIntervalMs)
    jobTimer.unref()
  }
  scheduleJobs()

  return {
    /** Answers calls, pages, callbacks and commands. Never rejects. @param sender the sender that signed a callback */
    fetch: async (request: Request, sender?: string) => {
      const response = await tracked(answerRequest(base, request, sender))
      // Otherwise, this process would stay open or closed until the next run of the jobs.
      if (request.url.endsWith('/site-maintenance')) await tracked(followEpoch())
      return response
    },
    /** Returns the sender that signed a callback. @param ip the client's IP address */
    senderOf: (request: Request, ip: string) =>
      tracked(runAs(networkOf(ip), () => findSigner(base, request)).catch(() => undefined)),
    call: ((request) => tracked(answerOwnCall(base, request))) satisfies UpstreamFetch,
    /** @throws StoreUnavailable if the database does not answer or can't write */
    check: () => store.check(),
    epoch: () => epoch,
    maintenance: () => (maintenance && maintenance.until > now() ? maintenance : undefined),
    figures: async () => {
      const [waiting, lastChecks] = await Promise.all([countPendingTransactions(base), readLastChecks(base)])
      return { waiting, lastChecks, backofficeLog: lastReportedEntry(base), pool: store.pool?.() }
    },
    /** Sums all deposits and withdrawals in won. Reads the whole table. @throws if the database does not answer */
    transactionSums: () => sumTransactions(base),
    close: async () => {
      clearTimeout(jobTimer)
      jobTimer = undefined
      await Promise.allSettled(running)
      await store.close()
    },
  }
}

async function runScheduledJobs(ctx: EmbeddedContext): Promise<void> {
  for (const job of scheduledJobs) {
    await job(ctx).catch((error: unknown) =>
      ctx.log.error({ job: job.name, error: describeError(error) }, 'scheduled job failed'),
    )
  }
}

type CallRequest = CallBody & { method: string }

type JsonResponse = { status: number; json: string | AsyncIterable<Uint8Array>; headers?: Record<string, string> }

function parsePagePath(request: Request): { pathname: string; folder: string; rest: string } {
  const { pathname } = new URL(request.url)
  const [, folder = '', rest = ''] =
    /^\/(callbacks|(?:sandbox|backoffice)\/[^/]+)\/(.*)$/.exec(toNewAddress(pathname)) ?? []
  return { pathname, folder, rest }
}

async function findSigner(base: EmbeddedContext, request: Request): Promise<string | undefined> {
  const sender = findSender(base, parsePagePath(request).rest)
  return sender && (await isSignedBy(sender, base, request)) ? sender.code : undefined
}

async function answerRequest(base: EmbeddedContext, request: Request, sender?: string): Promise<Response> {
  const { pathname, folder, rest } = parsePagePath(request)
  const openPage = pageHandlers.get(folder)
  // The rest of a page's path may be a secret token, so it is not logged.
  const call = openPage ? `/${folder}/…` : pathname
  const answered = await withRefusals({ ...base, sender }, call, request, async (ctx) => {
    const page = await openPage?.(ctx, request, rest)
    if (page instanceof SandboxPage) {
      const { colours, siteName = shippedSiteName } = ctx.options
      return page.toResponse(request, { colours, siteName })
    }
    return page ?? routeCall(ctx, pathname, request)
  })
  if (answered instanceof Response) return answered
  const { status, json, headers } = answered
  return new Response(typeof json === 'string' ? json : streamBody(json), {
    status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers },
  })
}

async function answerOwnCall(base: EmbeddedContext, sent: Parameters<UpstreamFetch>[0]): ReturnType<UpstreamFetch> {
  const request = { method: 'POST', headers: headersOf(sent.headers), body: [Buffer.from(sent.body)] }
  const answered = await withRefusals(base, sent.path, request, (ctx) => routeCall(ctx, sent.path, request))
  const { status, json, headers } = answered
  return { status, headers: headersOf(headers), body: typeof json === 'string' ? [Buffer.from(json)] : json }
}

function headersOf(values: Readonly<Record<string, string>> = {}): CallRequest['headers'] {
  const byName = new Map(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value]))
  return { get: (name) => byName.get(name.toLowerCase()) ?? null }
}

const maxBrowserCharacters = 40
const maxDeviceCharacters = 128

async function withRefusals<T>(
  base: EmbeddedContext,
  call: string,
  { headers }: CallRequest,
  work: (ctx: EmbeddedContext) => Promise<T>,
): Promise<T | JsonResponse> {
  const ctx: EmbeddedContext = {
    ...base,
    origin: headers.get('origin') ?? '',
    ip: headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '',
    isThisMachine: headers.get('x-this-machine') === 'yes',
    language: headers.get('accept-language') ?? '',
    browser: (headers.get('x-browser') ?? '').slice(0, maxBrowserCharacters),
    device: (headers.get('x-device') ?? '').slice(0, maxDeviceCharacters),
  }
  const changes = { mayHaveBeenMade: false }
  try {
    return await observeChanges(changes, () => runAs(queueKeyOf(ctx), () => work(ctx), base.options.spend))
  } catch (error) {
    if (error instanceof Refused) return jsonOf(error.body, error.httpStatus, error.headers)
    if (error instanceof BodyTooLarge) return jsonOf({ status: 'too_large' }, 413)
    const requestId = headers.get('x-request-id') ?? undefined
    ctx.log.error({ requestId, call, error: describeError(error) }, 'call failed')
    const status = changes.mayHaveBeenMade ? 'error' : notDone
    return jsonOf({ status }, error instanceof StoreUnavailable ? 503 : 500)
  }
}

/** The number of queues per callback sender, so that one player's callbacks don't delay another's. */
const queuesPerSender = 8
let callbacksAnswered = 0

function queueKeyOf({ sender, ip }: EmbeddedContext): string {
  if (sender === undefined) return networkOf(ip)
  callbacksAnswered += 1
  return `sender ${sender} ${callbacksAnswered % queuesPerSender}`
}

async function routeCall(ctx: EmbeddedContext, path: string, request: CallRequest): Promise<JsonResponse> {
  const callName = callsByPath.get(path)
  if (callName === undefined) return jsonOf({ status: 'not_found' }, 404)
  if (request.method !== 'POST') return jsonOf({ status: 'method_not_allowed' }, 405, { Allow: 'POST' })
  const result = await answerCall(ctx, callName, request)
  return 'chunks' in result ? { status: 200, json: result.chunks } : jsonOf(result)
}

function jsonOf(body: object, status = 200, headers?: Record<string, string>): JsonResponse {
  return { status, json: JSON.stringify(body), ...(headers ? { headers } : {}) }
}

const callsByPath: ReadonlyMap<string, CallName> = new Map(
  (Object.keys(handlers) as (keyof typeof handlers)[]).flatMap((callName) => {
    const { path, alternatePaths = [] }: Call = contract[callName]
    return [path, ...alternatePaths].map((spelling): [string, CallName] => [spelling, callName])
  }),
)

async function answerCall(
  ctx: EmbeddedContext,
  callName: CallName,
  request: CallRequest,
): Promise<object | { chunks: AsyncIterable<Uint8Array> }> {
  const body = await readBoundedBody(request)
  const asMember = contract[callName].auth === 'member' ? await authenticateMember(ctx, request) : undefined
  const json = parseJsonBody(body)
  if (json === undefined) throw new Refused({ status: 'bad_request' }, 400)
  const payload = contract[callName].payload.safeParse(json)
  if (!payload.success) {
    const wrong = payload.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }))
    throw new Refused({ status: 'invalid', wrong }, 400)
  }
  // The cast is needed, because TypeScript can't relate a call's name to its payload and context.
  const handler = handlers[callName as keyof typeof handlers] as (
    ctx: EmbeddedContext,
    payload: unknown,
  ) => Promise<object | undefined>
  const response = asMember
    ? await runAs(`member ${asMember.member.id}`, () => handler(asMember, payload.data))
    : await handler(ctx, payload.data)
  return response ?? { status: 'success' }
}

async function authenticateMember(ctx: EmbeddedContext, request: CallRequest): Promise<MemberContext> {
  const token = /^Bearer ([\w-]{1,128})$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  const member = token === undefined ? undefined : await findMemberTogether(ctx, token)
  if (!member) throw new Refused({ status: 'unauthenticated' }, 401)
  // Approves due transactions first. The call does not count as having made these changes.
  const settled = { mayHaveBeenMade: false }
  if (member.hasDueTransactions) await observeChanges(settled, () => approveDueTransactions(ctx, member.id))
  return { ...ctx, member }
}

const memberLookups = memoize((_: Store) => new Map<string, ReturnType<typeof findMemberByToken>>())

/** On PGlite, concurrent calls share one lookup of a token. Queries run in order, so a logout is not missed. */
function findMemberTogether(ctx: EmbeddedContext, token: string): ReturnType<typeof findMemberByToken> {
  if (ctx.store.kind !== 'pglite') return findMemberByToken(ctx, token)
  const lookups = memberLookups(ctx.store)
  const running = lookups.get(token)
  if (running) return running
  const lookup = findMemberByToken(ctx, token).finally(() => lookups.delete(token))
  lookups.set(token, lookup)
  return lookup
}

function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
