import { hours, toSeconds } from '~/values/durations'
import type { EmbeddedContext } from '../context.server'
import type { Store } from '../store/store.server'

export type LastEntry = { lines: number; hash: string }

const everyMs = hours(1)
const everyEntries = 10
const reportedEntries = new WeakMap<Store, { line: LastEntry; nextMs: number }>()

/** Writes the last hash of the back-office log to the process log, every hour and after every ten entries. */
export async function reportLastEntry(ctx: EmbeddedContext): Promise<void> {
  const { store, now, log } = ctx
  const nowMs = now().getTime()
  const reported = reportedEntries.get(store)
  const newest = 'select no::integer as lines, hash from desk_log_chain order by no desc limit 1'
  const [line] = await store.query<LastEntry>(newest)
  if (!line) throw new Error('back-office log: no anchor')
  if (reported && nowMs < reported.nextMs && line.lines < reported.line.lines + everyEntries) return
  reportedEntries.set(store, { line, nextMs: nowMs + everyMs })
  log.info(line, 'last entry of the back-office log')
}

/** Returns whether the last reported entry is in the log. The chain itself can't reveal that its end was removed. */
export async function hasReportedEntry(ctx: EmbeddedContext): Promise<boolean> {
  const line = lastReportedEntry(ctx)
  if (!line) return true
  const same = 'select 1 from desk_log_chain where no = $1 and hash = $2'
  const [found] = await ctx.store.query(same, [line.lines, line.hash])
  return found !== undefined
}

export const lastReportedEntry = ({ store }: EmbeddedContext): LastEntry | undefined => reportedEntries.get(store)?.line

/** Returns when the last backup and the last audits were logged (ISO 8601), or null if never. */
export async function readMomentsOfLastChecks({ store }: EmbeddedContext) {
  const checks = `select act, (result ->> 'inOrder')::boolean as "inOrder", max(made_at) as at from desk_acts
    where act in ('record-backup', 'audit') and not rehearsed and result ->> 'status' = 'success' group by 1, 2`
  const rows = await store.query<{ act: string; inOrder: boolean | null; at: Date }>(checks)
  const lastRun = (command: string, inOrder: boolean | null) =>
    rows.find((row) => row.act === command && row.inOrder === inOrder)?.at.toISOString() ?? null
  return { backup: lastRun('record-backup', null), inOrder: lastRun('audit', true), findings: lastRun('audit', false) }
}

/** Returns the same times as Unix times in seconds, which are 0 if never. */
export async function readLastChecks(ctx: EmbeddedContext) {
  const { backup, inOrder, findings } = await readMomentsOfLastChecks(ctx)
  const secondsOf = (at: string | null) => (at === null ? 0 : toSeconds(Date.parse(at)))
  return { backup: secondsOf(backup), audit: { in_order: secondsOf(inOrder), findings: secondsOf(findings) } }
}
