import { performance as nodePerformance } from 'node:perf_hooks'

/** How many requests may run, and wait to run, at the same time. */
export type AdmissionRules = {
  /** Requests that run at once, all clients together. */
  running: number
  /** Requests of one client that run at once: as many as a browser sends in parallel. */
  runningPerClient: number
  /**
   * Members' requests that run at once while the process is busy, one per member; a visitor's request then waits until
   * no other runs. More in parallel would not finish sooner, and would slow every member's page.
   */
  membersWhenBusy: number
  /** Requests that wait, all clients together. */
  waiting: number
  /** Requests that wait from one client IP, including those of all members behind it. */
  waitingPerAddress: number
  /** A request is refused after waiting this long. */
  waitMs: number
}

/** Reports whether the process is busy. */
export type Load = {
  isBusy(): boolean
  /** Calls back each time the process stops being busy. */
  whenCalm(act: () => void): void
}

/** Members are admitted before visitors. */
export type Rank = 'member' | 'visitor'

/** Frees the slot of a request that is finished. A second call does nothing. */
export type Leave = () => void

type Waiting = { client: string; admit: (leave: Leave | undefined) => void }

const ranks = ['member', 'visitor'] as const
const visitorsFirst = ['visitor', 'member'] as const
/** A waiting visitor's request starts at least this often, however many members wait. */
const visitorEveryMs = 100

/**
 * Limits how many requests run at once, so that one abusive client does not delay the others. Each client has its own
 * queue; free slots go round robin over the queues, members' first. A request that finds the queues full is refused.
 */
export class Admission {
  readonly #rules: AdmissionRules
  readonly #load: Load
  readonly #running = new Map<string, number>()
  /** The queues by priority and client, in the order in which the clients are served next. */
  readonly #lines: Record<Rank, Map<string, Waiting[]>> = { member: new Map(), visitor: new Map() }
  #visitorAtMs = Number.NEGATIVE_INFINITY
  readonly #runningOf: Record<Rank, number> = { member: 0, visitor: 0 }
  #waitingTotal = 0
  readonly #waitingAt = new Map<string, number>()

  constructor(rules: AdmissionRules, load: Load) {
    this.#rules = rules
    this.#load = load
    load.whenCalm(() => {
      while (this.#admitNext());
    })
  }

  /** Takes a slot when one is free and nobody waits. @returns undefined when the caller has to queue instead. */
  enter(client: string): Leave | undefined {
    return this.#waitingTotal === 0 && this.#hasPlaceFor(client, 'visitor') ? this.#start(client, 'visitor') : undefined
  }

  /**
   * Waits for a slot.
   *
   * @param address the client's IP network, whose waiting requests are limited together.
   * @returns undefined when the queues are full or the wait took too long: the request is refused.
   */
  async wait(client: string, rank: Rank, address = client): Promise<Leave | undefined> {
    const lines = this.#lines[rank]
    const line = lines.get(client) ?? []
    if (line.length === 0 && this.#hasPlaceFor(client, rank)) return this.#start(client, rank)
    const here = this.#waitingAt.get(address) ?? 0
    if (this.#waitingTotal >= this.#rules.waiting || here >= this.#rules.waitingPerAddress) return undefined
    lines.set(client, line)
    this.#waitingTotal += 1
    this.#waitingAt.set(address, here + 1)
    return new Promise((resolve) => {
      const mine: Waiting = {
        client,
        admit: (leave) => {
          clearTimeout(limit)
          this.#waitingTotal -= 1
          const left = (this.#waitingAt.get(address) ?? 1) - 1
          if (left === 0) this.#waitingAt.delete(address)
          else this.#waitingAt.set(address, left)
          resolve(leave)
        },
      }
      const limit = setTimeout(() => {
        line.splice(line.indexOf(mine), 1)
        if (line.length === 0) lines.delete(client)
        mine.admit(undefined)
      }, this.#rules.waitMs)
      line.push(mine)
    })
  }

  #hasPlaceFor(client: string, rank: Rank): boolean {
    const running = this.#running.get(client) ?? 0
    const { member, visitor } = this.#runningOf
    if (!this.#load.isBusy()) {
      return member + visitor < this.#rules.running && running < this.#rules.runningPerClient
    }
    if (running > 0) return false
    if (rank === 'member') return member < this.#rules.membersWhenBusy
    return member + visitor === 0 || (visitor === 0 && this.#isVisitorDue())
  }

  /** Members must not block visitors for good: someone about to log in still counts as a visitor. */
  #isVisitorDue(): boolean {
    return performance.now() - this.#visitorAtMs >= visitorEveryMs
  }

  #start(client: string, rank: Rank): Leave {
    if (rank === 'visitor') this.#visitorAtMs = performance.now()
    this.#runningOf[rank] += 1
    this.#running.set(client, (this.#running.get(client) ?? 0) + 1)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#runningOf[rank] -= 1
      const left = (this.#running.get(client) ?? 1) - 1
      if (left === 0) this.#running.delete(client)
      else this.#running.set(client, left)
      // In a later turn of the event loop: a chain of synchronous requests would keep it from accepting new ones.
      setImmediate(() => this.#admitNext())
    }
  }

  /** Admits the next waiting request. @returns whether there was one. */
  #admitNext(): boolean {
    for (const rank of this.#isVisitorDue() ? visitorsFirst : ranks) {
      const lines = this.#lines[rank]
      for (const [client, line] of lines) {
        if (!this.#hasPlaceFor(client, rank)) continue
        const next = line.shift()
        // Moves the client behind the others.
        lines.delete(client)
        if (line.length > 0) lines.set(client, line)
        next?.admit(this.#start(client, rank))
        return true
      }
    }
    return false
  }
}

const measuredEveryMs = 100
/**
 * Share of time in which the event loop had work, from which on the process counts as busy. A calm site stays far
 * below.
 */
const busyShare = 0.7

/** Watches the event loop's utilization, measured over the last 100 ms. */
export function loadOfLoop(): Load {
  const acts: (() => void)[] = []
  let before = nodePerformance.eventLoopUtilization()
  let isBusy = false
  setInterval(() => {
    const now = nodePerformance.eventLoopUtilization()
    const wasBusy = isBusy
    isBusy = nodePerformance.eventLoopUtilization(now, before).utilization > busyShare
    before = now
    if (wasBusy && !isBusy) for (const act of acts) act()
  }, measuredEveryMs).unref()
  return { isBusy: () => isBusy, whenCalm: (act) => acts.push(act) }
}

/**
 * Lets one caller continue in each turn of the event loop. A crowd of refused clients that retries at once then takes
 * only a small part of each turn from the pages being rendered.
 */
export class OneATurn {
  readonly #asking: (() => void)[] = []

  turn(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#asking.push(resolve) === 1) setImmediate(this.#next)
    })
  }

  readonly #next = () => {
    this.#asking[0]?.()
    this.#asking.shift()
    if (this.#asking.length > 0) setImmediate(this.#next)
  }
}
