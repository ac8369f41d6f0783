import type { z } from 'zod'
import type { Locale } from '~/i18n/locale'
import { seconds } from '~/values/durations'
import type { Provider } from '../seed/catalogue'
import type { Markup } from './document'
import { calculatePayout, type Draw } from './payout'
import { type PlayTexts, playTexts, type TextKey } from './texts'

/** A round as it was stored. Amounts are whole won, `winWon` without the jackpot. */
export type PlayedRound<Outcome = unknown> = {
  outcome: Outcome
  choice: string
  stakeWon: number
  winWon: number
  jackpotWon: number
}

/** A round begins no sooner than this after the one before it. Source: UKGC RTS 14D of slots, 14G of other casino games. */
export const roundPaceMs = { slot: seconds(2.5), table: seconds(5) } as const

/** Whether a round returned more than its stake: only then is it a win, and celebrated. Source: UKGC RTS 14. */
export function isWin({ stakeWon, winWon, jackpotWon }: PlayedRound): boolean {
  return winWon + jackpotWon > stakeWon
}

/** An opened game and what was played in it. */
export type Table<Outcome = unknown> = {
  provider: Provider
  /** Code of the game: a slot's own, else the provider's. */
  game: string
  /** Today in Seoul, YYYY-MM-DD. */
  day: string
  /**
   * The latest `earlierRounds` of this launch or table, the oldest first. A draw gets those too that are still being settled; a
   * round that was refused or given back is in no list.
   */
  rounds: readonly PlayedRound<Outcome>[]
}

/** What one kind of game shows on its page, in the shell that all have. */
export type GameParts = {
  /** Result of the latest round as a picture, or what lies ready before the first. */
  stage: Markup
  /** Fields whose names begin with `choice`, of the form that plays a round; undefined where there is nothing to choose. */
  choices?: Markup
  /** What the form is about to do, right above its button: it stays in view. */
  slip?: Markup
  /** What unfolds the slip where it is folded; it stays as it is when a round is played. */
  fold?: Markup
  /** A button that computes what the slip pays, for pages without script; after the button that plays a round. */
  quote?: Markup
  /** What stands after the form, such as earlier results. */
  below?: Markup
  /** The outcome of the latest round in words; before the first what to do. */
  outcomeText: string
  actionText: string
  /** What pays how much, and how often. Stands below the form. */
  payouts: Markup
  /** CSS and script after those of all pages; trusted. */
  styles?: string
  script?: string
}

type GameView<Outcome> = PlayTexts & {
  locale: Locale
  table: Table<Outcome>
  round: PlayedRound<Outcome> | undefined
  /** Whether the page answers the request that played the round, so that it may move. */
  isFresh: boolean
  /** Whether the round is a fresh win, which is lit. */
  isLit: boolean
  /** What the form on the page has chosen: that of a form that played no round, else of the latest round. */
  choice: string | undefined
}

type GameDefinition<Outcome> = {
  /** Outcomes are stored as JSON. A stored outcome of another shape, from before an upgrade, is left out. */
  outcomeSchema: z.ZodType<Outcome>
  /** An outcome as a lobby shows it among those of a table, in a few letters. */
  mark?: (outcome: Outcome) => string
  /** How many earlier rounds of the launch the game looks at: 1 or more. */
  earlierRounds: number
  /** Whether a member plays in all windows of the provider on one table, and has there what they played of late in any. */
  isOneTable?: true
  /** Title of a game that is not in the catalogue. */
  title?: TextKey
  paceMs: number
  /** What the button says of it; nothing where no rule asks for a pace. */
  paceText?: TextKey
  /** What is said of a round that pays nothing. */
  lost: TextKey
  /** What is said of a round that pays more than its stake, with the `amount`. */
  paidOut: TextKey
  /**
   * Checks what a form bets on.
   *
   * @param submitted values of the fields, with blanks between them; '' for none.
   * @returns the choice as it is stored with its round, such as with the odds at which it was taken, or why it can't be
   * bet on.
   */
  takeChoice: (submitted: string, table: Table<Outcome>) => { choice: string } | { refused: TextKey }
  /** Draws the outcome of a round. `table` can't change before it is stored. */
  draw: (draw: Draw, table: Table<Outcome>, choice: string) => Outcome
  /** What a list of bets says of a round beside the provider: what was bet on. At most 200 characters. */
  nameInHistory?: (outcome: Outcome, choice: string, texts: PlayTexts) => string
  /** Payout for a stake on `choice`, in hundredths of the stake: 0 is nothing, 100 is the stake itself. */
  payoutHundredths: (outcome: Outcome, choice: string) => number
  render: (view: GameView<Outcome>) => GameParts
}

/** A sandbox game as the engine of rounds and the page see it, which know no outcome. */
export type SandboxGame = ReturnType<typeof defineGame>

/** Defines a game by its rules and its page. */
export function defineGame<Outcome>(game: GameDefinition<Outcome>) {
  const parseTable = (table: Table): Table<Outcome> => ({
    ...table,
    rounds: table.rounds.flatMap((round) => {
      const { data } = game.outcomeSchema.safeParse(round.outcome)
      return data === undefined ? [] : [{ ...round, outcome: data }]
    }),
  })
  return {
    earlierRounds: game.earlierRounds,
    isOneTable: game.isOneTable,
    title: game.title,
    paceMs: game.paceMs,
    paceText: game.paceText,
    lost: game.lost,
    paidOut: game.paidOut,
    /** What a list of bets says of a stored round; undefined where it says no more than the game's name. */
    nameInHistory: (
      { outcome, choice }: Pick<PlayedRound, 'outcome' | 'choice'>,
      locale: Locale,
    ): string | undefined => {
      const { data } = game.outcomeSchema.safeParse(outcome)
      return data === undefined ? undefined : game.nameInHistory?.(data, choice, playTexts(locale))
    },
    /** Stored outcomes as a lobby shows them; what can't be read is left out. */
    marksOf: (outcomes: readonly unknown[]): string[] =>
      outcomes.flatMap((outcome) => {
        const { data } = game.outcomeSchema.safeParse(outcome)
        return data === undefined || !game.mark ? [] : [game.mark(data)]
      }),
    /** Plays a round on a table that nobody else plays on meanwhile. */
    play: (request: { choice: string; stakeWon: number }, table: Table, draw: Draw) => {
      const parsed = parseTable(table)
      const taken = game.takeChoice(request.choice, parsed)
      if ('refused' in taken) return taken
      const outcome = game.draw(draw, parsed, taken.choice)
      const winWon = calculatePayout(request.stakeWon, game.payoutHundredths(outcome, taken.choice))
      return { ...taken, outcome: outcome as unknown, winWon }
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
