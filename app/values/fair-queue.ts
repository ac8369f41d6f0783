/** One client's use of a resource. */
type Line = { waiting: (() => void)[]; running: number; usedMs: number }

/**
 * Shares a resource between clients. The client that has used it least runs next, so that the short uses of one client
 * do not wait behind the long uses of another. Uses of the same client run in their order.
 */
export class FairQueue {
  /** The clients that use the resource or wait for it. */
  readonly #lines = new Map<string, Line>()
  readonly #maxRunning: number
  readonly #maxRunningPerClient: number
  #running = 0

  /** @param maxRunning uses at the same time, of all clients and of one. */
  constructor(maxRunning: number, maxRunningPerClient = maxRunning) {
    this.#maxRunning = maxRunning
    this.#maxRunningPerClient = maxRunningPerClient
  }

  /** The number of uses that wait. */
  get waiting(): number {
    return [...this.#lines.values()].reduce((sum, { waiting }) => sum + waiting.length, 0)
  }

  /**
   * Waits until a client may use the resource.
   *
   * @param maxWaitMs the wait rejects after this time.
   * @returns a function that ends the use. Only its first call counts.
   */
  async acquire(client: string, maxWaitMs = Number.POSITIVE_INFINITY): Promise<() => void> {
    const line = this.#lines.get(client) ?? { waiting: [], running: 0, usedMs: this.#leastUsedMs() }
    this.#lines.set(client, line)
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(timeout)
        resolve()
      }
      const giveUp = () => {
        line.waiting.splice(line.waiting.indexOf(start), 1)
        this.#closeIfIdle(client, line)
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
      line.usedMs += performance.now() - beganMs
      line.running -= 1
      this.#running -= 1
      this.#closeIfIdle(client, line)
      this.#startNext()
    }
  }

  /** A client that comes back has saved nothing up: it is equal to the one that has used least. */
  #leastUsedMs(): number {
    return this.#lines.size === 0 ? 0 : Math.min(...[...this.#lines.values()].map(({ usedMs }) => usedMs))
  }

  #closeIfIdle(client: string, line: Line): void {
    if (line.running === 0 && line.waiting.length === 0) this.#lines.delete(client)
  }

  #startNext(): void {
    while (this.#running < this.#maxRunning) {
      let next: Line | undefined
      for (const line of this.#lines.values()) {
        const isReady = line.waiting.length > 0 && line.running < this.#maxRunningPerClient
        if (isReady && (!next || line.usedMs < next.usedMs)) next = line
      }
      if (!next) return
      next.running += 1
      this.#running += 1
      next.waiting.shift()?.()
    }
  }
}
