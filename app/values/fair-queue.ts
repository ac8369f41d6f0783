type Line = { waiting: (() => void)[]; running: number; usedMs: number }

const isActive = ({ waiting, running }: Line) => running > 0 || waiting.length > 0

/** Shares a resource among clients. The client with the least usage is next. A client's own tasks run in order. */
export class FairQueue {
  /** Clients that use the resource, wait for it, or recently exceeded their share. */
  readonly #lines = new Map<string, Line>()
  #running = 0
  /** The initial usage of new clients, so that they don't always come first. */
  #usedMs = 0

  /** @param maxRunning the maximum concurrency in total @param maxRunningPerClient the maximum per client */
  constructor(
    private readonly maxRunning: number,
    private readonly maxRunningPerClient = maxRunning,
  ) {}

  get waiting(): number {
    return [...this.#lines.values()].reduce((sum, { waiting }) => sum + waiting.length, 0)
  }

  /** Waits until a client may use the resource. @returns a function that releases it @throws after `maxWaitMs` */
  async acquire(client: string, maxWaitMs = Number.POSITIVE_INFINITY): Promise<() => void> {
    const line = this.#lines.get(client) ?? { waiting: [], running: 0, usedMs: 0 }
    if (!isActive(line)) line.usedMs = Math.max(line.usedMs, this.#usedMs)
    this.#lines.set(client, line)
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(timeout)
        resolve()
      }
      const giveUp = () => {
        line.waiting.splice(line.waiting.indexOf(start), 1)
        reject(new Error('no turn in time'))
      }
      const timeout = maxWaitMs === Number.POSITIVE_INFINITY ? undefined : setTimeout(giveUp, maxWaitMs)
      line.waiting.push(start)
      this.#startNext()
    })
    const beganMs = performance.now()
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      const ms = performance.now() - beganMs
      line.usedMs += ms
      this.#usedMs += ms / [...this.#lines.values()].filter(isActive).length
      line.running -= 1
      this.#running -= 1
      this.#startNext()
    }
  }

  #startNext(): void {
    while (this.#running < this.maxRunning) {
      let next: Line | undefined
      for (const [client, line] of this.#lines) {
        if (!isActive(line) && line.usedMs <= this.#usedMs) this.#lines.delete(client)
        const isReady = line.waiting.length > 0 && line.running < this.maxRunningPerClient
        if (isReady && (!next || line.usedMs < next.usedMs)) next = line
      }
      if (!next) return
      this.#usedMs = Math.max(this.#usedMs, next.usedMs)
      next.running += 1
      this.#running += 1
      next.waiting.shift()?.()
    }
  }
}
