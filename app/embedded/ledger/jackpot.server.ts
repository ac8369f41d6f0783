import { type Handlers, Refused, usesPlayMoney } from '../context.server'
import type { Sql } from '../store/store.server'
import { jackpotEntries, jackpotFillEntries, type MemberId } from './entries'
import { postTransfer } from './ledger.server'

/** The jackpot in won, initially and after each payout. There is a jackpot only with play money. */
const jackpotSeedWon = 1_283_904_560n

export const handlers = {
  'get-jackpot': async (ctx) => {
    if (!usesPlayMoney(ctx)) throw new Refused({ status: 'not_found' }, 404)
    return { amount: Number(await readJackpot(ctx.store)) }
  },
} satisfies Partial<Handlers>

export async function seedDemoJackpot(sql: Sql, now: Date): Promise<void> {
  await postTransfer(sql, { cause: 'jackpot', at: now, entries: jackpotFillEntries({ won: jackpotSeedWon }) })
}

/**
 * Pays the whole jackpot to a member and refills it. Only the sandbox's slots pay it. Call only inside a transaction.
 * @returns the paid amount in won, or 0n if the jackpot was empty
 * @throws BalanceTooLarge
 */
export async function payJackpot(sql: Sql, win: { member: MemberId; betId: string; at: Date }): Promise<bigint> {
  const won = await readJackpot(sql, 'for no key update')
  if (won > 0n) {
    const entries = jackpotEntries({ member: win.member, won })
    await postTransfer(sql, { cause: 'jackpot', causeId: win.betId, at: win.at, entries })
  }
  await postTransfer(sql, { cause: 'jackpot', at: win.at, entries: jackpotFillEntries({ won: jackpotSeedWon }) })
  return won
}

export async function readJackpot(sql: Sql, lock: '' | 'for no key update' = ''): Promise<bigint> {
  const [pool] = await sql.query<{ balance: bigint }>(`select balance from accounts where kind = 'jackpot' ${lock}`)
  return pool?.balance ?? 0n
}
