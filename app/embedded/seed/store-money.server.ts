import { SettingError } from '~/platform/settings/setting-error.server'
import type { EmbeddedContext } from '../context.server'
import { hasUnsettled } from '../privacy/erasure.server'
import type { Sql } from '../store/store.server'

/** A name in the table seeds: what a store was filled with, and with which kinds of money it was served. */
export type SeedName = 'catalogue' | 'demo' | 'demo-history' | 'play-money' | 'real-money'

/** Marks a seed as done. @returns false when it was marked already. */
export async function markSeeded(sql: Sql, name: SeedName, now: Date): Promise<boolean> {
  const marked = await sql.query(
    'insert into seeds (name, made_at) values ($1, $2) on conflict do nothing returning name',
    [name, now],
  )
  return marked.length > 0
}

/** The seeds that a store has. */
export async function readSeeds(sql: Sql): Promise<Set<SeedName>> {
  return new Set((await sql.query<{ name: SeedName }>('select name from seeds')).map(({ name }) => name))
}

/** SQL: what the back office's end-play-money ends. */
const remainsOfPlay = `exists (select 1 from members m where closed_at is null or ${hasUnsettled('m.id')})
  or exists (select 1 from accounts where kind = 'jackpot' and balance <> 0)
  or exists (select 1 from referral_codes)`

/** Whether the store was ever served with play money. */
export async function hasPlayed(sql: Sql): Promise<boolean> {
  const seeds = await readSeeds(sql)
  return seeds.has('play-money') || seeds.has('demo')
}

/**
 * Asserts that a store may be served with the money of the settings, and marks it with that. With real money no member
 * may be left who has play money; and play money, which credits deposits by itself, never goes to a store of real money.
 * Only inside the transaction that seeds.
 *
 * @throws SettingError whose line says the way out.
 */
export async function assertMoneyFits(sql: Sql, { options, now }: EmbeddedContext): Promise<void> {
  const seeds = await readSeeds(sql)
  const money = options.money === 'real' ? 'real-money' : 'play-money'
  if (seeds.has('real-money')) {
    if (money === 'real-money') return
    throw new SettingError(
      'MONEY must be real on this store, which has been served with real money: play money would credit deposits that nobody paid.',
    )
  }
  if (money === 'real-money') {
    const [remains] = (await hasPlayed(sql))
      ? await sql.query<{ some: boolean }>(`select ${remainsOfPlay} as some`)
      : []
    if (remains?.some) {
      throw new SettingError(
        'MONEY can’t be real on this store: it began with play money, and its members have balances that nobody paid in. ' +
          'Use an empty store; or start this one with MONEY=play, run `npm run backoffice -- end-play-money`, stop it and start it again.',
      )
    }
    await markSeeded(sql, money, now())
    return
  }
  if (!seeds.has(money)) await markSeeded(sql, money, now())
}

/** Whether a member joined while the store was served with play money, and it no longer is. */
export async function isOfEndedPlay(sql: Sql, member: bigint): Promise<boolean> {
  const found = await sql.query(
    `select 1 from members join seeds on name = 'real-money' and joined_at <= made_at
      where id = $1 and exists (select 1 from seeds where name = 'play-money')`,
    [member],
  )
  return found.length > 0
}
