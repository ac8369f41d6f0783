import { StoreUnavailable } from './store.server'

/** How long a statement may take before anybody asks whether the server still answers at all. */
const patienceMs = 1_000
const lookEveryMs = 250

type Waiting = { since: number; giveUp: (why: StoreUnavailable) => void }

/**
 * Tells a slow statement from a dead server. A server that is frozen, or cut off without a word, keeps its connections
 * and answers nothing; waiting for each statement's own time limit would make every page wait. So when one takes long,
 * the server is asked something simple: as long as it answers, slow statements may go on; when it does not, all that
 * wait are given up, and new ones at once, until it answers again.
 */
export class Pulse {
  readonly #probe: () => Promise<boolean>
  readonly #waiting = new Set<Waiting>()
  readonly #timer: NodeJS.Timeout
  #dead = false
  #looking = false

  /** @param probe whether the server answers; it must say so within a second. */
  constructor(probe: () => Promise<boolean>) {
    this.#probe = probe
    this.#timer = setInterval(() => this.#look(), lookEveryMs)
    this.#timer.unref()
  }

  /**
   * Does something with the server, for as long as it is alive.
   *
   * @param late gets what came of it after it was given up: to put it away.
   * @throws StoreUnavailable when the server does not answer; what was begun may still be done.
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
