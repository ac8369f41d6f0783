import { SettingError } from '~/platform/settings/setting-error.server'
import type { EmbeddedContext } from '../context.server'
import { hasUnsettled } from '../privacy/erasure.server'
import { hasRows, type Sql } from '../store/store.server'

export type SeedName = 'catalogue' | 'demo' | 'demo-history' | 'play-money' | 'real-money'

export async function markSeeded(sql: Sql, name: SeedName, now: Date): Promise<boolean> {
  const insertSeed = 'insert into seeds (name, made_at) values ($1, $2) on conflict do nothing returning name'
  return hasRows(sql, insertSeed, [name, now])
}

export async function readSeeds(sql: Sql): Promise<Set<SeedName>> {
  return new Set((await sql.query<{ name: SeedName }>('select name from seeds')).map(({ name }) => name))
}

const remainsOfPlay = `exists (select 1 from members m where closed_at is null or ${hasUnsettled('m.id')})
  or exists (select 1 from accounts where kind = 'jackpot' and balance <> 0)
  or exists (select 1 from referral_codes)`

export async function hasPlayed(sql: Sql): Promise<boolean> {
  const seeds = await readSeeds(sql)
  return seeds.has('play-money') || seeds.has('demo')
}

/**
 * Marks a store as play or real money, according to MONEY. Refuses real money if the store still contains anything from
 * play money. Refuses play money in a real-money store. Call only inside the transaction that seeds.
 * @throws SettingError, whose message says what to do next
 */
export async function assertMoneyFits(sql: Sql, { options, now }: EmbeddedContext): Promise<void> {
  const seeds = await readSeeds(sql)
  const money = options.money === 'real' ? 'real-money' : 'play-money'
  if (seeds.has('real-money')) {
    if (money === 'real-money') return
    throw new SettingError(
      'MONEY',
      'this store has real money, and play money would credit deposits that nobody paid',
      'set MONEY=real, or use another store',
    )
  }
  if (money === 'real-money') {
    const [remains] = (await hasPlayed(sql))
      ? await sql.query<{ some: boolean }>(`select ${remainsOfPlay} as some`)
      : []
    if (remains?.some) {
      throw new SettingError(
        'MONEY',
        'this store began with play money, and its members have balances that nobody paid in',
        'use an empty store, or start this one with MONEY=play, run `npm run backoffice -- end-play-money` and restart it with MONEY=real',
      )
    }
    await markSeeded(sql, money, now())
    return
  }
  if (!seeds.has(money)) await markSeeded(sql, money, now())
}

/** Returns whether a member joined before the site switched from play money to real money. */
export async function joinedBeforeRealMoney(sql: Sql, member: bigint): Promise<boolean> {
  const joinedBefore = `select 1 from members join seeds on name = 'real-money' and joined_at <= made_at
    where id = $1 and exists (select 1 from seeds where name = 'play-money')`
  return hasRows(sql, joinedBefore, [member])
}
