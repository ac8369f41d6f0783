import { hours } from '~/values/durations'
import type { EmbeddedContext } from '../context.server'
import type { Store } from '../store/store.server'

export type LastLine = { lines: number; hash: string }

const everyMs = hours(1)
const everyLines = 10
const lastLines = new WeakMap<Store, { line: LastLine; nextMs: number }>()

/** Writes the back-office log's last hash to the process log, every hour and after every ten entries. */
export async function tellLastLine(ctx: EmbeddedContext): Promise<void> {
  const { store, now, log } = ctx
  const nowMs = now().getTime()
  const told = lastLines.get(store)
  const [line] = await store.query<LastLine>(
    'select no::integer as lines, hash from desk_log_chain order by no desc limit 1',
  )
  if (!line) throw new Error('back-office log: no anchor')
  if (told && nowMs < told.nextMs && line.lines < told.line.lines + everyLines) return
  lastLines.set(store, { line, nextMs: nowMs + everyMs })
  log.info(line, 'last entry of the back-office log')
}

/** Whether the last reported entry is still in the log. The chain alone can't show that its end was removed. */
export async function hasToldLine(ctx: EmbeddedContext): Promise<boolean> {
  const line = lastLineTold(ctx)
  if (!line) return true
  const [found] = await ctx.store.query('select 1 from desk_log_chain where no = $1 and hash = $2', [
    line.lines,
    line.hash,
  ])
  return found !== undefined
}

export const lastLineTold = ({ store }: EmbeddedContext): LastLine | undefined => lastLines.get(store)?.line
