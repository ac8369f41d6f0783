import type { ServerResponse } from 'node:http'
import { createContext, type RouterContextProvider } from 'react-router'
import { refusals } from '~/platform/telemetry/metrics.server'
import { networkOf } from '~/values/network-of'
import { sendPlainRefusal } from '../door/access-log.server'
import { incomingContext } from '../door/incoming.server'
import { refuse } from '../errors/refusal.server'
import { requestInfoContext } from '../request-info/request-info.server'
import { readClaimedUserId } from '../session/sealed-cookie.server'
import { routeContext } from './route.server'

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

/** Whom the thread is shared between: a member, or the IP network of visitors. */
export type Client = { name: string; priority: Priority }

/** Frees the slot of a request that is finished. A second call does nothing. */
export type Release = () => void

/** A request that waits: for a slot and a turn before it runs, for a turn while it runs. */
type Waiting = { needsSlot: boolean; grant: () => void }

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

  /** @param nextPass runs a callback in the next pass of the event loop. */
  constructor(limits: AdmissionLimits, nextPass: (callback: () => void) => void = setImmediate) {
    this.#limits = limits
    this.#nextPass = nextPass
  }

  /**
   * Waits for a slot, and for a turn to begin.
   *
   * @param ip the client's IP network, whose waiting requests are limited together.
   * @param signal aborted when the client leaves, who waits no more.
   * @returns undefined when the queues are full, the wait took too long, or the client left: the request is refused.
   */
  async acquireSlot(client: Client, ip = client.name, signal?: AbortSignal): Promise<Release | undefined> {
    const waitingFromIp = this.#waitingByIp.get(ip) ?? 0
    if (this.#canGrantAtOnce() && this.#hasSlotFor(client)) {
      this.#takeTurn(client.priority)
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
        needsSlot: true,
        grant: () => {
          stopWaiting()
          resolve(this.#run(client))
        },
      }
      const giveUp = () => {
        this.#removeFromQueue(client, waiting)
        stopWaiting()
        resolve(undefined)
      }
      const timeout = setTimeout(giveUp, this.#limits.maxWaitMs)
      signal?.addEventListener('abort', giveUp)
      this.#enqueue(client, waiting)
    })
  }

  /** Waits for a turn of a request that runs: before work that takes milliseconds. */
  async awaitTurn(client: Client): Promise<void> {
    if (this.#canGrantAtOnce()) this.#takeTurn(client.priority)
    else await new Promise<void>((resolve) => this.#enqueue(client, { needsSlot: false, grant: resolve }))
  }

  #canGrantAtOnce(): boolean {
    if (!this.#isTurnTaken) return true
    const isAnyoneWaiting = this.#queues.member.size > 0 || this.#queues.visitor.size > 0
    return !isAnyoneWaiting && performance.now() - this.#passBeganMs < this.#limits.maxPassMs
  }

  #hasSlotFor({ name, priority }: Client): boolean {
    const { maxRunning, maxRunningPerClient } = this.#limits
    return this.#running[priority] < maxRunning && (this.#runningByClient.get(name) ?? 0) < maxRunningPerClient
  }

  /** Takes the turn of this pass; the next pass grants another. */
  #takeTurn(priority: Priority): void {
    if (priority === 'visitor') this.#lastVisitorTurnMs = performance.now()
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

  #enqueue({ name, priority }: Client, waiting: Waiting): void {
    const queue = this.#queues[priority].get(name) ?? []
    // What already runs is finished before the same client begins another request.
    const index = waiting.needsSlot ? -1 : queue.findIndex(({ needsSlot }) => needsSlot)
    queue.splice(index === -1 ? queue.length : index, 0, waiting)
    this.#queues[priority].set(name, queue)
  }

  #removeFromQueue({ name, priority }: Client, waiting: Waiting): void {
    const queue = this.#queues[priority].get(name)
    const left = queue?.filter((queued) => queued !== waiting) ?? []
    if (left.length === 0) this.#queues[priority].delete(name)
    else this.#queues[priority].set(name, left)
  }

  /** Members must not block visitors for good: someone about to log in still counts as a visitor. */
  #isVisitorDue(): boolean {
    return performance.now() - this.#lastVisitorTurnMs >= visitorIntervalMs
  }

  /** Grants the turn of this pass to the next request that waits for one and has a slot. */
  #grantNext(): void {
    for (const priority of this.#isVisitorDue() ? visitorsFirst : membersFirst) {
      const queues = this.#queues[priority]
      for (const [name, queue] of queues) {
        const [next] = queue
        if (!next || (next.needsSlot && !this.#hasSlotFor({ name, priority }))) continue
        queue.shift()
        // Moves the client behind the others.
        queues.delete(name)
        if (queue.length > 0) queues.set(name, queue)
        this.#takeTurn(priority)
        next.grant()
        return
      }
    }
  }
}

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
/** Queues what needs no slot: cached pages and refusals. Each pass grants a turn of these beside one of the others. */
const arrivals = new Admission(limits)
const admission = new Admission(limits)

/** Step: waits for the turn of a request that has arrived, so that thousands of cheap ones leave time for others. */
export async function awaitArrivalTurn(_request: Request, context: Readonly<RouterContextProvider>): Promise<void> {
  if (!context.get(incomingContext)) return
  await arrivals.awaitTurn({ name: networkOf(context.get(requestInfoContext).clientIp), priority: 'visitor' })
}

/** The slot of a request, and whose it is; null before it has one. */
const slotContext = createContext<{ client: Client; release: Release } | null>(null)

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
  const ipNetwork = networkOf(context.get(requestInfoContext).clientIp)
  const member = await readClaimedUserId(request)
  const client: Client =
    member === undefined ? { name: ipNetwork, priority: 'visitor' } : { name: `member ${member}`, priority: 'member' }
  const release = await admission.acquireSlot(client, ipNetwork, request.signal)
  if (release) {
    context.set(slotContext, { client, release })
    return undefined
  }
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
  if (slot) await admission.awaitTurn(slot.client)
}
