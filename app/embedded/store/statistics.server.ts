import { minutes } from '~/values/durations'
import type { EmbeddedContext } from '../context.server'
import type { Store } from './store.server'

const checkIntervalMs = minutes(1)
const checkedAtMs = new WeakMap<Store, number>()

/** Analyzes changed tables by the rule of PostgreSQL's autovacuum, which PGlite lacks. */
export async function gatherStatistics({ store }: EmbeddedContext): Promise<void> {
  if (store.kind !== 'pglite' || performance.now() - (checkedAtMs.get(store) ?? -checkIntervalMs) < checkIntervalMs)
    return
  checkedAtMs.set(store, performance.now())
  const changed = await store.query<{ name: string }>(
    'select relname as name from pg_stat_user_tables where n_mod_since_analyze > 50 + 0.1 * n_live_tup',
  )
  // One at a time, so that other callers get their turns.
  for (const { name } of changed) await store.exec(`analyze ${name}`)
}
