import { randomInt } from 'node:crypto'
import { hours } from '~/values/durations'
import { toSeoulDay } from '~/values/seoul'
import { sendCallback } from '../callbacks/callback.server'
import type { EmbeddedContext } from '../context.server'
import { winsJackpot } from '../sandbox/payout'
import type { PlayedRound, SandboxGame, Table } from '../sandbox/sandbox-game'
import { sandboxGameOf } from '../sandbox/sandbox-games'
import type { TextKey } from '../sandbox/texts'
import type { Provider } from '../seed/catalogue'
import type { Sql } from '../store/store.server'
import { betIdOf } from './played-rounds.server'

/** The sandbox's game server has its own table (game_rounds) and moves money through callbacks only. */

export type OpenGame = { id: bigint; game: string; session: string }

export type RoundRequest = { spin: string; choice: string; stake: number }

/** Result of a round. `void`: it was interrupted and rolled back; the others are refusals of its bet or win. */
export type RoundResult = 'played' | 'void' | 'limit' | (typeof betRefusals)[number]

const betRefusals = ['session', 'closed', 'balance', 'stake', 'loss_limit', 'time_limit'] as const

type RoundRow = {
  id: bigint
  spin: string
  win: bigint
  jackpot: boolean
  stake: bigint
  state: 'open' | 'done' | 'refused' | 'void'
  refusal: RoundResult | null
}

/** A round that is open for longer than any request takes counts as interrupted. */
const interruptedAfterMs = 30_000

export async function playRound(
  ctx: EmbeddedContext,
  launch: OpenGame,
  provider: Provider,
  request: RoundRequest,
): Promise<RoundResult | { refused: TextKey }> {
  const round = await beginRound(ctx, launch, provider, request)
  if ('refused' in round) return round
  if (round.state === 'done') return 'played'
  if (round.state !== 'open') return round.refusal ?? 'void'

  const bet = { provider: provider.code, bet: betIdOf(launch.id, round) }
  const { session } = launch
  const betResponse = await sendCallback(ctx, {
    type: 'bet',
    provider: bet.provider,
    id: bet.bet,
    session,
    stake: Number(round.stake),
  })
  if (betResponse.status === 'success') return settleRound(ctx, round, bet)
  return finishRound(ctx, round, betRefusals.find((refusal) => refusal === betResponse.status) ?? 'void')
}

/** Rolls back interrupted rounds, so that no stake is lost to a crash. */
export async function rollBackInterruptedRounds(ctx: EmbeddedContext): Promise<void> {
  const rounds = await ctx.store.query<RoundRow & { launch_id: bigint; provider: string }>(
    `select r.id, r.launch_id, r.spin, r.win, r.jackpot, r.stake, r.state, r.refusal, l.provider
       from game_rounds r join game_launches l on l.id = r.launch_id
      where r.state = 'open' and r.made_at <= $1 order by r.made_at limit 100`,
    [new Date(ctx.now().getTime() - interruptedAfterMs)],
  )
  for (const round of rounds) {
    const bet = { provider: round.provider, bet: betIdOf(round.launch_id, round) }
    await rollBackRound(ctx, round, bet).catch((error: unknown) => {
      // A round that fails must not block the others.
      ctx.log.error({ round: String(round.id), error: String(error) }, 'interrupted round not ended')
    })
  }
}

async function beginRound(
  ctx: EmbeddedContext,
  launch: OpenGame,
  provider: Provider,
  { stake, choice, spin }: RoundRequest,
): Promise<RoundRow | { refused: TextKey }> {
  const draw = ctx.options.randomInt ?? ((below: number) => randomInt(below))
  return ctx.store.tx(async (sql) => {
    // One round at a time: earlier rounds can't change between a draw and its storing.
    const game = sandboxGameOf({ provider, game: launch.game })
    const scope = game.isOneTable ? launchesOn(game) : launchesOfGame
    await sql.query(`select 1 from game_launches where ${scope} order by id limit 1 for no key update`, [launch.id])
    const [known] = await sql.query<RoundRow>(`${selectRound} where launch_id = $1 and spin = $2`, [launch.id, spin])
    if (known) return known
    const table = await readTable(sql, ctx, launch, provider, ['open', 'done'])
    // First the refusals that waiting does not change, such as a fixture that is over.
    const drawn = game.play({ choice, stakeWon: stake }, table, draw)
    if ('refused' in drawn) return drawn
    const playedAt = await lastPlayedAt(sql, ctx, launch)
    const sinceLastMs = playedAt ? Math.abs(ctx.now().getTime() - playedAt.getTime()) : Infinity
    if (sinceLastMs < (ctx.options.roundPaceMs ?? game.paceMs)) return { refused: 'game.tooSoon' }
    const jackpot = provider.jackpotBasisPoints > 0 && winsJackpot(stake, draw)
    const [round] = await sql.query<RoundRow>(
      `insert into game_rounds (launch_id, spin, choice, outcome, stake, win, jackpot, state, made_at)
        values ($1, $2, $3, $4, $5, $6, $7, 'open', $8) returning id, spin, win, jackpot, stake, state, refusal`,
      [launch.id, spin, drawn.choice, JSON.stringify(drawn.outcome), stake, drawn.winWon, jackpot, ctx.now()],
    )
    if (!round) throw new Error('game round: not written')
    return round
  })
}

const selectRound = 'select id, spin, win, jackpot, stake, state, refusal from game_rounds'

function launchesOn({ isOneTable }: SandboxGame): string {
  if (!isOneTable) return 'id = $1'
  return '(member_id, provider) = (select member_id, provider from game_launches where id = $1)'
}

const launchesOfGame =
  '(member_id, provider, game) = (select member_id, provider, game from game_launches where id = $1)'

async function lastPlayedAt(sql: Sql, ctx: EmbeddedContext, launch: Pick<OpenGame, 'id'>): Promise<Date | undefined> {
  const [last] = await sql.query<{ at: Date | null }>(
    `select max(made_at) as at from game_rounds where state in ('open', 'done') and launch_id in
       (select id from game_launches where ${launchesOfGame} and made_at > $2)`,
    [launch.id, new Date(ctx.now().getTime() - hours(36))],
  )
  return last?.at ?? undefined
}

export async function readTable(
  sql: Sql,
  ctx: EmbeddedContext,
  launch: Pick<OpenGame, 'id' | 'game'>,
  provider: Provider,
  states: readonly RoundRow['state'][] = ['done'],
): Promise<Table & { spin?: string; playedAt?: Date; playedIn?: OpenGame['id'] }> {
  const game = sandboxGameOf({ provider, game: launch.game })
  const rows = await sql.query<Record<'stake' | 'win' | 'jackpot_won', bigint> & StoredRound>(
    `select launch_id, spin, outcome, choice, stake, win, jackpot_won, made_at from game_rounds
      where launch_id in (select id from game_launches where ${launchesOn(game)} and made_at > $4)
        and state = any($2::text[]) order by id desc limit $3`,
    [launch.id, states, game.earlierRounds, new Date(ctx.now().getTime() - hours(36))],
  )
  const rounds = rows.reverse().map(
    (row): PlayedRound => ({
      outcome: row.outcome,
      choice: row.choice,
      stakeWon: Number(row.stake),
      winWon: Number(row.win),
      jackpotWon: Number(row.jackpot_won),
    }),
  )
  const { spin, made_at: playedAt, launch_id: playedIn } = rows.at(-1) ?? {}
  return { provider, game: launch.game, day: toSeoulDay(ctx.now().getTime()), rounds, spin, playedAt, playedIn }
}

type StoredRound = { launch_id: OpenGame['id']; spin: string; outcome: unknown; choice: string; made_at: Date }

type BetOfRound = { provider: string; bet: string }

async function settleRound(ctx: EmbeddedContext, round: RoundRow, bet: BetOfRound): Promise<RoundResult> {
  const winResponse = await sendCallback(ctx, {
    type: 'win',
    ...bet,
    id: `${bet.bet}-win`,
    won: Number(round.win),
    ...(round.jackpot ? { jackpot: true } : {}),
  })
  if (winResponse.status === 'success') return finishRound(ctx, round, 'played', winResponse.jackpot)
  // The win would take the balance past its maximum: the whole round is rolled back.
  if (winResponse.status === 'limit') return rollBackRound(ctx, round, bet, 'limit')
  return finishRound(ctx, round, 'void')
}

async function rollBackRound(
  ctx: EmbeddedContext,
  round: RoundRow,
  bet: BetOfRound,
  result: RoundResult = 'void',
): Promise<RoundResult> {
  const response = await sendCallback(ctx, { type: 'rollback', ...bet, id: `${bet.bet}-rollback` })
  // Settled but not recorded: the repeated win gets the first response.
  if (response.status === 'settled') return settleRound(ctx, round, bet)
  // A failed rollback is tried again with the interrupted rounds.
  return response.status === 'success' ? finishRound(ctx, round, result) : result
}

async function finishRound(
  ctx: EmbeddedContext,
  round: RoundRow,
  result: RoundResult,
  jackpot = 0,
): Promise<RoundResult> {
  const state = result === 'played' ? 'done' : result === 'void' ? 'void' : 'refused'
  await ctx.store.query(
    "update game_rounds set state = $2, refusal = $3, jackpot_won = $4 where id = $1 and state = 'open'",
    [round.id, state, state === 'refused' ? result : null, jackpot],
  )
  return result
}
