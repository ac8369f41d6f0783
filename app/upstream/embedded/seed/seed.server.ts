import type { HouseContext } from '../context.server'
import { catalogueSeeds } from '../house.server'
import { alone } from '../store/migrate.server'
import type { Sql } from '../store/store.server'
import { seedDemo } from './demo.server'

/** Seeds a new store, once: always with the catalogue, and in play money with the demo unless it is turned off. */
export async function seed(ctx: HouseContext): Promise<void> {
  const real = ctx.options.money === 'real'
  if (real && (await seeded(ctx.store, 'demo'))) {
    ctx.log.warn(
      {},
      'this store began with play money: its members, the demo among them, have balances that nobody paid in',
    )
  }
  const demo = ctx.options.seedDemo && !real
  if (demo ? await seeded(ctx.store, 'demo') : await seeded(ctx.store, 'catalogue')) return
  await alone(ctx.store, async (sql) => {
    await seedCatalogue(sql, ctx.now())
    const [members] = await sql.query<{ none: boolean }>('select not exists (select 1 from members) as none')
    if (demo && members?.none && (await first(sql, 'demo', ctx.now()))) await seedDemo(sql, ctx.now())
  })
}

/** Seeds the catalogue unless the store has it already. */
export async function seedCatalogue(sql: Sql, now: Date): Promise<void> {
  if (!(await first(sql, 'catalogue', now))) return
  for (const put of catalogueSeeds) await put(sql, now)
}

async function seeded(sql: Sql, name: 'catalogue' | 'demo'): Promise<boolean> {
  return (await sql.query('select 1 from seeds where name = $1', [name])).length > 0
}

/** Marks a seed as done. @returns false when it was marked already. */
async function first(sql: Sql, name: 'catalogue' | 'demo', now: Date): Promise<boolean> {
  const marked = await sql.query(
    'insert into seeds (name, made_at) values ($1, $2) on conflict do nothing returning name',
    [name, now],
  )
  return marked.length > 0
}
