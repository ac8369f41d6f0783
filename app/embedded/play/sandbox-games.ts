import { z } from 'zod'
import type { Language } from '../language'
import { patchwork } from './artwork'
import { html, type Markup } from './document'
import {
  type Cards,
  cardPayouts,
  cardRules,
  type Draw,
  type GameRules,
  matchOdds,
  matchRules,
  type Reels,
  returnBasisPoints,
  type Score,
  slotRules,
  threeOfAKindPayouts,
  twoCherriesPayout,
} from './game-rules'
import { sandboxTexts } from './texts'

type GameDefinition<Outcome> = {
  rules: GameRules<Outcome>
  /** Payouts by choice, in hundredths of the stake; undefined where there is one choice. */
  payouts?: Readonly<Record<string, number>>
  /** Title of a game that is not in the catalogue. */
  title?: (language: Language) => string
  outcomeSchema: z.ZodType<Outcome>
  /** Renders an outcome, or the start picture for undefined. */
  renderOutcome: (outcome: Outcome | undefined, about: { provider: string; language: Language }) => Markup
  /** Describes an outcome in one line. */
  describeOutcome: (outcome: Outcome, language: Language) => string
  renderPayouts: (language: Language) => Markup
}

/** A sandbox game: its rules and how its page renders them. Outcomes are stored as JSON, and parsed when they are read. */
export type SandboxGame = ReturnType<typeof defineGame>

function defineGame<Outcome>({ rules, payouts, outcomeSchema, ...game }: GameDefinition<Outcome>) {
  return {
    choices: rules.choices.map((name) => ({ name, payoutHundredths: payouts?.[name] })),
    title: game.title,
    returnBasisPoints: returnBasisPoints(rules),
    drawRound: (draw: Draw) => {
      const outcome = rules.draw(draw)
      return {
        outcome: outcome as unknown,
        payoutHundredths: (choice: string) => rules.payoutHundredths(outcome, choice),
      }
    },
    /** @throws when it is no outcome of this game. */
    renderOutcome: (outcome: unknown, about: { provider: string; language: Language }) =>
      game.renderOutcome(outcome === undefined ? undefined : outcomeSchema.parse(outcome), about),
    /** '' before the first round. */
    describeOutcome: (outcome: unknown, language: Language) =>
      outcome === undefined ? '' : game.describeOutcome(outcomeSchema.parse(outcome), language),
    renderPayouts: game.renderPayouts,
  }
}

const symbolSchema = z.enum(['seven', 'crown', 'bell', 'moon', 'coin', 'cherry'])

const slotGame = defineGame<Reels>({
  rules: slotRules,
  outcomeSchema: z.tuple([symbolSchema, symbolSchema, symbolSchema]),
  renderOutcome: (reels = ['moon', 'seven', 'cherry'], { provider }) => {
    return html`<div class="stage">${reels.map((name, place) => patchwork(name, provider, place))}</div>`
  },
  describeOutcome: (reels, language) => reels.map((name) => sandboxTexts(language).game.symbol[name]).join(' · '),
  renderPayouts: (language) => {
    const { symbol, times } = sandboxTexts(language).game
    return payTable([
      ...threeOfAKindPayouts.map(([name, multiple]): PayRow => [`${symbol[name]} × 3`, times(String(multiple))]),
      [`${symbol.cherry} × 2`, times(String(twoCherriesPayout))],
    ])
  },
})

const rankNames: Readonly<Record<number, string>> = { 1: 'A', 11: 'J', 12: 'Q', 13: 'K' }
const rankName = (rank: number | undefined) => (rank === undefined ? '–' : (rankNames[rank] ?? String(rank)))
const rankSchema = z.int().min(1).max(13)

const cardGame = defineGame<Cards>({
  rules: cardRules,
  payouts: cardPayouts,
  title: (language) => sandboxTexts(language).game.title.cards,
  outcomeSchema: z.object({ dragon: rankSchema, tiger: rankSchema }),
  renderOutcome: (dealt, { provider, language }) => {
    const { choice, against } = sandboxTexts(language).game
    return twoSides(
      [
        { name: 'spade', caption: choice.dragon, figure: rankName(dealt?.dragon) },
        { name: 'heart', caption: choice.tiger, figure: rankName(dealt?.tiger) },
      ],
      { provider, against },
    )
  },
  describeOutcome: ({ dragon, tiger }, language) => {
    const { choice } = sandboxTexts(language).game
    return `${choice.dragon} ${rankName(dragon)} · ${choice.tiger} ${rankName(tiger)}`
  },
  renderPayouts: (language) =>
    html`<p class="faint">${sandboxTexts(language).game.cardsRule}</p>${choicePayTable(cardPayouts, language)}`,
})

const goalsSchema = z.int().min(0).max(4)

const matchGame = defineGame<Score>({
  rules: matchRules,
  payouts: matchOdds,
  title: (language) => sandboxTexts(language).game.title.match,
  outcomeSchema: z.object({ home: goalsSchema, away: goalsSchema }),
  renderOutcome: (score, { provider, language }) => {
    const { side, against } = sandboxTexts(language).game
    return twoSides(
      [
        { name: 'ball', caption: side.home, figure: String(score?.home ?? '–') },
        { name: 'ball', caption: side.away, figure: String(score?.away ?? '–') },
      ],
      { provider, against },
    )
  },
  describeOutcome: ({ home, away }, language) => {
    const { side } = sandboxTexts(language).game
    return `${side.home} ${home} · ${side.away} ${away}`
  },
  renderPayouts: (language) =>
    html`<p class="faint">${sandboxTexts(language).game.matchRule}</p>${choicePayTable(matchOdds, language)}`,
})

/** The game of each kind of provider. */
export const sandboxGames: Readonly<Record<'slot' | 'casino' | 'sport', SandboxGame>> = {
  slot: slotGame,
  casino: cardGame,
  sport: matchGame,
}

/** Returns the localized name of a choice. */
export function choiceName(name: string, language: Language): string {
  const names: Readonly<Record<string, string>> = sandboxTexts(language).game.choice
  return names[name] ?? name
}

/** Formats hundredths of a stake as a multiple: 1250 is 12.5 times. */
export function formatMultiple(hundredths: number, language: Language): string {
  return sandboxTexts(language).game.times(String(hundredths / 100))
}

function choicePayTable(payouts: Readonly<Record<string, number>>, language: Language): Markup {
  return payTable(
    Object.entries(payouts).map(([name, hundredths]) => [
      choiceName(name, language),
      formatMultiple(hundredths, language),
    ]),
  )
}

type Side = { name: 'spade' | 'heart' | 'ball'; caption: string; figure: string }

function twoSides([first, second]: readonly [Side, Side], about: { provider: string; against: string }): Markup {
  const renderSide = ({ name, caption, figure }: Side, index: number) =>
    html`<figure>${patchwork(name, about.provider, index)}<figcaption>${caption} <b class="figure">${figure}</b></figcaption></figure>`
  return html`<div class="stage two">${renderSide(first, 0)}<span class="against">${about.against}</span>${renderSide(second, 1)}</div>`
}

type PayRow = readonly [told: string, pays: string]

function payTable(rows: readonly PayRow[]): Markup {
  return html`<table>${rows.map(([told, pays]) => html`<tr><th scope="row">${told}</th><td>${pays}</td></tr>`)}</table>`
}
