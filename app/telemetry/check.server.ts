/** How something behind the site answered: within its time or not, and after how many milliseconds. */
export type Check = { ok: boolean; ms: number; error?: string }

const timeLimitMs = 2_000
/** Probes come often and are open to all: what stands behind is asked once in this time. */
const freshMs = 1_000

let last: { askedMs: number; answer: Promise<Check> } | undefined

/** Asks, unless it was asked just now. */
export function check(ask: () => Promise<void>): Promise<Check> {
  const askedMs = Date.now()
  if (!last || askedMs - last.askedMs >= freshMs) last = { askedMs, answer: timed(ask) }
  return last.answer
}

async function timed(ask: () => Promise<void>): Promise<Check> {
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
