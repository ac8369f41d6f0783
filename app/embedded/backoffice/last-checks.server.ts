import { seconds, toSeconds } from '~/values/durations'
import type { EmbeddedContext } from '../context.server'

/** When a backup was last recorded and the books last audited, by the back office's log: Unix times in seconds; 0: never. */
export async function readLastChecks({ store }: EmbeddedContext) {
  const rows = await store.query<{ act: string; inOrder: boolean | null; at: Date }>(
    `select act, (result ->> 'inOrder')::boolean as "inOrder", max(made_at) as at from desk_acts
      where act in ('record-backup', 'audit') and not rehearsed and result ->> 'status' = 'success' group by 1, 2`,
  )
  const lastRun = (command: string, inOrder: boolean | null) =>
    toSeconds(rows.find((row) => row.act === command && row.inOrder === inOrder)?.at.getTime() ?? 0)
  return {
    backup: lastRun('record-backup', null),
    audit: { in_order: lastRun('audit', true), findings: lastRun('audit', false) },
  }
}

/** The same for people and scripts, as ISO times: the last backup, audit in order and audit with findings; null: never. */
export async function readMomentsOfLastChecks(ctx: EmbeddedContext) {
  const { backup, audit } = await readLastChecks(ctx)
  return { backup: momentOf(backup), inOrder: momentOf(audit.in_order), findings: momentOf(audit.findings) }
}

/** A Unix time in seconds as a moment; null for 0: never. */
const momentOf = (unixSeconds: number) => (unixSeconds === 0 ? null : new Date(seconds(unixSeconds)).toISOString())
