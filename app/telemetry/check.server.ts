/** How something behind the site answered: within its time or not, and after how many milliseconds. */
export type Check = { ok: boolean; ms: number; error?: string }

const timeLimitMs = 2_000
/** Probes come often and are open to all: what stands behind is asked once in this time. */
const usuallyFreshMs = 1_000

const last = new Map<string, { askedMs: number; answer: Promise<Check> }>()

/**
 * Asks, unless the one of this name was asked just now.
 *
 * @param name of something of ours, never of a visitor's choosing.
 * @param freshMs how long an answer counts, where asking costs more than a question.
 */
export function check(
  name: string,
  ask: () => Promise<void> | undefined,
  freshMs: number = usuallyFreshMs,
): Promise<Check> {
  const askedMs = Date.now()
  const known = last.get(name)
  if (known && askedMs - known.askedMs < freshMs) return known.answer
  const answer = timed(ask)
  last.set(name, { askedMs, answer })
  return answer
}

async function timed(ask: () => Promise<void> | undefined): Promise<Check> {
  const started = performance.now()
  const ms = () => Math.round(performance.now() - started)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), timeLimitMs)
  })
  try {
    await Promise.race([ask(), late])
    return { ok: true, ms: ms() }
  } catch {
    // Only that it failed: the probe is open to all, and an error's words can name hosts and users.
    return { ok: false, ms: ms(), error: 'failed' }
  } finally {
    clearTimeout(timer)
  }
}
