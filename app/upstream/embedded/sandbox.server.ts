import { randomInt } from 'node:crypto'
import type { BetAnswer } from './bets.server'
import { type GameMessage, tell } from './callback.server'
import type { HouseContext } from './context.server'
import { takesJackpot, winOf } from './play/rules'
import { tables } from './play/table'
import type { Provider } from './seed/catalogue'

/**
 * The sandbox's game server. It works like any game provider: it has its own table (game_rounds), draws outcomes and
 * moves money through signed callbacks only. A round is stored with its outcome before the first callback, so that
 * after any failure it is either finished or rolled back.
 */

/** An open game; `session` is the token of its URL. */
export type Launch = { id: bigint; provider: string; session: string }

/** A request to play: a stake in won on a choice, with the one-time id of its form (`spin`). */
export type Press = { spin: string; choice: string; stake: number }

/** Result of a round. `void`: it was interrupted and rolled back; the others are refusals of its bet or win. */
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

/** A round that is open for longer than any request takes counts as interrupted. */
const cutOffMs = 30_000

/** Plays one round, once per spin id. A repeated request continues from where the first one stopped. */
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
 * Rolls back interrupted rounds, for example after a crash, so that no stake is lost to an unfinished round. A round
 * whose bet was settled is marked as done instead.
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
      // A round that fails must not block the others.
      ctx.log.error({ round: String(round.id), error: String(error) }, 'a round that was cut off could not be ended')
    })
  }
}

/** Draws and inserts a round; for a known spin id, returns the first round instead. */
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

/** Callback ids of a round; always the same for one round, so that repeated callbacks are idempotent. */
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
  // The win would take the balance past its maximum: the whole round is rolled back.
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
  // Settled before this was recorded: the repeated win gets the first answer.
  if (answer.status === 'settled') return settle(ctx, round, provider, ids)
  // A failed rollback is tried again with the interrupted rounds.
  return answer.status === 'success' ? end(ctx, round, because) : because
}

/** Records the result of a round, unless one is recorded already. */
async function end(ctx: HouseContext, round: Round, how: Played, jackpot = 0): Promise<Played> {
  const state = how === 'played' ? 'done' : how === 'void' ? 'void' : 'refused'
  await ctx.store.query(
    "update game_rounds set state = $2, refusal = $3, jackpot_won = $4 where id = $1 and state = 'open'",
    [round.id, state, state === 'refused' ? how : null, jackpot],
  )
  return how
}

/** Maps a refused bet to a result that the page has a message for. */
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
