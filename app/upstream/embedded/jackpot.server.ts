import type { Handlers } from './context.server'
import { jackpotEntries, jackpotFillEntries, type MemberId } from './ledger'
import { post } from './ledger.server'
import type { Sql } from './store/store.server'

/** Jackpot of a new demo, and its refill after a payout in play money, in won. */
const START_WON = 1_283_904_560n

/** The jackpot that slot providers pay 0.1 % of the stakes into. */
export const handlers = {
  'get-jackpot': async ({ store, now }) => ({ amount: Number(await poolOf(store)), asOf: now().toISOString() }),
} satisfies Partial<Handlers>

/** Fills the demo's jackpot from the bank account. Without the demo it grows from stakes only. */
export async function seedDemo(sql: Sql, _demo: object, now: Date): Promise<void> {
  await post(sql, { cause: 'jackpot', at: now, entries: jackpotFillEntries({ won: START_WON }) })
}

/**
 * Pays the whole jackpot to a member and refills it where `refill` is set. Only inside a transaction.
 *
 * @returns the jackpot paid, in won; 0n when it was empty.
 * @throws BalanceTooLarge when it would take the member's balance past its maximum.
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
