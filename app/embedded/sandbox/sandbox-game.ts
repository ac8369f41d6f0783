import type { z } from 'zod'
import type { Locale } from '~/i18n/locale'
import { seconds } from '~/values/durations'
import type { Provider } from '../seed/sandbox-games'
import type { Markup } from './html-page'
import { calculatePayout, type Draw } from './payout'
import { type PlayTexts, playTexts, type TextKey } from './texts'

export type PlayedRound<Outcome = unknown> = {
  outcome: Outcome
  choice: string
  stakeWon: number
  winWon: number
  jackpotWon: number
  /** True if the bet was placed but its result is not known yet. */
  isPlaced?: boolean
}

/** Minimum time between the starts of two rounds. Source: UKGC RTS 14D (slots), 14G (other casino games). */
export const roundPaceMs = { slot: seconds(2.5), table: seconds(5) } as const

/** Returns whether a round returned more than its stake. Only then does the page celebrate. Source: UKGC RTS 14. */
export const isWin = ({ stakeWon, winWon, jackpotWon }: PlayedRound): boolean => winWon + jackpotWon > stakeWon

export type Table<Outcome = unknown> = {
  provider: Provider
  game: string
  nowMs: number
  /** The latest `earlierRounds` rounds of this launch or table, oldest first. Refused rounds are omitted. */
  rounds: readonly PlayedRound<Outcome>[]
}

export type GameParts = {
  stage: Markup
  choices?: Markup
  slip?: Markup
  fold?: Markup
  quote?: Markup
  receipt?: Markup | false | undefined
  below?: Markup | false
  outcomeText: string
  actionText: string | Markup
  payouts: Markup
  styles?: string
  script?: string
}

type GameView<Outcome> = PlayTexts & {
  locale: Locale
  table: Table<Outcome>
  round: PlayedRound<Outcome> | undefined
  isFresh: boolean
  isLit: boolean
  choice: string | undefined
}

type GameDefinition<Outcome> = {
  /** The schema of stored outcomes. Outcomes from older releases that don't match it are omitted. */
  outcomeSchema: z.ZodType<Outcome>
  /** The result as a bead of the lobby. `startsShoe` is set if the table deals from a shoe. */
  mark?: (outcome: Outcome) => { text: string; startsShoe?: boolean }
  earlierRounds: number
  isOneTable?: true
  title?: TextKey
  paceMs: number
  paceText?: TextKey
  lost: TextKey
  paidOut: TextKey
  takeChoice: (submitted: string, table: Table<Outcome>) => { choice: string } | { refused: TextKey }
  /** Decides a round's outcome at random. `table` can't change before the outcome is stored. */
  draw: (draw: Draw, table: Table<Outcome>, choice: string) => Outcome
  /** When a placed round's result is known, in milliseconds since 1970. Without it, rounds settle immediately. */
  dueMs?: (outcome: Outcome) => number
  /** Adds the scores of the matches to the outcome of a placed round. @param scores keyed by match id */
  settle?: (outcome: Outcome, scores: ReadonlyMap<string, unknown>) => Outcome
  nameInHistory?: (outcome: Outcome, choice: string, texts: PlayTexts) => string[]
  /** Returns the payout for a bet on `choice` in hundredths of the stake. 100 returns the stake. */
  payoutHundredths: (outcome: Outcome, choice: string) => number
  render: (view: GameView<Outcome>) => GameParts
}

export type SandboxGame = ReturnType<typeof defineGame>

export function defineGame<Outcome>(game: GameDefinition<Outcome>) {
  const { earlierRounds, isOneTable, title, paceMs, paceText, lost, paidOut } = game
  const parseRounds = <Round extends { outcome: unknown }>(rounds: readonly Round[]) =>
    rounds.flatMap((round) => {
      const { data } = game.outcomeSchema.safeParse(round.outcome)
      return data === undefined ? [] : [{ ...round, outcome: data }]
    })
  const parseTable = (table: Table): Table<Outcome> => ({ ...table, rounds: parseRounds(table.rounds) })
  return {
    ...{ earlierRounds, isOneTable, title, paceMs, paceText, lost, paidOut },
    nameInHistory: (round: Pick<PlayedRound, 'outcome' | 'choice'>, locale: Locale): string[] => {
      const [parsed] = parseRounds([round])
      return (parsed && game.nameInHistory?.(parsed.outcome, parsed.choice, playTexts(locale))) ?? []
    },
    markOf: (outcome: unknown) => {
      const [parsed] = parseRounds([{ outcome }])
      return parsed && game.mark?.(parsed.outcome)
    },
    play: (request: { choice: string; stakeWon: number }, table: Table, draw: Draw) => {
      const parsed = parseTable(table)
      const taken = game.takeChoice(request.choice, parsed)
      if ('refused' in taken) return taken
      const outcome = game.draw(draw, parsed, taken.choice)
      const winWon = calculatePayout(request.stakeWon, game.payoutHundredths(outcome, taken.choice))
      return { ...taken, outcome: outcome as unknown, winWon, dueMs: game.dueMs?.(outcome) }
    },
    settle: (round: { outcome: unknown; choice: string; stakeWon: number }, scores: ReadonlyMap<string, unknown>) => {
      const placed = game.outcomeSchema.parse(round.outcome)
      const outcome = game.outcomeSchema.parse(game.settle?.(placed, scores) ?? placed)
      const winWon = calculatePayout(round.stakeWon, game.payoutHundredths(outcome, round.choice))
      return { outcome: outcome as unknown, winWon }
    },
    render: (view: {
      locale: Locale
      table: Table
      isFresh: boolean
      isOfOtherLaunch?: boolean
      choice?: string
    }): GameParts => {
      const table = parseTable(view.table)
      const round = view.isOfOtherLaunch ? undefined : table.rounds.at(-1)
      const choice = view.choice ?? round?.choice
      const isLit = view.isFresh && round !== undefined && isWin(round)
      return game.render({ ...view, ...playTexts(view.locale), table, round, isLit, choice })
    },
  }
}
