import { isClosed } from './catalogue.server'
import type { HouseContext } from './context.server'
import { hasSandbox } from './context.server'
import { payPool } from './jackpot.server'
import type { MemberId } from './ledger'
import { betEntries, reversed, settlementEntries } from './ledger'
import { lockPurse, post, purseOf } from './ledger.server'
import { tokenHash } from './secrets.server'
import type { Provider } from './seed/catalogue'
import type { Sql } from './store/store.server'

/**
 * Answer to a game provider's callback. `balance` is the member's in-game money afterwards, in won; it is missing after
 * the rollback of a bet that was never taken.
 *
 * Refusals of a bet: `session` (no such open game), `closed` (provider closed), `balance` (insufficient funds). Of a
 * win or rollback: `unknown` (no such bet), `settled`, and `limit` when the balance would pass its maximum. Of a bet or
 * win: `rolled_back`.
 */
export type BetAnswer =
  | { status: 'success'; balance?: number; jackpot?: number }
  | { status: 'session' | 'closed' | 'balance' | 'unknown' | 'settled' | 'rolled_back' | 'limit' }

type Bet = {
  id: bigint
  member_id: MemberId
  stake: bigint
  settled_at: Date | null
  returned_at: Date | null
}

/** Takes a stake, in won, from the in-game money of the member who opened the game. Only inside a transaction. */
export async function takeBet(
  sql: Sql,
  ctx: HouseContext,
  bet: { provider: Provider; id: string; session: string; stake: bigint },
): Promise<BetAnswer> {
  const { provider, stake } = bet
  const at = ctx.now()
  const [launch] = await sql.query<{ member_id: MemberId; provider: string; game: string; ends_at: Date }>(
    'select member_id, provider, game, ends_at from game_launches where token_hash = $1',
    [tokenHash(bet.session)],
  )
  if (!launch || launch.provider !== provider.code || launch.ends_at <= at) return { status: 'session' }
  if (await isClosed(sql, ctx, provider.code)) return { status: 'closed' }
  const member = launch.member_id
  const purse = await lockPurse(sql, member)
  if (purse.game < stake) return { status: 'balance' }

  const [made] = await sql.query<{ id: bigint }>(
    'insert into bets (member_id, provider, game, round, stake, made_at) values ($1, $2, $3, $4, $5, $6) returning id',
    [member, provider.code, launch.game, bet.id, stake, at],
  )
  if (!made) throw new Error('a bet was not written')
  await post(sql, {
    cause: 'bet',
    causeId: String(made.id),
    at,
    entries: betEntries({ member, provider: provider.code, stake }),
  })
  return { status: 'success', balance: Number(purse.game - stake) }
}

/**
 * Settles a bet: pays `won` (0 for a lost bet), credits comp, adds to the jackpot, and pays the whole jackpot when
 * `jackpot` is true. Only inside a transaction.
 *
 * @throws BalanceTooLarge when the payout would take a balance past its maximum.
 */
export async function settleBet(
  sql: Sql,
  ctx: HouseContext,
  win: { provider: Provider; bet: string; won: bigint; jackpot: boolean },
): Promise<BetAnswer> {
  const { provider, won } = win
  const at = ctx.now()
  const bet = await betOf(sql, provider.code, win.bet)
  if (!bet) return { status: 'unknown' }
  if (bet.returned_at) return { status: 'rolled_back' }
  if (bet.settled_at) return { status: 'settled' }
  const member = bet.member_id
  const purse = await lockPurse(sql, member)

  const causeId = String(bet.id)
  const entries = settlementEntries({ ...provider, provider: provider.code, member, stake: bet.stake, won })
  if (entries.length > 0) await post(sql, { cause: 'settlement', causeId, at, entries })
  const refill = hasSandbox(ctx)
  const jackpot = win.jackpot ? await payPool(sql, { member, betId: causeId, at, refill }) : 0n
  await sql.query('update bets set win = $2, settled_at = $3 where id = $1', [bet.id, won + jackpot, at])
  return {
    status: 'success',
    balance: Number(purse.game + won + jackpot),
    ...(win.jackpot ? { jackpot: Number(jackpot) } : {}),
  }
}

/**
 * Returns the stake of an open bet. Only inside a transaction.
 *
 * @throws BalanceTooLarge when the stake would take the balance past its maximum.
 */
export async function returnBet(
  sql: Sql,
  ctx: HouseContext,
  rollback: { provider: Provider; bet: string },
): Promise<BetAnswer> {
  const provider = rollback.provider.code
  const bet = await betOf(sql, provider, rollback.bet)
  if (!bet) return { status: 'unknown' }
  if (bet.settled_at) return { status: 'settled' }
  const member = bet.member_id
  if (bet.returned_at) return { status: 'success', balance: Number((await purseOf(sql, member)).game) }
  const purse = await lockPurse(sql, member)
  await post(sql, {
    cause: 'bet_returned',
    causeId: String(bet.id),
    at: ctx.now(),
    entries: reversed(betEntries({ member, provider, stake: bet.stake })),
  })
  await sql.query('update bets set returned_at = $2 where id = $1', [bet.id, ctx.now()])
  return { status: 'success', balance: Number(purse.game + bet.stake) }
}

/** Finds a provider's bet and locks its row until the transaction ends. */
async function betOf(sql: Sql, provider: string, id: string): Promise<Bet | undefined> {
  const [bet] = await sql.query<Bet>(
    `select id, member_id, stake, settled_at, returned_at from bets where provider = $1 and round = $2
      for no key update`,
    [provider, id],
  )
  return bet
}
