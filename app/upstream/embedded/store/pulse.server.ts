import { StoreUnavailable } from './store.server'

/** A statement that takes longer than this triggers a probe of the server. */
const patienceMs = 1_000
const lookEveryMs = 250

type Waiting = { since: number; giveUp: (why: StoreUnavailable) => void }

/**
 * Tells a slow statement from a dead server. A frozen or unreachable server keeps its connections open and answers
 * nothing, so every page would wait for a statement's time-out. When a statement takes long, the server is probed:
 * while it answers, statements go on; when it does not, all pending work and all new work fails until it answers again.
 */
export class Pulse {
  readonly #probe: () => Promise<boolean>
  readonly #waiting = new Set<Waiting>()
  readonly #timer: NodeJS.Timeout
  #dead = false
  #looking = false

  /** @param probe resolves to whether the server answers, within a second. */
  constructor(probe: () => Promise<boolean>) {
    this.#probe = probe
    this.#timer = setInterval(() => this.#look(), lookEveryMs)
    this.#timer.unref()
  }

  /**
   * Runs `work` against the server and rejects as soon as the server is found dead.
   *
   * @param onLateResult receives a result that arrives after the rejection, to release it.
   * @throws StoreUnavailable when the server does not answer; the work may still take effect.
   */
  through<T>(work: () => Promise<T>, late?: (result: T) => void): Promise<T> {
    if (this.#dead) return Promise.reject(silent())
    return new Promise<T>((resolve, reject) => {
      const waiting: Waiting = { since: performance.now(), giveUp: reject }
      this.#waiting.add(waiting)
      work().then(
        (result) => {
          if (this.#waiting.delete(waiting)) resolve(result)
          else late?.(result)
        },
        (error: unknown) => {
          this.#waiting.delete(waiting)
          reject(error)
        },
      )
    })
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async #look(): Promise<void> {
    const [longest] = this.#waiting
    const isSlow = longest !== undefined && performance.now() - longest.since > patienceMs
    if (this.#looking || !(isSlow || this.#dead)) return
    this.#looking = true
    this.#dead = !(await this.#probe())
    this.#looking = false
    if (!this.#dead) return
    const given = [...this.#waiting]
    this.#waiting.clear()
    for (const { giveUp } of given) giveUp(silent())
  }
}

function silent(): StoreUnavailable {
  return new StoreUnavailable('the database does not answer')
}
