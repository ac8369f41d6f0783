import { performance as nodePerformance } from 'node:perf_hooks'

/** How many requests may be worked on, and wait for it, at once. */
export type AdmissionRules = {
  /** Worked on at once, of all clients together. */
  running: number
  /** Worked on at once, of one client: what a browser asks for side by side. */
  runningPerClient: number
  /**
   * Members' requests worked on at once while the process has all it can do, one of each member; a visitor's then waits
   * until nothing else is worked on. Side by side they would take as long, and every step of a member's page would wait for
   * a whole page of somebody else.
   */
  membersWhenBusy: number
  /** Waiting, of all clients together. */
  waiting: number
  /** Waiting, of one address with all the members behind it. */
  waitingPerAddress: number
  /** A request that waited this long is refused. */
  waitMs: number
}

/** What the process has to do. */
export type Load = {
  /** Whether it has all it can do. */
  isBusy(): boolean
  /** Calls back whenever that is over. */
  whenCalm(act: () => void): void
}

/** Members are let in before visitors. */
export type Rank = 'member' | 'visitor'

/** Says that the work on a request is over. */
export type Leave = () => void

type Waiting = { client: string; admit: (leave: Leave | undefined) => void }

const ranks = ['member', 'visitor'] as const
const visitorsFirst = ['visitor', 'member'] as const
/** So often at least a visitor's request is begun, however many members wait. */
const visitorEveryMs = 100

/**
 * Lets requests in so that nobody waits for an abuser: one client has few requests worked on at once and the rest of its
 * requests wait in a line of its own; a free place goes to the lines in turn, members' lines first. What finds no room to
 * wait is refused at once.
 */
export class Admission {
  readonly #rules: AdmissionRules
  readonly #load: Load
  readonly #running = new Map<string, number>()
  /** Of each rank, the clients that wait, in the order in which they are served next. */
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

  /** Lets a request in when nobody has to wait for it. @returns undefined when it has to ask `wait`. */
  enter(client: string): Leave | undefined {
    return this.#waitingTotal === 0 && this.#hasPlaceFor(client, 'visitor') ? this.#start(client, 'visitor') : undefined
  }

  /**
   * Waits for a place; `address` is where the client comes from.
   *
   * @returns undefined when there is no room to wait, or it took too long: the request is refused.
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

  /** Members never keep visitors out for good: one who wants to log in is a visitor still. */
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
      // In a turn of its own: a chain of requests whose work never waits would keep the loop from taking in new ones.
      setImmediate(() => this.#admitNext())
    }
  }

  /** Lets the next one in. @returns whether there was one. */
  #admitNext(): boolean {
    for (const rank of this.#isVisitorDue() ? visitorsFirst : ranks) {
      const lines = this.#lines[rank]
      for (const [client, line] of lines) {
        if (!this.#hasPlaceFor(client, rank)) continue
        const next = line.shift()
        // Behind the others: its next request waits for its turn.
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
/** The part of the time in which the loop had something to do; a calm site stays far below. */
const busyShare = 0.7

/** The load of the event loop: busy when it had hardly a pause in the last tenth of a second. */
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
 * Lets one of those that ask go on in each turn of the event loop: a crowd that is turned away, and comes again at once,
 * then takes a small part of every turn from the pages that are being made.
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
