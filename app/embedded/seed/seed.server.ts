import type { EmbeddedContext } from '../context.server'
import { seedClosures } from '../games/catalogue.server'
import { withExclusiveLock } from '../store/migrate.server'
import type { Sql } from '../store/store.server'
import { seedDemo, seedDemoHistory } from './demo.server'
import { assertMoneyFits, markSeeded, readSeeds } from './store-money.server'

/** Seeds a new store, once: always with the catalogue, and in play money with the demo unless it is turned off. */
export async function seedStore(ctx: EmbeddedContext): Promise<void> {
  const isRealMoney = ctx.options.money === 'real'
  const wantsDemo = ctx.options.seedDemo && !isRealMoney
  const wantsHistory = wantsDemo && ctx.options.seedDemoHistory === true
  const seeds = await readSeeds(ctx.store)
  const isMarked = isRealMoney ? seeds.has('real-money') : seeds.has('play-money') && !seeds.has('real-money')
  const hasDemo = (seeds.has('demo') || !wantsDemo) && (seeds.has('demo-history') || !wantsHistory)
  if (isMarked && seeds.has('catalogue') && hasDemo) return
  await withExclusiveLock(ctx.store, async (sql) => {
    await assertMoneyFits(sql, ctx)
    await seedCatalogue(sql, ctx.now())
    const [members] = await sql.query<{ none: boolean }>('select not exists (select 1 from members) as none')
    if (wantsDemo && members?.none && (await markSeeded(sql, 'demo', ctx.now()))) await seedDemo(sql, ctx)
    const isDemo = wantsHistory && (await readSeeds(sql)).has('demo')
    if (isDemo && (await markSeeded(sql, 'demo-history', ctx.now()))) await seedDemoHistory(sql, ctx)
  })
}

export async function seedCatalogue(sql: Sql, now: Date): Promise<void> {
  if (await markSeeded(sql, 'catalogue', now)) await seedClosures(sql, now)
}
