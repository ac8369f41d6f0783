import { seconds, toSeconds } from '~/values/durations'
import type { EmbeddedContext } from '../context.server'

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

export async function readMomentsOfLastChecks(ctx: EmbeddedContext) {
  const { backup, audit } = await readLastChecks(ctx)
  return { backup: momentOf(backup), inOrder: momentOf(audit.in_order), findings: momentOf(audit.findings) }
}

const momentOf = (unixSeconds: number) => (unixSeconds === 0 ? null : new Date(seconds(unixSeconds)).toISOString())
