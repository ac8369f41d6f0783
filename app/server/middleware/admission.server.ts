import { createContext } from 'react-router'
import { refusals } from '~/platform/telemetry/metrics.server'
import { contract, knownCallNames } from '~/upstream/contract'
import type { Call } from '~/upstream/contract/call'
import { type Context, incomingContext } from '../http/incoming.server'
import { refuse } from '../responses/refusal.server'
import { routeContext } from './route.server'
import {
  boundsOf,
  type Client,
  clientContext,
  countsOf,
  identifyClient,
  threadShare as share,
  type ThreadShare,
} from './thread-share.server'

const limits = {
  /** Slots for members; visitors have as many again. Most requests wait for the upstream and use little CPU time. */
  maxRunning: 200,
  /** Slots per client: as many requests as a browser sends in parallel. */
  maxRunningPerClient: 32,
  maxWaiting: 1_000,
  maxWaitingPerClient: 300,
  /** Requests are rejected if they wait longer than this for a slot. */
  maxWaitMs: 8_000,
  /** How long one event-loop pass may go on granting turns, if no request is queued. */
  maxPassMs: 4,
}
export type AdmissionLimits = typeof limits

/** Frees the slot of a finished request. A second call does nothing. */
export type Release = () => void

type Waiting = { client: Client; needsSlot: boolean; grant: () => void }

/** The maximum time between two turns for visitors, even if many members are waiting. */
const visitorIntervalMs = 50

class Counts extends Map<string, number> {
  of(key: string): number {
    return this.get(key) ?? 0
  }
  add(key: string, count: number): void {
    const sum = this.of(key) + count
    if (sum === 0) this.delete(key)
    else this.set(key, sum)
  }
}

/**
 * Shares the thread between clients. A request holds a slot while it runs. It also waits for a turn when it starts,
 * before each call to an in-process upstream, and before its page is rendered. Each event-loop pass grants one turn.
 * Turns go to clients in rotation, members first.
 */
export class Admission {
  readonly #nextPass: (callback: () => void) => void
  readonly #share: ThreadShare | undefined
  #shareTimer: NodeJS.Timeout | undefined
  readonly #running = new Counts()
  readonly #waiting = new Counts()
  readonly #queues = { member: new Map<string, Waiting[]>(), visitor: new Map<string, Waiting[]>() }
  #lastVisitorTurnMs = Number.NEGATIVE_INFINITY
  #turnBeganMs: number | undefined

  /** @param options.share measures the time that each turn takes */
  constructor(
    private readonly limits: AdmissionLimits,
    { nextPass = setImmediate, share }: { nextPass?: (callback: () => void) => void; share?: ThreadShare } = {},
  ) {
    this.#nextPass = nextPass
    this.#share = share
  }

  /** Waits for a slot and a turn. @returns undefined if the request is rejected or the client has left */
  async acquireSlot(client: Client, signal?: AbortSignal): Promise<Release | undefined> {
    if (signal?.aborted) return undefined
    if (this.#canGrantAtOnce() && this.#hasSlot(client) && !this.#share?.waitMs(client)) {
      this.#takeTurn(client)
      return this.#run(client)
    }
    const { maxWaiting, maxWaitingPerClient, maxWaitMs } = this.limits
    if (this.#waiting.of('all') >= maxWaiting) return undefined
    if (boundsOf(client).some(({ key, shares }) => this.#waiting.of(key) >= maxWaitingPerClient * shares))
      return undefined
    const count = (by: 1 | -1) => {
      for (const { key } of [{ key: 'all' }, ...countsOf(client)]) this.#waiting.add(key, by)
    }
    count(1)
    return new Promise((resolve) => {
      const stopWaiting = (release?: Release) => {
        clearTimeout(timeout)
        signal?.removeEventListener('abort', giveUp)
        count(-1)
        resolve(release)
      }
      const waiting = { client, needsSlot: true, grant: () => stopWaiting(this.#run(client)) }
      const giveUp = () => {
        this.#removeFromQueue(waiting)
        stopWaiting()
      }
      const timeout = setTimeout(giveUp, maxWaitMs)
      signal?.addEventListener('abort', giveUp)
      this.#enqueue(waiting)
    })
  }

  async awaitTurn(client: Client): Promise<void> {
    if (this.#canGrantAtOnce()) this.#takeTurn(client)
    else await new Promise<void>((resolve) => this.#enqueue({ client, needsSlot: false, grant: resolve }))
  }

  #canGrantAtOnce(): boolean {
    if (this.#turnBeganMs === undefined) return true
    const isAnyoneWaiting = this.#queues.member.size > 0 || this.#queues.visitor.size > 0
    return !isAnyoneWaiting && performance.now() - this.#turnBeganMs < this.limits.maxPassMs
  }

  #hasSlot({ name, priority }: Client): boolean {
    const { maxRunning, maxRunningPerClient } = this.limits
    return this.#running.of(priority) < maxRunning && this.#running.of(name) < maxRunningPerClient
  }

  #takeTurn(client: Client): void {
    if (client.priority === 'visitor') this.#lastVisitorTurnMs = performance.now()
    this.#share?.begin(client)
    if (this.#turnBeganMs !== undefined) return
    this.#turnBeganMs = performance.now()
    this.#nextPass(() => {
      this.#turnBeganMs = undefined
      this.#grantNext()
    })
  }

  #run({ name, priority }: Client): Release {
    const count = (by: 1 | -1) => {
      for (const key of [priority, name]) this.#running.add(key, by)
    }
    count(1)
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      count(-1)
      this.#grantNext()
    }
  }

  #enqueue(waiting: Waiting): void {
    const { name, priority } = waiting.client
    const queue = this.#queues[priority].get(name) ?? []
    // The next turn of a running request comes before new requests from the same client.
    const index = waiting.needsSlot ? -1 : queue.findIndex(({ needsSlot }) => needsSlot)
    queue.splice(index === -1 ? queue.length : index, 0, waiting)
    this.#queues[priority].set(name, queue)
    this.#grantNext()
  }

  #removeFromQueue(waiting: Waiting): void {
    const { name, priority } = waiting.client
    const queue = this.#queues[priority].get(name) ?? []
    queue.splice(queue.indexOf(waiting), 1)
    if (queue.length === 0) this.#queues[priority].delete(name)
  }

  #grantNext(): void {
    if (this.#turnBeganMs !== undefined) return
    let shareMs = Number.POSITIVE_INFINITY
    // Members must not block visitors indefinitely, because members who are about to log in count as visitors.
    const isVisitorDue = performance.now() - this.#lastVisitorTurnMs >= visitorIntervalMs
    for (const priority of isVisitorDue ? (['visitor', 'member'] as const) : (['member', 'visitor'] as const)) {
      const queues = this.#queues[priority]
      for (const [name, queue] of queues) {
        const [next] = queue
        if (!next) continue
        if (next.needsSlot) {
          if (!this.#hasSlot(next.client)) continue
          // Read only once, because a second call could return 0, and then no timer would wake this client.
          const waitMs = this.#share?.waitMs(next.client) ?? 0
          shareMs = Math.min(shareMs, waitMs || shareMs)
          if (waitMs > 0) continue
        }
        queue.shift()
        queues.delete(name)
        if (queue.length > 0) queues.set(name, queue)
        this.#takeTurn(next.client)
        next.grant()
        return
      }
    }
    // No turn was granted. The timer wakes clients that have used up their share of the thread's time.
    clearTimeout(this.#shareTimer)
    if (shareMs !== Number.POSITIVE_INFINITY) this.#shareTimer = setTimeout(() => this.#grantNext(), Math.ceil(shareMs))
  }
}

export const busyRetryAfterSeconds = 5

const unlimited = {
  maxRunning: Infinity,
  maxRunningPerClient: Infinity,
  maxWaiting: Infinity,
  maxWaitingPerClient: Infinity,
}
/** Queues all new requests, including those for cached pages and error pages. The connection limit bounds the queue. */
const arrivals = new Admission({ ...limits, ...unlimited }, { share })
const admission = new Admission(limits, { share })
/** Signed callbacks have their own slots and turns, because one provider sends callbacks for many players. */
const callbacks = new Admission({ ...limits, maxRunningPerClient: limits.maxRunning })
/** Logins and registrations hash passwords, which takes CPU time, so only a few run at once. */
const logins = new Admission({ ...limits, maxRunning: 8, maxRunningPerClient: 4 }, { share })

/** Waits until a new request gets its turn. A client that exceeded its share of the thread's time waits longer. */
export async function awaitAdmission(request: Request, context: Context): Promise<Response | undefined> {
  const incoming = context.get(incomingContext)
  // Behind another server, as in development, the site can't tell clients apart, so requests don't wait.
  if (!incoming) return undefined
  if (context.get(clientContext)?.sender === undefined) {
    const release = await arrivals.acquireSlot(await identifyClient(request, context), request.signal)
    release?.()
    if (!release) return refuseBusy(request, context)
  }
  return incoming.hasSlot ? undefined : refuseBusy(request, context, 'connections')
}

const slotContext = createContext<{ client: Client; queue: Admission; release: Release } | null>(null)

export async function acquireSlot(request: Request, context: Context): Promise<Response | undefined> {
  const client = context.get(clientContext)
  if (!client || context.get(routeContext).handle.boundsItself) return undefined
  const queue = client.sender !== undefined ? callbacks : isLogin(request, context) ? logins : admission
  const release = await queue.acquireSlot(client, request.signal)
  if (!release) return refuseBusy(request, context)
  context.set(slotContext, { client, queue, release })
  return undefined
}

/** Returns whether a request submits a login or registration, which hashes a password. */
function isLogin({ method }: Request, context: Context): boolean {
  const { handle, params } = context.get(routeContext)
  const callName = handle.kind === 'api' ? knownCallNames.get(params?.segment ?? '') : undefined
  const call: Call | undefined = callName && contract[callName]
  return method === 'POST' && (handle.isLogin === true || call?.opensSession === true)
}

function refuseBusy(request: Request, context: Context, reason = 'busy'): Promise<Response> {
  if (!request.signal.aborted) refusals.inc({ reason })
  return refuse(request, context, 'busy', busyRetryAfterSeconds)
}

export function releaseSlot(_response: Response, _request: Request, context: Context): void {
  context.get(slotContext)?.release()
}

export async function awaitTurn(context: Context): Promise<void> {
  const slot = context.get(slotContext)
  if (slot) await slot.queue.awaitTurn(slot.client)
}
