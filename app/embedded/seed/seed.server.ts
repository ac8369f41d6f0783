import type { EmbeddedContext } from '../context.server'
import { catalogueSeeds } from '../registry.server'
import { withExclusiveLock } from '../store/migrate.server'
import type { Sql } from '../store/store.server'
import { seedDemo } from './demo.server'

/** Seeds a new store, once: always with the catalogue, and in play money with the demo unless it is turned off. */
export async function seedStore(ctx: EmbeddedContext): Promise<void> {
  const isRealMoney = ctx.options.money === 'real'
  if (isRealMoney && (await isSeeded(ctx.store, 'demo'))) {
    ctx.log.warn(
      {},
      'this store began with play money: its members, the demo among them, have balances that nobody paid in',
    )
  }
  const wantsDemo = ctx.options.seedDemo && !isRealMoney
  if (wantsDemo ? await isSeeded(ctx.store, 'demo') : await isSeeded(ctx.store, 'catalogue')) return
  await withExclusiveLock(ctx.store, async (sql) => {
    await seedCatalogue(sql, ctx.now())
    const [members] = await sql.query<{ none: boolean }>('select not exists (select 1 from members) as none')
    if (wantsDemo && members?.none && (await markSeeded(sql, 'demo', ctx.now())))
      await seedDemo(sql, ctx.now(), ctx.options.siteName)
  })
}

/** Seeds the catalogue unless the store has it already. */
export async function seedCatalogue(sql: Sql, now: Date): Promise<void> {
  if (!(await markSeeded(sql, 'catalogue', now))) return
  for (const seedPart of catalogueSeeds) await seedPart(sql, now)
}

async function isSeeded(sql: Sql, name: 'catalogue' | 'demo'): Promise<boolean> {
  return (await sql.query('select 1 from seeds where name = $1', [name])).length > 0
}

/** Marks a seed as done. @returns false when it was marked already. */
async function markSeeded(sql: Sql, name: 'catalogue' | 'demo', now: Date): Promise<boolean> {
  const marked = await sql.query(
    'insert into seeds (name, made_at) values ($1, $2) on conflict do nothing returning name',
    [name, now],
  )
  return marked.length > 0
}
