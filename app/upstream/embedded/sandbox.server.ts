import { randomInt } from 'node:crypto'
import type { BetAnswer } from './bets.server'
import { type GameMessage, tell } from './callback.server'
import type { HouseContext } from './context.server'
import { takesJackpot, winOf } from './play/rules'
import { tables } from './play/table'
import type { Provider } from './seed/catalogue'

/**
 * The sandbox's game server. It is a game provider like any other: it keeps a book of its own (game_rounds), draws, and
 * moves money by nothing but signed callbacks. A round is written with what was drawn before the house hears of it, so
 * that whatever breaks in between, it is either finished or rolled back.
 */

/** One opened game, as its page knows it. */
export type Launch = { id: bigint; provider: string; session: string }

/** One press: a stake on a choice, under the one-time id of its form. */
export type Press = { spin: string; choice: string; stake: number }

/** What became of a press. `void`: it broke off, and nothing of it counts. */
export type Played = 'played' | 'void' | 'session' | 'closed' | 'balance' | 'limit'

type Round = {
  id: bigint
  spin: string
  win: bigint
  jackpot: boolean
  stake: bigint
  state: 'open' | 'done' | 'refused' | 'void'
  refusal: Played | null
}

/** A round that is open for longer than any request takes was cut off. */
const cutOffMs = 30_000

/** Plays one round, once for one spin id however often its form is sent; a repetition goes on where the first one is. */
export async function playRound(ctx: HouseContext, launch: Launch, provider: Provider, press: Press): Promise<Played> {
  const round = await begun(ctx, launch, provider, press)
  if (round.state === 'done') return 'played'
  if (round.state !== 'open') return round.refusal ?? 'void'

  const ids = idsOf(launch.id, round)
  const { bet, from } = { bet: ids.bet, from: provider.code }
  const taken = await tell(ctx, {
    type: 'bet',
    provider: from,
    id: bet,
    session: launch.session,
    stake: Number(round.stake),
  })
  if (taken.status !== 'success') return end(ctx, round, refusalOf(taken))
  return settle(ctx, round, from, ids)
}

/**
 * Rolls back the rounds that were cut off, by a stop of the process for one, so that no stake is kept for a round whose
 * end nobody saw. One that the house has settled is done.
 */
export async function endCutOff(ctx: HouseContext): Promise<void> {
  const rounds = await ctx.store.query<Round & { launch_id: bigint; provider: string }>(
    `select r.id, r.launch_id, r.spin, r.win, r.jackpot, r.stake, r.state, r.refusal, l.provider
       from game_rounds r join game_launches l on l.id = r.launch_id
      where r.state = 'open' and r.made_at <= $1 order by r.made_at limit 100`,
    [new Date(ctx.now().getTime() - cutOffMs)],
  )
  for (const round of rounds) {
    await rollBack(ctx, round, round.provider, idsOf(round.launch_id, round)).catch((error: unknown) => {
      // One that can't be ended now must not keep the others waiting.
      ctx.log.error({ round: String(round.id), error: String(error) }, 'a round that was cut off could not be ended')
    })
  }
}

/** Writes the round with what was drawn; of a spin id that was there before, gives the first. */
async function begun(ctx: HouseContext, launch: Launch, provider: Provider, press: Press): Promise<Round> {
  const draw = (below: number) => randomInt(below)
  const { stake, choice, spin } = press
  const drawn = tables[provider.kind].play(draw)
  const win = winOf(stake, drawn.paysHundredths(choice))
  const jackpot = provider.jackpotBasisPoints > 0 && takesJackpot(stake, draw)
  await ctx.store.query(
    `insert into game_rounds (launch_id, spin, choice, outcome, stake, win, jackpot, state, made_at)
      values ($1, $2, $3, $4, $5, $6, $7, 'open', $8) on conflict (launch_id, spin) do nothing`,
    [launch.id, spin, choice, JSON.stringify(drawn.outcome), stake, win, jackpot, ctx.now()],
  )
  const [round] = await ctx.store.query<Round>(
    'select id, spin, win, jackpot, stake, state, refusal from game_rounds where launch_id = $1 and spin = $2',
    [launch.id, spin],
  )
  if (!round) throw new Error('a round was not written')
  return round
}

type Ids = Record<'bet' | 'win' | 'rollback', string>

/** The provider's ids of what a round tells the house; the same ones each time. */
function idsOf(launch: bigint, { spin }: { spin: string }): Ids {
  const bet = `${launch}-${spin}`
  return { bet, win: `${bet}-win`, rollback: `${bet}-rollback` }
}

async function settle(ctx: HouseContext, round: Round, provider: string, ids: Ids): Promise<Played> {
  const told: GameMessage = {
    type: 'win',
    provider,
    id: ids.win,
    bet: ids.bet,
    won: Number(round.win),
    ...(round.jackpot ? { jackpot: true } : {}),
  }
  const paid = await tell(ctx, told)
  if (paid.status === 'success') return end(ctx, round, 'played', paid.jackpot)
  // The member could not hold what was won: then nothing of the round counts.
  if (paid.status === 'limit') return rollBack(ctx, round, provider, ids, 'limit')
  return end(ctx, round, 'void')
}

async function rollBack(
  ctx: HouseContext,
  round: Round,
  provider: string,
  ids: Ids,
  because: Played = 'void',
): Promise<Played> {
  const answer = await tell(ctx, { type: 'rollback', provider, id: ids.rollback, bet: ids.bet })
  // Settled before the process could note it: the win told again is answered as the first time.
  if (answer.status === 'settled') return settle(ctx, round, provider, ids)
  // What could not be given back now is tried again with the rounds that were cut off.
  return answer.status === 'success' ? end(ctx, round, because) : because
}

/** Notes how a round ended, unless that was noted before. */
async function end(ctx: HouseContext, round: Round, how: Played, jackpot = 0): Promise<Played> {
  const state = how === 'played' ? 'done' : how === 'void' ? 'void' : 'refused'
  await ctx.store.query(
    "update game_rounds set state = $2, refusal = $3, jackpot_won = $4 where id = $1 and state = 'open'",
    [round.id, state, state === 'refused' ? how : null, jackpot],
  )
  return how
}

/** Why a bet was not taken, as far as its page has words for it. */
function refusalOf({ status }: BetAnswer): Played {
  switch (status) {
    case 'session':
    case 'closed':
    case 'balance':
      return status
    default:
      return 'void'
  }
}
