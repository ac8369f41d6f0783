import type { ServerResponse } from 'node:http'
import { createContext, type RouterContextProvider } from 'react-router'
import { refusals } from '~/platform/telemetry/metrics.server'
import { contract, knownCallNames } from '~/upstream/contract'
import type { Call } from '~/upstream/contract/call'
import { networkOf } from '~/values/network-of'
import { sendPlainRefusal } from '../http/access-log.server'
import { incomingContext } from '../http/incoming.server'
import { requestInfoContext } from '../request-info/request-info.server'
import { refuse } from '../responses/refusal.server'
import { readClaimedUserId } from '../session/sealed-cookie.server'
import { routeContext } from './route.server'
import { threadShare as share, type ThreadShare } from './thread-share.server'

/** How many requests may run, and wait to run, at the same time. */
export type AdmissionLimits = {
  /** Requests that run at once, of all members together and of all visitors together. */
  maxRunning: number
  /** Requests of one client that run at once: as many as a browser sends in parallel. */
  maxRunningPerClient: number
  /** Requests that wait for a slot, all clients together. */
  maxWaiting: number
  /** Requests that wait for a slot from one client IP, including those of all members behind it. */
  maxWaitingPerIp: number
  /** A request is refused after waiting this long for a slot. */
  maxWaitMs: number
  /** While nobody waits, a pass of the event loop grants more than one turn for this long. */
  maxPassMs: number
}

/** Members are served before visitors. */
export type Priority = 'member' | 'visitor'

/** Whom the thread is shared between: a member, a sender of signed callbacks, or the IP network of visitors. */
export type Client = {
  name: string
  priority: Priority
  /** The client's IP network, which all its members and visitors share. */
  network?: string
}

/** Frees the slot of a request that is finished. A second call does nothing. */
export type Release = () => void

/** A request that waits: for a slot and a turn before it runs, for a turn while it runs. */
type Waiting = { client: Client; needsSlot: boolean; grant: () => void }

const membersFirst = ['member', 'visitor'] as const
const visitorsFirst = ['visitor', 'member'] as const
/** A waiting visitor's request gets a turn at least this often, however many members wait. */
const visitorIntervalMs = 50

/**
 * Shares the one thread between clients, so that an abusive one does not delay the others. A request has a slot while it
 * runs, and takes turns: before it runs, before each call of an upstream in this process, and before its page is
 * rendered. Each pass of the event loop grants one turn, round robin over the clients, members first, and more of them
 * only while nobody waits. Without turns, all requests that arrive in one pass would be answered in it, and whoever
 * waits for the database would wait for them at each statement.
 */
export class Admission {
  readonly #limits: AdmissionLimits
  readonly #nextPass: (callback: () => void) => void
  readonly #share: ThreadShare | undefined
  readonly #isGate: boolean
  #gateTimer: NodeJS.Timeout | undefined
  readonly #runningByClient = new Map<string, number>()
  readonly #running: Record<Priority, number> = { member: 0, visitor: 0 }
  /** The queues by priority and client, in the order in which the clients are served next. */
  readonly #queues: Record<Priority, Map<string, Waiting[]>> = { member: new Map(), visitor: new Map() }
  #lastVisitorTurnMs = Number.NEGATIVE_INFINITY
  /** Whether this pass of the event loop has granted its turn, and when. */
  #isTurnTaken = false
  #passBeganMs = 0
  #waitingTotal = 0
  readonly #waitingByIp = new Map<string, number>()

  /**
   * @param options.nextPass runs a callback in the next pass of the event loop.
   * @param options.share counts the time of each turn for the client's network.
   * @param options.isGate no request begins whose network has used its share of the time.
   */
  constructor(
    limits: AdmissionLimits,
    {
      nextPass = setImmediate,
      share,
      isGate = false,
    }: { nextPass?: (callback: () => void) => void; share?: ThreadShare; isGate?: boolean } = {},
  ) {
    this.#limits = limits
    this.#nextPass = nextPass
    this.#share = share
    this.#isGate = isGate
  }

  /**
   * Waits for a slot, and for a turn to begin.
   *
   * @param signal aborted when the client leaves, who waits no more.
   * @returns undefined when the queues are full, the wait took too long, or the client left: the request is refused.
   */
  async acquireSlot(client: Client, signal?: AbortSignal): Promise<Release | undefined> {
    const ip = networkOfClient(client)
    const waitingFromIp = this.#waitingByIp.get(ip) ?? 0
    if (this.#canGrantAtOnce() && this.#canBegin(client)) {
      this.#takeTurn(client)
      return this.#run(client)
    }
    if (this.#waitingTotal >= this.#limits.maxWaiting || waitingFromIp >= this.#limits.maxWaitingPerIp) return undefined
    this.#waitingTotal += 1
    this.#waitingByIp.set(ip, waitingFromIp + 1)
    return new Promise((resolve) => {
      const stopWaiting = () => {
        clearTimeout(timeout)
        signal?.removeEventListener('abort', giveUp)
        this.#waitingTotal -= 1
        const left = (this.#waitingByIp.get(ip) ?? 1) - 1
        if (left === 0) this.#waitingByIp.delete(ip)
        else this.#waitingByIp.set(ip, left)
      }
      const waiting: Waiting = {
        client,
        needsSlot: true,
        grant: () => {
          stopWaiting()
          resolve(this.#run(client))
        },
      }
      const giveUp = () => {
        this.#removeFromQueue(waiting)
        stopWaiting()
        resolve(undefined)
      }
      const timeout = setTimeout(giveUp, this.#limits.maxWaitMs)
      signal?.addEventListener('abort', giveUp)
      this.#enqueue(waiting)
    })
  }

  /** Waits for a turn of a request that runs: before work that takes milliseconds. */
  async awaitTurn(client: Client): Promise<void> {
    if (this.#canGrantAtOnce()) this.#takeTurn(client)
    else await new Promise<void>((resolve) => this.#enqueue({ client, needsSlot: false, grant: resolve }))
  }

  #canGrantAtOnce(): boolean {
    if (!this.#isTurnTaken) return true
    const isAnyoneWaiting = this.#queues.member.size > 0 || this.#queues.visitor.size > 0
    return !isAnyoneWaiting && performance.now() - this.#passBeganMs < this.#limits.maxPassMs
  }

  /** Whether a client may begin another request: it has a slot, and its network has time. */
  #canBegin(client: Client): boolean {
    const { maxRunning, maxRunningPerClient } = this.#limits
    const ofClient = this.#runningByClient.get(client.name) ?? 0
    return this.#running[client.priority] < maxRunning && ofClient < maxRunningPerClient && this.#gateMs(client) === 0
  }

  /** For how long the client's network has no time. */
  #gateMs(client: Client): number {
    return this.#isGate ? (this.#share?.waitMs(networkOfClient(client)) ?? 0) : 0
  }

  /** Takes the turn of this pass; the next pass grants another. */
  #takeTurn(client: Client): void {
    if (client.priority === 'visitor') this.#lastVisitorTurnMs = performance.now()
    this.#share?.begin(networkOfClient(client))
    if (this.#isTurnTaken) return
    this.#isTurnTaken = true
    this.#passBeganMs = performance.now()
    this.#nextPass(() => {
      this.#isTurnTaken = false
      this.#grantNext()
    })
  }

  #run({ name, priority }: Client): Release {
    this.#running[priority] += 1
    this.#runningByClient.set(name, (this.#runningByClient.get(name) ?? 0) + 1)
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      this.#running[priority] -= 1
      const left = (this.#runningByClient.get(name) ?? 1) - 1
      if (left === 0) this.#runningByClient.delete(name)
      else this.#runningByClient.set(name, left)
      // Whoever waits for a slot, while nobody takes turns.
      if (!this.#isTurnTaken) this.#grantNext()
    }
  }

  #enqueue(waiting: Waiting): void {
    const { name, priority } = waiting.client
    const queue = this.#queues[priority].get(name) ?? []
    // What already runs is finished before the same client begins another request.
    const index = waiting.needsSlot ? -1 : queue.findIndex(({ needsSlot }) => needsSlot)
    queue.splice(index === -1 ? queue.length : index, 0, waiting)
    this.#queues[priority].set(name, queue)
    // No turn is under way after which the next one is granted: the client waits for its network's time.
    if (this.#isGate && !this.#isTurnTaken) this.#grantNext()
  }

  #removeFromQueue(waiting: Waiting): void {
    const { name, priority } = waiting.client
    const queue = this.#queues[priority].get(name)
    const left = queue?.filter((queued) => queued !== waiting) ?? []
    if (left.length === 0) this.#queues[priority].delete(name)
    else this.#queues[priority].set(name, left)
  }

  /** Members must not block visitors for good: someone about to log in still counts as a visitor. */
  #isVisitorDue(): boolean {
    return performance.now() - this.#lastVisitorTurnMs >= visitorIntervalMs
  }

  /** Grants the turn of this pass to the next request that waits for one and may begin. */
  #grantNext(): void {
    let gateMs = Number.POSITIVE_INFINITY
    for (const priority of this.#isVisitorDue() ? visitorsFirst : membersFirst) {
      const queues = this.#queues[priority]
      for (const [name, queue] of queues) {
        const [next] = queue
        if (!next) continue
        if (next.needsSlot && !this.#canBegin(next.client)) {
          gateMs = Math.min(gateMs, this.#gateMs(next.client) || gateMs)
          continue
        }
        queue.shift()
        // Moves the client behind the others.
        queues.delete(name)
        if (queue.length > 0) queues.set(name, queue)
        this.#takeTurn(next.client)
        next.grant()
        return
      }
    }
    clearTimeout(this.#gateTimer)
    if (gateMs !== Number.POSITIVE_INFINITY) this.#gateTimer = setTimeout(() => this.#grantUngated(), Math.ceil(gateMs))
  }

  #grantUngated(): void {
    if (!this.#isTurnTaken) this.#grantNext()
  }
}

const networkOfClient = ({ network, name }: Client) => network ?? name

/** Retry-After of a request that was refused because the site is busy. */
const busyRetryAfterSeconds = 5

/** `maxRunning` is large because requests that wait for a slow upstream use no processor time. */
const limits: AdmissionLimits = {
  maxRunning: 200,
  maxRunningPerClient: 32,
  maxWaiting: 1_000,
  maxWaitingPerIp: 300,
  maxWaitMs: 8_000,
  maxPassMs: 4,
}
const unlimited = Number.POSITIVE_INFINITY
/** Queues what has arrived, also what needs no slot: cached pages and refusals. Connections bound how many wait. */
const arrivals = new Admission(
  {
    ...limits,
    maxRunning: unlimited,
    maxRunningPerClient: unlimited,
    maxWaiting: unlimited,
    maxWaitingPerIp: unlimited,
  },
  { share, isGate: true },
)
const admission = new Admission(limits, { share })
/** Signed callbacks: the players of a provider are many, and wait neither for members' slots nor for a turn of theirs. */
const callbacks = new Admission({ ...limits, maxRunningPerClient: limits.maxRunning }, { share })
/** Log-ins and registrations: passwords are hashed a few at a time, and a hundred that wait for it would each take turns. */
const logins = new Admission({ ...limits, maxRunning: 8, maxRunningPerClient: 4 }, { share })

/** The sender whose signature a callback has; null for all other requests. */
export const senderContext = createContext<string | null>(null)

/** Whom a request's turns are counted for. */
async function clientOf(request: Request, context: Readonly<RouterContextProvider>): Promise<Client> {
  const network = networkOf(context.get(requestInfoContext).clientIp)
  const member = await readClaimedUserId(request)
  return member === undefined
    ? { name: network, priority: 'visitor', network }
    : { name: `member ${member}`, priority: 'member', network }
}

/**
 * Step: waits for the turn of a request that has arrived, so that thousands of cheap ones leave time for others, and until
 * its network has used less than its share of the thread's time.
 */
export async function awaitArrivalTurn(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Response | undefined> {
  if (!context.get(incomingContext) || context.get(senderContext) !== null) return undefined
  const release = await arrivals.acquireSlot(await clientOf(request, context), request.signal)
  release?.()
  return release ? undefined : refuseBusy(request, context)
}

/** The slot of a request, whose it is, and where it was given; null before it has one. */
const slotContext = createContext<{ client: Client; queue: Admission; release: Release } | null>(null)

/** Step: refuses what is no probe on one of the connections that are open for probes alone. */
export function refuseExtraConnection(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Response> | undefined {
  if (context.get(incomingContext)?.hasSlot !== false) return undefined
  refusals.inc({ reason: 'connections' })
  return refuse(request, context, 'busy', busyRetryAfterSeconds)
}

/** Refuses a file of the build on such a connection. */
export function refuseFile(response: ServerResponse): void {
  refusals.inc({ reason: 'connections' })
  sendPlainRefusal(response, 503, { 'Retry-After': busyRetryAfterSeconds })
}

/** Step: waits for a slot among the requests that run at once; refuses the request where that takes too long. */
export async function acquireSlot(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Response | undefined> {
  // Another server tells no client from another, and ends some requests without their response.
  if (!context.get(incomingContext) || context.get(routeContext).handle.boundsItself) return undefined
  const sender = context.get(senderContext)
  const client: Client =
    sender === null ? await clientOf(request, context) : { name: `sender ${sender}`, priority: 'member' }
  const queue = sender !== null ? callbacks : isLogin(request, context) ? logins : admission
  const release = await queue.acquireSlot(client, request.signal)
  if (!release) return refuseBusy(request, context)
  context.set(slotContext, { client, queue, release })
  return undefined
}

/** Whether a request has a password hashed before it has a session: a form of a login page, or the call. */
function isLogin({ method }: Request, context: Readonly<RouterContextProvider>): boolean {
  const { handle, params } = context.get(routeContext)
  const call: Call | undefined = handle.kind === 'api' ? contractRow(params?.segment) : undefined
  return method === 'POST' && (handle.isLogin === true || call?.opensSession === true)
}

function contractRow(segment = ''): Call | undefined {
  const callName = knownCallNames.get(segment)
  return callName && contract[callName]
}

function refuseBusy(request: Request, context: Readonly<RouterContextProvider>): Promise<Response> {
  if (!request.signal.aborted) refusals.inc({ reason: 'busy' })
  return refuse(request, context, 'busy', busyRetryAfterSeconds)
}

/** Frees the slot of a request that is answered. */
export function releaseSlot(_response: Response, _request: Request, context: Readonly<RouterContextProvider>): void {
  context.get(slotContext)?.release()
}

/** Waits for the next turn of a request that has a slot; at once for one that has none. */
export async function awaitTurn(context: Readonly<RouterContextProvider>): Promise<void> {
  const slot = context.get(slotContext)
  if (slot) await slot.queue.awaitTurn(slot.client)
}
