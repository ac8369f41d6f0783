import { randomInt } from 'node:crypto'
import { hours } from '~/values/durations'
import { sendCallback } from '../callbacks/callback.server'
import type { EmbeddedContext } from '../context.server'
import { type Draw, winsJackpot } from '../sandbox/payout'
import type { PlayedRound, SandboxGame, Table } from '../sandbox/sandbox-game'
import { sandboxGameOf } from '../sandbox/sandbox-games'
import { drawResult } from '../sandbox/sport-slip/game'
import type { TextKey } from '../sandbox/texts'
import { findSandboxProvider, type Provider } from '../seed/sandbox-games'
import type { Sql } from '../store/store.server'
import { betIdOf } from './played-rounds.server'

/** The sandbox's game server has its own table (game_rounds). It moves money only through callbacks. */

export type OpenGame = { id: bigint; game: string; session: string }

export type RoundRequest = { spin: string; choice: string; stake: number }

/** A round's result. `void` means interrupted and rolled back. All others except `played` are refusals. */
export type RoundResult = 'played' | 'void' | 'limit' | (typeof betRefusals)[number]

const betRefusals = ['session', 'closed', 'balance', 'stake', 'loss_limit', 'time_limit'] as const

type RoundRow = {
  id: bigint
  spin: string
  win: bigint
  jackpot: boolean
  stake: bigint
  state: 'open' | 'placed' | 'done' | 'refused' | 'void'
  refusal: RoundResult | null
  due_at: Date | null
}

/** A round counts as interrupted if it is open for longer than any request takes. */
const interruptedAfterMs = 30_000

export async function playRound(
  ctx: EmbeddedContext,
  launch: OpenGame,
  provider: Provider,
  request: RoundRequest,
): Promise<RoundResult | { refused: TextKey }> {
  const round = await beginRound(ctx, launch, provider, request)
  if ('refused' in round) return round
  if (round.state === 'done' || round.state === 'placed') return 'played'
  if (round.state !== 'open') return round.refusal ?? 'void'

  const bet = { provider: provider.code, bet: betIdOf(launch.id, round) }
  const staked = { id: bet.bet, session: launch.session, stake: Number(round.stake) }
  const betResponse = await sendCallback(ctx, { type: 'bet', provider: bet.provider, ...staked })
  if (betResponse.status === 'success')
    return round.due_at ? finishRound(ctx, round, 'placed') : settleRound(ctx, round, bet)
  return finishRound(ctx, round, betRefusals.find((refusal) => refusal === betResponse.status) ?? 'void')
}

/** Rolls back interrupted rounds, so that no stake is lost in a crash. */
export async function rollBackInterruptedRounds(ctx: EmbeddedContext): Promise<void> {
  const until = new Date(ctx.now().getTime() - interruptedAfterMs)
  const openRounds = `${selectLaunchedRound} where r.state = 'open' and r.made_at <= $1 order by r.made_at limit 100`
  const rounds = await ctx.store.query<LaunchedRound>(openRounds, [until])
  await endEach(ctx, rounds, (round, bet) => rollBackRound(ctx, round, bet))
}

/** Decides the result of each started match at random, but only once. Settles slips after their last match. */
export async function settleEndedSlips(ctx: EmbeddedContext): Promise<void> {
  const startedMatches = await ctx.store.query<{ provider: string; leg: unknown }>(
    `select distinct on (l.provider, leg ->> 'id') l.provider, leg
       from game_rounds r join game_launches l on l.id = r.launch_id
      cross join lateral jsonb_array_elements(r.outcome -> 'legs') leg
      where r.state = 'placed' and (leg ->> 'startsAt')::timestamptz <= $1
        and not exists (select 1 from match_results m where m.provider = l.provider and m.match = leg ->> 'id')`,
    [ctx.now()],
  )
  for (const { provider, leg } of startedMatches) {
    const { id, score } = drawResult(drawOf(ctx), leg)
    const insertResult =
      'insert into match_results (provider, match, score, made_at) values ($1, $2, $3, $4) on conflict do nothing'
    await ctx.store.query(insertResult, [provider, id, JSON.stringify(score), ctx.now()])
  }
  const endedRounds = `${selectLaunchedRound} where r.state = 'placed' and r.due_at <= $1 order by r.due_at limit 100`
  const ended = await ctx.store.query<LaunchedRound>(endedRounds, [ctx.now()])
  await endEach(ctx, ended, async (round, bet) => {
    const provider = findSandboxProvider(round.provider)
    if (!provider) throw new Error(`unknown provider: ${round.provider}`)
    const results = await ctx.store.query<{ match: string; score: unknown }>(
      `select m.match, m.score from match_results m, jsonb_array_elements($2::jsonb -> 'legs') leg
        where m.provider = $1 and m.match = leg ->> 'id'`,
      [round.provider, JSON.stringify(round.outcome)],
    )
    const settled = sandboxGameOf({ provider, game: round.game }).settle(
      { outcome: round.outcome, choice: round.choice, stakeWon: Number(round.stake) },
      new Map(results.map(({ match, score }) => [match, score])),
    )
    // A match's result is decided only once, so every process computes the same outcome.
    await ctx.store.query("update game_rounds set outcome = $2, win = $3 where id = $1 and state = 'placed'", [
      round.id,
      JSON.stringify(settled.outcome),
      settled.winWon,
    ])
    return settleRound(ctx, { ...round, win: BigInt(settled.winWon) }, bet)
  })
}

type LaunchedRound = RoundRow & { launch_id: bigint; provider: string; game: string; choice: string; outcome: unknown }

const selectLaunchedRound = `select r.id, r.launch_id, r.spin, r.choice, r.outcome, r.win, r.jackpot, r.stake, r.state, r.refusal,
  r.due_at, l.provider, l.game from game_rounds r join game_launches l on l.id = r.launch_id`

async function endEach(
  ctx: EmbeddedContext,
  rounds: readonly LaunchedRound[],
  end: (round: LaunchedRound, bet: BetOfRound) => Promise<unknown>,
): Promise<void> {
  for (const round of rounds) {
    const bet = { provider: round.provider, bet: betIdOf(round.launch_id, round) }
    await end(round, bet).catch((error: unknown) => {
      // A failed round must not block the others.
      ctx.log.error({ round: String(round.id), error: String(error) }, 'round not ended')
    })
  }
}

const drawOf = ({ options }: EmbeddedContext): Draw => options.randomInt ?? ((below) => randomInt(below))

async function beginRound(
  ctx: EmbeddedContext,
  launch: OpenGame,
  provider: Provider,
  { stake, choice, spin }: RoundRequest,
): Promise<RoundRow | { refused: TextKey }> {
  const draw = drawOf(ctx)
  return ctx.store.tx(async (sql) => {
    // Rounds run one at a time, so that no other round comes between this round's draw and its insert.
    const game = sandboxGameOf({ provider, game: launch.game })
    const scope = game.isOneTable ? launchesOn(game) : launchesOfGame
    await sql.query(`select 1 from game_launches where ${scope} order by id limit 1 for no key update`, [launch.id])
    const [known] = await sql.query<RoundRow>(`${selectRound} where launch_id = $1 and spin = $2`, [launch.id, spin])
    if (known) return known
    const table = await readTable(sql, ctx, launch, provider, ['open', 'placed', 'done'])
    // Refusals that waiting can't resolve, such as a started match, take precedence over `game.tooSoon`.
    const drawn = game.play({ choice, stakeWon: stake }, table, draw)
    if ('refused' in drawn) return drawn
    const playedAt = await lastPlayedAt(sql, ctx, launch)
    const sinceLastMs = playedAt ? Math.abs(ctx.now().getTime() - playedAt.getTime()) : Infinity
    if (sinceLastMs < (ctx.options.roundPaceMs ?? game.paceMs)) return { refused: 'game.tooSoon' }
    const jackpot = provider.jackpotBasisPoints > 0 && winsJackpot(stake, draw)
    const [round] = await sql.query<RoundRow>(
      `insert into game_rounds (launch_id, spin, choice, outcome, stake, win, jackpot, state, made_at, due_at)
        values ($1, $2, $3, $4, $5, $6, $7, 'open', $8, $9)
        returning id, spin, win, jackpot, stake, state, refusal, due_at`,
      [
        ...[launch.id, spin, drawn.choice, JSON.stringify(drawn.outcome), stake, drawn.winWon, jackpot, ctx.now()],
        drawn.dueMs === undefined ? null : new Date(drawn.dueMs),
      ],
    )
    if (!round) throw new Error('game round: not written')
    return round
  })
}

const selectRound = 'select id, spin, win, jackpot, stake, state, refusal, due_at from game_rounds'

const launchesOn = ({ isOneTable }: SandboxGame) =>
  isOneTable ? '(member_id, provider) = (select member_id, provider from game_launches where id = $1)' : 'id = $1'

const launchesOfGame =
  '(member_id, provider, game) = (select member_id, provider, game from game_launches where id = $1)'

async function lastPlayedAt(sql: Sql, ctx: EmbeddedContext, launch: Pick<OpenGame, 'id'>): Promise<Date | undefined> {
  const [last] = await sql.query<{ at: Date | null }>(
    `select max(made_at) as at from game_rounds where state in ('open', 'placed', 'done') and launch_id in
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
  states: readonly RoundRow['state'][] = ['placed', 'done'],
): Promise<Table & { spin?: string; playedAt?: Date; playedIn?: OpenGame['id'] }> {
  const game = sandboxGameOf({ provider, game: launch.game })
  const rows = await sql.query<Record<'stake' | 'win' | 'jackpot_won', bigint> & StoredRound>(
    `select launch_id, spin, outcome, choice, stake, win, jackpot_won, state, made_at from game_rounds
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
      isPlaced: row.state === 'placed',
    }),
  )
  const { spin, made_at: playedAt, launch_id: playedIn } = rows.at(-1) ?? {}
  return { provider, game: launch.game, nowMs: ctx.now().getTime(), rounds, spin, playedAt, playedIn }
}

type StoredRound = {
  launch_id: OpenGame['id']
  spin: string
  outcome: unknown
  choice: string
  state: RoundRow['state']
  made_at: Date
}

type BetOfRound = { provider: string; bet: string }

async function settleRound(ctx: EmbeddedContext, round: RoundRow, bet: BetOfRound): Promise<RoundResult> {
  const won = { id: `${bet.bet}-win`, won: Number(round.win), ...(round.jackpot ? { jackpot: true } : {}) }
  const winResponse = await sendCallback(ctx, { type: 'win', ...bet, ...won })
  if (winResponse.status === 'success') return finishRound(ctx, round, 'played', winResponse.jackpot)
  // The win would exceed the maximum balance, so the whole round is rolled back.
  if (winResponse.status === 'limit') return rollBackRound(ctx, round, bet, 'limit')
  return finishRound(ctx, round, 'void')
}

async function rollBackRound(ctx: EmbeddedContext, round: RoundRow, bet: BetOfRound, result: RoundResult = 'void') {
  const response = await sendCallback(ctx, { type: 'rollback', ...bet, id: `${bet.bet}-rollback` })
  // The bet is settled but the round is not. Sending the win again returns the first response.
  if (response.status === 'settled') return settleRound(ctx, round, bet)
  // A scheduled job retries a failed rollback.
  return response.status === 'success' ? finishRound(ctx, round, result) : result
}

async function finishRound(ctx: EmbeddedContext, round: RoundRow, result: RoundResult | 'placed', jackpot = 0) {
  const states = { played: 'done', placed: 'placed', void: 'void' } as const
  const state = result in states ? states[result as keyof typeof states] : 'refused'
  await ctx.store.query(
    "update game_rounds set state = $2, refusal = $3, jackpot_won = $4 where id = $1 and state in ('open', 'placed')",
    [round.id, state, state === 'refused' ? result : null, jackpot],
  )
  return result === 'placed' ? 'played' : result
}
