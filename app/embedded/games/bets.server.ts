import type { PlayLimitRefusal } from '~/limits/rules'
import type { EmbeddedContext } from '../context.server'
import { betEntries, betSettlementEntries, type MemberId, reverseEntries } from '../ledger/entries'
import { payJackpot } from '../ledger/jackpot.server'
import { balancesOf, lockBalances, postTransfer } from '../ledger/ledger.server'
import { countPlayTime, findMaxStake, findPlayLimitRefusal } from '../limits/play.server'
import { findExclusion } from '../limits/stored-limits.server'
import { isClosed } from '../members/logins.server'
import { hashToken } from '../members/secrets.server'
import type { Provider } from '../seed/sandbox-games'
import { hasRows, insertRow, type Sql } from '../store/store.server'
import { isGameClosed } from './catalogue.server'
import { isStakeListed } from './providers.server'

/**
 * The response to a game provider's callback. `balance` is the resulting in-game money in won. It is missing after the
 * rollback of a bet that was never accepted. A bet is refused with `session` (no such open game), `closed`, `balance`,
 * `stake` (outside a slot's minimum and maximum), `loss_limit`, `time_limit` or `rolled_back`. A win is refused with
 * `unknown`, `settled`, `limit` or `rolled_back`. A rollback is refused with `unknown`, `settled` or `limit`.
 */
export type GameCallbackResponse =
  | { status: 'success'; balance?: number; jackpot?: number }
  | PlayLimitRefusal
  | { status: 'session' | 'closed' | 'balance' | 'stake' | 'unknown' | 'settled' | 'rolled_back' | 'limit' }

type Bet = { id: bigint; member_id: MemberId; stake: bigint; settled_at: Date | null; returned_at: Date | null }

/** Returns the in-game money of the member who opened a game, in won. */
export async function readPlayBalance(sql: Sql, ctx: EmbeddedContext, open: OpenGame): Promise<GameCallbackResponse> {
  const launch = await findOpenLaunch(sql, ctx, open)
  if (!launch) return { status: 'session' }
  return { status: 'success', balance: Number((await balancesOf(sql, launch.member_id)).game) }
}

type OpenGame = { provider: Provider; session: string }

async function findOpenLaunch(sql: Sql, ctx: EmbeddedContext, { provider, session }: OpenGame) {
  const [launch] = await sql.query<{ member_id: MemberId; game: string }>(
    'select member_id, game from game_launches where token_hash = $1 and provider = $2 and ends_at > $3',
    [hashToken(session), provider.code, ctx.now()],
  )
  return launch
}

/** Takes a stake, in won, from the member's in-game money. Call only inside a transaction. */
export async function placeBet(
  sql: Sql,
  ctx: EmbeddedContext,
  bet: OpenGame & { id: string; stake: bigint },
): Promise<GameCallbackResponse> {
  const { provider, stake } = bet
  const at = ctx.now()
  const launch = await findOpenLaunch(sql, ctx, bet)
  if (!launch) return { status: 'session' }
  if (await isGameClosed(sql, ctx, provider.code, launch.game)) return { status: 'closed' }
  const member = launch.member_id
  const balances = await lockBalances(sql, member)
  // Since the launch was read, the member may have been excluded or the account closed.
  if ((await findExclusion(sql, ctx, member)) || (await isClosed(sql, member))) return { status: 'session' }
  if (balances.game < stake) return { status: 'balance' }
  const forMember = { ...ctx, member: { id: member } }
  await countPlayTime(sql, forMember)
  if (provider.kind === 'slot') {
    const isListed = isStakeListed(ctx, provider.code, launch.game, stake)
    if (!isListed || stake > ((await findMaxStake(sql, forMember)) ?? stake)) return { status: 'stake' }
  }
  const refusal = await findPlayLimitRefusal(sql, forMember, stake)
  if (refusal) return refusal

  const row = { member_id: member, provider: provider.code, game: launch.game, round: bet.id, stake, made_at: at }
  const made = await insertRow<{ id: bigint }>(sql, 'bets', row, 'id')
  const entries = betEntries({ member, provider: provider.code, stake })
  await postTransfer(sql, { cause: 'bet', causeId: String(made.id), at, entries })
  return { status: 'success', balance: Number(balances.game - stake) }
}

/**
 * Settles a bet: pays `won` (0 for a lost bet) and comp, and adds the jackpot's share. If `jackpot` is true, also pays
 * the whole jackpot. Call only inside a transaction.
 * @throws BalanceTooLarge
 */
export async function settleBet(
  sql: Sql,
  ctx: EmbeddedContext,
  win: { provider: Provider; bet: string; won: bigint; jackpot: boolean },
): Promise<GameCallbackResponse> {
  const { provider, won } = win
  const at = ctx.now()
  const bet = await lockBet(sql, provider.code, win.bet)
  if (!bet) return { status: (await tookNothing(sql, provider.code, win.bet)) ? 'rolled_back' : 'unknown' }
  if (bet.returned_at) return { status: 'rolled_back' }
  if (bet.settled_at) return { status: 'settled' }
  const member = bet.member_id
  const balances = await lockBalances(sql, member)

  const causeId = String(bet.id)
  const entries = betSettlementEntries({ ...provider, provider: provider.code, member, stake: bet.stake, won })
  if (entries.length > 0) await postTransfer(sql, { cause: 'settlement', causeId, at, entries })
  const jackpot = win.jackpot ? await payJackpot(sql, { member, betId: causeId, at }) : 0n
  await sql.query('update bets set win = $2, settled_at = $3 where id = $1', [bet.id, won + jackpot, at])
  return {
    status: 'success',
    balance: Number(balances.game + won + jackpot),
    ...(win.jackpot ? { jackpot: Number(jackpot) } : {}),
  }
}

/** Refunds the stake of an open bet. Call only inside a transaction. @throws BalanceTooLarge */
export async function rollBackBet(
  sql: Sql,
  ctx: EmbeddedContext,
  rollback: { provider: Pick<Provider, 'code'>; bet: string },
): Promise<GameCallbackResponse> {
  const provider = rollback.provider.code
  const bet = await lockBet(sql, provider, rollback.bet)
  if (!bet) return { status: 'unknown' }
  if (bet.settled_at) return { status: 'settled' }
  const member = bet.member_id
  if (bet.returned_at) return { status: 'success', balance: Number((await balancesOf(sql, member)).game) }
  const balances = await lockBalances(sql, member)
  const entries = reverseEntries(betEntries({ member, provider, stake: bet.stake }))
  await postTransfer(sql, { cause: 'bet_returned', causeId: String(bet.id), at: ctx.now(), entries })
  await sql.query('update bets set returned_at = $2 where id = $1', [bet.id, ctx.now()])
  return { status: 'success', balance: Number(balances.game + bet.stake) }
}

/** Returns whether a bet was refused permanently, by its own response or by an earlier rollback. */
async function tookNothing(sql: Sql, provider: string, id: string): Promise<boolean> {
  const refusedBet = `select 1 from callbacks
    where sender = $1 and id = $2 and type = 'bet' and answer ->> 'status' <> 'success'`
  return hasRows(sql, refusedBet, [provider, id])
}

async function lockBet(sql: Sql, provider: string, id: string): Promise<Bet | undefined> {
  const lockBet = `select id, member_id, stake, settled_at, returned_at from bets where provider = $1 and round = $2
    for no key update`
  const [bet] = await sql.query<Bet>(lockBet, [provider, id])
  return bet
}
