import { z } from 'zod'
import { paletteOf, patchwork } from './art'
import { html, type Markup } from './document'
import {
  type Cards,
  cardPrices,
  cards,
  type Draw,
  match,
  odds,
  type Reels,
  type Rules,
  returnBasisPoints,
  type Score,
  slot,
  TWO_CHERRIES,
  threeOfAKind,
} from './rules'
import { type Language, words } from './words'

/** A sandbox game: its rules and how its page renders them. */
export type Table = {
  /** What a member can bet on, with the payout in hundredths of the stake. With a single choice none is offered. */
  choices: readonly { name: string; paysHundredths?: number }[]
  /** Title of a game that is not in the catalogue. */
  title?: (language: Language) => string
  /** The lowest return to player of any choice, in basis points. */
  returnBasisPoints: number
  /** Draws a round. `outcome` is stored as JSON and rendered by `stage`. */
  play: (draw: Draw) => { outcome: unknown; paysHundredths: (choice: string) => number }
  /** Renders a stored outcome, or the start picture for undefined. @throws when it is no outcome of this game. */
  stage: (outcome: unknown, about: { provider: string; language: Language }) => Markup
  /** Describes a stored outcome in one line; '' before the first round. */
  told: (outcome: unknown, language: Language) => string
  pays: (language: Language) => Markup
}

type Face<Outcome> = {
  rules: Rules<Outcome>
  prices?: Readonly<Record<string, number>>
  title?: (language: Language) => string
  shape: z.ZodType<Outcome>
  stage: (outcome: Outcome | undefined, about: { provider: string; language: Language }) => Markup
  told: (outcome: Outcome, language: Language) => string
  pays: (language: Language) => Markup
}

function table<Outcome>({ rules, prices, title, shape, stage, told, pays }: Face<Outcome>): Table {
  return {
    choices: rules.choices.map((name) => ({ name, paysHundredths: prices?.[name] })),
    title,
    returnBasisPoints: returnBasisPoints(rules),
    play: (draw) => {
      const outcome = rules.draw(draw)
      return { outcome, paysHundredths: (choice) => rules.paysHundredths(outcome, choice) }
    },
    stage: (outcome, about) => stage(outcome === undefined ? undefined : shape.parse(outcome), about),
    told: (outcome, language) => (outcome === undefined ? '' : told(shape.parse(outcome), language)),
    pays,
  }
}

const symbol = z.enum(['seven', 'crown', 'bell', 'moon', 'coin', 'cherry'])

const slotTable = table<Reels>({
  rules: slot,
  shape: z.tuple([symbol, symbol, symbol]),
  stage: (reels = ['moon', 'seven', 'cherry'], { provider }) => {
    const palette = paletteOf(provider)
    return html`<div class="stage">${reels.map((name, place) => patchwork(name, palette, place))}</div>`
  },
  told: (reels, language) => reels.map((name) => words(language).symbol[name]).join(' · '),
  pays: (language) => {
    const { symbol, times } = words(language)
    return payTable([
      ...threeOfAKind.map(([name, multiple]): PayRow => [`${symbol[name]} × 3`, times(String(multiple))]),
      [`${symbol.cherry} × 2`, times(String(TWO_CHERRIES))],
    ])
  },
})

const rankNames: Readonly<Record<number, string>> = { 1: 'A', 11: 'J', 12: 'Q', 13: 'K' }
const rankName = (rank: number | undefined) => (rank === undefined ? '–' : (rankNames[rank] ?? String(rank)))
const rank = z.int().min(1).max(13)

const cardTable = table<Cards>({
  rules: cards,
  prices: cardPrices,
  title: (language) => words(language).title.cards,
  shape: z.object({ dragon: rank, tiger: rank }),
  stage: (dealt, { provider, language }) => {
    const { choice, against } = words(language)
    return twoSides(
      [
        { name: 'spade', caption: choice.dragon, figure: rankName(dealt?.dragon) },
        { name: 'heart', caption: choice.tiger, figure: rankName(dealt?.tiger) },
      ],
      { provider, against },
    )
  },
  told: ({ dragon, tiger }, language) => {
    const { choice } = words(language)
    return `${choice.dragon} ${rankName(dragon)} · ${choice.tiger} ${rankName(tiger)}`
  },
  pays: (language) => html`<p class="faint">${words(language).cardsRule}</p>${priceTable(cardPrices, language)}`,
})

const goals = z.int().min(0).max(4)

const matchTable = table<Score>({
  rules: match,
  prices: odds,
  title: (language) => words(language).title.match,
  shape: z.object({ home: goals, away: goals }),
  stage: (score, { provider, language }) => {
    const { side, against } = words(language)
    return twoSides(
      [
        { name: 'ball', caption: side.home, figure: String(score?.home ?? '–') },
        { name: 'ball', caption: side.away, figure: String(score?.away ?? '–') },
      ],
      { provider, against },
    )
  },
  told: ({ home, away }, language) => {
    const { side } = words(language)
    return `${side.home} ${home} · ${side.away} ${away}`
  },
  pays: (language) => html`<p class="faint">${words(language).matchRule}</p>${priceTable(odds, language)}`,
})

/** The game of each kind of provider. */
export const tables: Readonly<Record<'slot' | 'casino' | 'sport', Table>> = {
  slot: slotTable,
  casino: cardTable,
  sport: matchTable,
}

/** Returns the localized name of a choice. */
export function choiceName(name: string, language: Language): string {
  const names: Readonly<Record<string, string>> = words(language).choice
  return names[name] ?? name
}

/** Formats hundredths of a stake as a multiple: 1250 is 12.5 times. */
export function inTimes(hundredths: number, language: Language): string {
  return words(language).times(String(hundredths / 100))
}

function priceTable(prices: Readonly<Record<string, number>>, language: Language): Markup {
  return payTable(
    Object.entries(prices).map(([name, hundredths]) => [choiceName(name, language), inTimes(hundredths, language)]),
  )
}

type Side = { name: 'spade' | 'heart' | 'ball'; caption: string; figure: string }

function twoSides([first, second]: readonly [Side, Side], about: { provider: string; against: string }): Markup {
  const palette = paletteOf(about.provider)
  const shown = ({ name, caption, figure }: Side, place: number) =>
    html`<figure>${patchwork(name, palette, place)}<figcaption>${caption} <b class="figure">${figure}</b></figcaption></figure>`
  return html`<div class="stage two">${shown(first, 0)}<span class="against">${about.against}</span>${shown(second, 1)}</div>`
}

type PayRow = readonly [told: string, pays: string]

function payTable(rows: readonly PayRow[]): Markup {
  return html`<table>${rows.map(([told, pays]) => html`<tr><th scope="row">${told}</th><td>${pays}</td></tr>`)}</table>`
}
