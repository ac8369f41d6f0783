import type { ServerResponse } from 'node:http'
import { performance as nodePerformance } from 'node:perf_hooks'
import { createContext, type RouterContextProvider } from 'react-router'
import { refusals } from '~/platform/telemetry/metrics.server'
import { incomingContext } from './incoming.server'
import { refuse } from './refusal.server'
import { networkOf, requestInfoContext } from './request-info.server'
import { sendPlainRefusal } from './request-tracking.server'
import { routeContext } from './route.server'
import { readClaimedUserId } from './session/session-cookie.server'

/** How many requests may run, and wait to run, at the same time. */
export type AdmissionLimits = {
  /** Requests that run at once, all clients together. */
  maxRunning: number
  /** Requests of one client that run at once: as many as a browser sends in parallel. */
  maxRunningPerClient: number
  /** Requests that run at once while the process is busy: more would not finish sooner, and would slow every page. */
  maxRunningWhenBusy: number
  /** Requests that wait, all clients together. */
  maxWaiting: number
  /** Requests that wait from one client IP, including those of all members behind it. */
  maxWaitingPerIp: number
  /** A request is refused after waiting this long. */
  maxWaitMs: number
}

/** Reports whether the process is busy. */
export type LoadMonitor = {
  isBusy(): boolean
  /** Calls back each time the process stops being busy. */
  onBusyEnd(callback: () => void): void
}

/** Members are admitted before visitors. */
export type Priority = 'member' | 'visitor'

/** Frees the slot of a request that is finished. A second call does nothing. */
export type Release = () => void

type QueuedRequest = { client: string; admit: (release: Release | undefined) => void }

const membersFirst = ['member', 'visitor'] as const
const visitorsFirst = ['visitor', 'member'] as const
/** A waiting visitor's request starts at least this often, however many members wait. */
const visitorIntervalMs = 100

/**
 * Limits how many requests run at once, so that one abusive client does not delay the others. Each client has its own
 * queue; free slots go round robin over the queues, members' first. A request that finds the queues full is refused.
 */
export class Admission {
  readonly #limits: AdmissionLimits
  readonly #load: LoadMonitor
  readonly #running = new Map<string, number>()
  /** The queues by priority and client, in the order in which the clients are served next. */
  readonly #queues: Record<Priority, Map<string, QueuedRequest[]>> = { member: new Map(), visitor: new Map() }
  #lastVisitorStartMs = Number.NEGATIVE_INFINITY
  #runningTotal = 0
  #waitingTotal = 0
  readonly #waitingByIp = new Map<string, number>()

  constructor(limits: AdmissionLimits, load: LoadMonitor) {
    this.#limits = limits
    this.#load = load
    load.onBusyEnd(() => {
      while (this.#admitNext());
    })
  }

  /**
   * Waits for a slot.
   *
   * @param ip the client's IP network, whose waiting requests are limited together.
   * @returns undefined when the queues are full or the wait took too long: the request is refused.
   */
  async acquire(client: string, priority: Priority, ip = client): Promise<Release | undefined> {
    const queues = this.#queues[priority]
    const queue = queues.get(client) ?? []
    if (queue.length === 0 && this.#hasSlotFor(client)) return this.#start(client, priority)
    const waitingFromIp = this.#waitingByIp.get(ip) ?? 0
    if (this.#waitingTotal >= this.#limits.maxWaiting || waitingFromIp >= this.#limits.maxWaitingPerIp) return undefined
    queues.set(client, queue)
    this.#waitingTotal += 1
    this.#waitingByIp.set(ip, waitingFromIp + 1)
    return new Promise((resolve) => {
      const queued: QueuedRequest = {
        client,
        admit: (release) => {
          clearTimeout(timeout)
          this.#waitingTotal -= 1
          const left = (this.#waitingByIp.get(ip) ?? 1) - 1
          if (left === 0) this.#waitingByIp.delete(ip)
          else this.#waitingByIp.set(ip, left)
          resolve(release)
        },
      }
      const timeout = setTimeout(() => {
        queue.splice(queue.indexOf(queued), 1)
        if (queue.length === 0) queues.delete(client)
        queued.admit(undefined)
      }, this.#limits.maxWaitMs)
      queue.push(queued)
    })
  }

  #hasSlotFor(client: string): boolean {
    const { maxRunning, maxRunningWhenBusy, maxRunningPerClient } = this.#limits
    if (this.#runningTotal >= (this.#load.isBusy() ? maxRunningWhenBusy : maxRunning)) return false
    return (this.#running.get(client) ?? 0) < maxRunningPerClient
  }

  /** Members must not block visitors for good: someone about to log in still counts as a visitor. */
  #isVisitorDue(): boolean {
    return performance.now() - this.#lastVisitorStartMs >= visitorIntervalMs
  }

  #start(client: string, priority: Priority): Release {
    if (priority === 'visitor') this.#lastVisitorStartMs = performance.now()
    this.#runningTotal += 1
    this.#running.set(client, (this.#running.get(client) ?? 0) + 1)
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      this.#runningTotal -= 1
      const left = (this.#running.get(client) ?? 1) - 1
      if (left === 0) this.#running.delete(client)
      else this.#running.set(client, left)
      // In a later turn of the event loop: a chain of synchronous requests would keep it from accepting new ones.
      setImmediate(() => this.#admitNext())
    }
  }

  /** Admits the next waiting request. @returns whether there was one. */
  #admitNext(): boolean {
    for (const priority of this.#isVisitorDue() ? visitorsFirst : membersFirst) {
      const queues = this.#queues[priority]
      for (const [client, queue] of queues) {
        if (!this.#hasSlotFor(client)) continue
        const next = queue.shift()
        // Moves the client behind the others.
        queues.delete(client)
        if (queue.length > 0) queues.set(client, queue)
        next?.admit(this.#start(client, priority))
        return true
      }
    }
    return false
  }
}

const measureIntervalMs = 100
/**
 * Share of time in which the event loop had work, from which on the process counts as busy. A calm site stays far
 * below.
 */
const busyUtilization = 0.7

/** Watches the event loop's utilization, measured over the last 100 ms. */
function createEventLoopMonitor(): LoadMonitor {
  const callbacks: (() => void)[] = []
  let previous = nodePerformance.eventLoopUtilization()
  let isBusy = false
  setInterval(() => {
    const now = nodePerformance.eventLoopUtilization()
    const wasBusy = isBusy
    isBusy = nodePerformance.eventLoopUtilization(now, previous).utilization > busyUtilization
    previous = now
    if (wasBusy && !isBusy) for (const callback of callbacks) callback()
  }, measureIntervalMs).unref()
  return { isBusy: () => isBusy, onBusyEnd: (callback) => callbacks.push(callback) }
}

/** Retry-After of a request that was refused because the site is busy. */
const busyRetryAfterSeconds = 5

/**
 * A page costs 10 to 20 ms of the one rendering thread. `maxRunningPerClient` bounds what one abuser can put before
 * others; `maxRunning` is large because requests that wait for a slow upstream use no processor time.
 */
const admission = new Admission(
  {
    maxRunning: 200,
    maxRunningPerClient: 32,
    maxRunningWhenBusy: 2,
    maxWaiting: 1_000,
    maxWaitingPerIp: 300,
    maxWaitMs: 8_000,
  },
  createEventLoopMonitor(),
)

/** Frees the place of a request. */
const placeContext = createContext<Release>(() => undefined)

/** Step: refuses what is no probe on one of the connections that are open for probes alone. */
export function refuseExtraConnection(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Response> | undefined {
  if (context.get(incomingContext)?.hasPlace !== false) return undefined
  refusals.inc({ reason: 'connections' })
  return refuse(request, context, 'busy', busyRetryAfterSeconds)
}

/** Refuses a file of the build on such a connection. */
export function refuseFile(response: ServerResponse): void {
  refusals.inc({ reason: 'connections' })
  sendPlainRefusal(response, 503, { 'Retry-After': busyRetryAfterSeconds })
}

/** Step: waits for a place among the requests that run at once; refuses the request where that takes too long. */
export async function takePlace(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Response | undefined> {
  // Another server tells no client from another, and ends some requests without their response.
  if (!context.get(incomingContext) || context.get(routeContext).handle.boundsItself) return undefined
  const release = await acquireSlot(request, context)
  if (release) {
    context.set(placeContext, release)
    return undefined
  }
  refusals.inc({ reason: 'busy' })
  return refuse(request, context, 'busy', busyRetryAfterSeconds)
}

/** Frees the place of a request that is answered. */
export function leavePlace(_response: Response, _request: Request, context: Readonly<RouterContextProvider>): void {
  context.get(placeContext)()
}

/** A client is a member, by their cookie, or the IP network of visitors. */
async function acquireSlot(request: Request, context: Readonly<RouterContextProvider>): Promise<Release | undefined> {
  const ipNetwork = networkOf(context.get(requestInfoContext).clientIp)
  const member = await readClaimedUserId(request)
  return member === undefined
    ? admission.acquire(ipNetwork, 'visitor')
    : admission.acquire(`member ${member}`, 'member', ipNetwork)
}
