import type { Handlers } from './context.server'
import { jackpotEntries, jackpotFillEntries, type MemberId } from './ledger'
import { post } from './ledger.server'
import type { Sql } from './store/store.server'

/** What a play-money house puts into an empty pool, in won. */
const START_WON = 1_283_904_560n

/** The pool that 0.1 % of slot stakes go to. */
export const handlers = {
  'get-jackpot': async ({ store, now }) => ({ amount: Number(await poolOf(store)), asOf: now().toISOString() }),
} satisfies Partial<Handlers>

/** Fills the pool of a demo from the house's own money. A house without one lets it grow by play alone. */
export async function seedDemo(sql: Sql, _demo: object, now: Date): Promise<void> {
  await post(sql, { cause: 'jackpot', at: now, entries: jackpotFillEntries({ won: START_WON }) })
}

/**
 * Pays the whole pool to a member; in play money the house fills it again. Only inside a transaction.
 *
 * @returns what was won, in won; 0n when the pool was empty.
 * @throws TooMuch when the member could not hold it.
 */
export async function payPool(
  sql: Sql,
  win: { member: MemberId; betId: string; at: Date; refill: boolean },
): Promise<bigint> {
  const won = await poolOf(sql, 'for no key update')
  if (won > 0n) {
    await post(sql, {
      cause: 'jackpot',
      causeId: win.betId,
      at: win.at,
      entries: jackpotEntries({ member: win.member, won }),
    })
  }
  if (win.refill) {
    await post(sql, { cause: 'jackpot', at: win.at, entries: jackpotFillEntries({ won: START_WON }) })
  }
  return won
}

async function poolOf(sql: Sql, lock: '' | 'for no key update' = ''): Promise<bigint> {
  const [pool] = await sql.query<{ balance: bigint }>(`select balance from accounts where kind = 'jackpot' ${lock}`)
  return pool?.balance ?? 0n
}
