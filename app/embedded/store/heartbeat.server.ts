import { StoreUnavailable } from './store.server'

/** Statements that take longer trigger a probe of the server. */
const slowAfterMs = 1_000
const probeIntervalMs = 250

type PendingWork = { startedAt: number; abandon: (why: StoreUnavailable) => void }

/** Distinguishes slow statements from a dead server. */
export class Heartbeat {
  readonly #pending = new Set<PendingWork>()
  readonly #timer: NodeJS.Timeout
  #isDead = false
  #isProbing = false

  /** @param probe resolves within a second to whether the server answers */
  constructor(private readonly probe: () => Promise<boolean>) {
    this.#timer = setInterval(() => this.#probeIfSlow(), probeIntervalMs)
    this.#timer.unref()
  }

  /** Runs `work`. Rejects as soon as a probe finds the server dead. */
  run<T>(work: () => Promise<T>, onLateResult?: (result: T) => void): Promise<T> {
    if (this.#isDead) return Promise.reject(createNoResponseError())
    return new Promise<T>((resolve, reject) => {
      const pending: PendingWork = { startedAt: performance.now(), abandon: reject }
      this.#pending.add(pending)
      work().then(
        (result) => {
          if (this.#pending.delete(pending)) resolve(result)
          else onLateResult?.(result)
        },
        (error: unknown) => {
          this.#pending.delete(pending)
          reject(error)
        },
      )
    })
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async #probeIfSlow(): Promise<void> {
    const [longest] = this.#pending
    const isSlow = longest !== undefined && performance.now() - longest.startedAt > slowAfterMs
    if (this.#isProbing || !(isSlow || this.#isDead)) return
    this.#isProbing = true
    this.#isDead = !(await this.probe())
    this.#isProbing = false
    if (!this.#isDead) return
    const abandoned = [...this.#pending]
    this.#pending.clear()
    for (const { abandon } of abandoned) abandon(createNoResponseError())
  }
}

const createNoResponseError = (): StoreUnavailable => new StoreUnavailable('the database does not answer')
