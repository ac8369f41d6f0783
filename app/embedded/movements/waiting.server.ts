import { toSeconds } from '~/values/durations'
import type { EmbeddedContext } from '../context.server'
import type { MovementKind } from './movement'

/** How many deposits and withdrawals wait for approval, and for how many seconds the oldest of each has. */
export async function waitingMovements({ store, now }: EmbeddedContext) {
  const rows = await store.query<{ kind: MovementKind; count: number; oldest: Date }>(
    `select kind, count(*)::integer as count, min(applied_at) as oldest from movements
      where state = 'wait' group by kind`,
  )
  return (['deposit', 'withdrawal'] as const).map((kind) => {
    const row = rows.find((one) => one.kind === kind)
    const oldestSeconds = row ? Math.max(0, Math.round(toSeconds(now().getTime() - row.oldest.getTime()))) : 0
    return { kind, count: row?.count ?? 0, oldestSeconds }
  })
}
