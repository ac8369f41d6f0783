import { hours } from '~/values/durations'
import type { EmbeddedContext } from '../context.server'
import type { Store } from '../store/store.server'

/** How many lines of the back office's log are chained, and the hash of the last one. */
export type LastLine = { lines: number; hash: string }

const everyMs = hours(1)
const everyLines = 10
const lastLines = new WeakMap<Store, { line: LastLine; nextMs: number }>()

/**
 * Scheduled job: reports the last hash of the back office's log to the process's log, every hour and after ten more lines. A copy of
 * that elsewhere proves the lines before it: whoever can write to the database could hash all of them again, or take out the
 * newest ones with their hashes.
 */
export async function tellLastLine(ctx: EmbeddedContext): Promise<void> {
  const { store, now, log } = ctx
  const nowMs = now().getTime()
  const told = lastLines.get(store)
  const [line] = await store.query<LastLine>(
    'select no::integer as lines, hash from desk_log_chain order by no desc limit 1',
  )
  if (!line) throw new Error("the back office's log has no anchor")
  if (told && nowMs < told.nextMs && line.lines < told.line.lines + everyLines) return
  lastLines.set(store, { line, nextMs: nowMs + everyMs })
  log.info(line, "the last line of the back office's log")
}

/**
 * Whether the line that was told last is still in the log, with its hash: lines at the end could be taken out unseen. True
 * before the first time.
 */
export async function hasToldLine(ctx: EmbeddedContext): Promise<boolean> {
  const line = lastLineTold(ctx)
  if (!line) return true
  const [found] = await ctx.store.query('select 1 from desk_log_chain where no = $1 and hash = $2', [
    line.lines,
    line.hash,
  ])
  return found !== undefined
}

/** What `tellLastLine` told last; undefined before the first time. */
export const lastLineTold = ({ store }: EmbeddedContext): LastLine | undefined => lastLines.get(store)?.line
