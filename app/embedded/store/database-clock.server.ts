import { seconds } from '~/values/durations'
import type { Store } from './store.server'

const compareEveryMs = seconds(10)
const firstQuestions = 3

/** Follows the database server's clock, so that all replicas use the same time. */
export class DatabaseClock {
  #epochMs = 0
  #uncertaintyMs = Number.POSITIVE_INFINITY
  #comparedAtMs = Number.NEGATIVE_INFINITY

  private constructor(
    private readonly store: Store,
    private readonly monotonic: () => number,
  ) {}

  /** @param monotonic returns milliseconds of a clock that is never adjusted @throws StoreUnavailable */
  static async open(store: Store, monotonic: () => number = () => performance.now()): Promise<DatabaseClock> {
    const clock = new DatabaseClock(store, monotonic)
    for (let question = 0; question < firstQuestions; question++) await clock.#compare()
    return clock
  }

  readonly now = (): Date => new Date(this.#epochMs + this.monotonic())

  async compareIfDue(): Promise<void> {
    if (this.monotonic() - this.#comparedAtMs >= compareEveryMs) await this.#compare()
  }

  async #compare(): Promise<void> {
    const askedMs = this.monotonic()
    const [row] = await this.store.query<{ time: Date }>('select clock_timestamp() as time')
    const answeredMs = this.monotonic()
    if (!row) return
    this.#comparedAtMs = answeredMs
    const epochMs = row.time.getTime() - (askedMs + answeredMs) / 2
    // A difference of up to the sum of both uncertainties may be due to network delay.
    const uncertaintyMs = (answeredMs - askedMs) / 2
    const isBetter = uncertaintyMs < this.#uncertaintyMs
    if (!isBetter && Math.abs(epochMs - this.#epochMs) <= uncertaintyMs + this.#uncertaintyMs) return
    this.#epochMs = epochMs
    this.#uncertaintyMs = uncertaintyMs
  }
}
