import { z } from 'zod'
import { paletteOf, patchwork } from './art'
import { html, type Markup } from './document'
import {
  type Cards,
  cards,
  type Draw,
  match,
  odds,
  type Reels,
  type Rules,
  returnBasisPoints,
  type Score,
  slot,
  TIE_PAYS,
  TWO_CHERRIES,
  threeOfAKind,
} from './rules'
import { type Language, words } from './words'

/** A game as its page shows it: the rules, and the face they wear. */
export type Table = {
  choices: readonly string[]
  /** What every choice gives back at least, in hundredths of a percent. */
  returnBasisPoints: number
  /** Draws a round. `outcome` is kept as JSON and shown again by `stage`. */
  play: (draw: Draw) => { outcome: unknown; paysHundredths: (choice: string) => number }
  /** The picture of a kept outcome, or of a game not begun. @throws when the outcome is not one of this game's. */
  stage: (outcome: unknown, about: { provider: string; language: Language }) => Markup
  /** The same in one short line of words; '' before the first round. */
  told: (outcome: unknown, language: Language) => string
  pays: (language: Language) => Markup
}

type Face<Outcome> = {
  rules: Rules<Outcome>
  shape: z.ZodType<Outcome>
  stage: (outcome: Outcome | undefined, about: { provider: string; language: Language }) => Markup
  told: (outcome: Outcome, language: Language) => string
  pays: (language: Language) => Markup
}

function table<Outcome>({ rules, shape, stage, told, pays }: Face<Outcome>): Table {
  return {
    choices: rules.choices,
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
    const rows = threeOfAKind.map(([name, multiple]) => ({ told: `${symbol[name]} × 3`, multiple }))
    return payTable(
      [...rows, { told: `${symbol.cherry} × 2`, multiple: TWO_CHERRIES }].map(({ told, multiple }) => [
        told,
        times(String(multiple)),
      ]),
    )
  },
})

const rankNames: Readonly<Record<number, string>> = { 1: 'A', 11: 'J', 12: 'Q', 13: 'K' }
const rankName = (rank: number | undefined) => (rank === undefined ? '–' : (rankNames[rank] ?? String(rank)))
const rank = z.int().min(1).max(13)

const cardTable = table<Cards>({
  rules: cards,
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
  pays: (language) => {
    const { choice, times, cardsRule } = words(language)
    return html`<p class="faint">${cardsRule}</p>${payTable([
      [choice.dragon, times('2')],
      [choice.tiger, times('2')],
      [choice.tie, times(inTimes(TIE_PAYS))],
    ])}`
  },
})

const goals = z.int().min(0).max(4)

const matchTable = table<Score>({
  rules: match,
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
  pays: (language) => {
    const { choice, times, matchRule } = words(language)
    return html`<p class="faint">${matchRule}</p>${payTable(
      (['home', 'draw', 'away'] as const).map((name) => [choice[name], times(inTimes(odds[name] ?? 0))]),
    )}`
  },
})

/** Which game a provider of each kind brings. */
export const tables: Readonly<Record<'slot' | 'casino' | 'sport', Table>> = {
  slot: slotTable,
  casino: cardTable,
  sport: matchTable,
}

/** Hundredths as a plain figure: 1250 is 12.5. */
function inTimes(hundredths: number): string {
  return String(hundredths / 100)
}

type Side = { name: 'spade' | 'heart' | 'ball'; caption: string; figure: string }

function twoSides([first, second]: readonly [Side, Side], about: { provider: string; against: string }): Markup {
  const palette = paletteOf(about.provider)
  const shown = ({ name, caption, figure }: Side, place: number) =>
    html`<figure>${patchwork(name, palette, place)}<figcaption>${caption} <b class="figure">${figure}</b></figcaption></figure>`
  return html`<div class="stage two">${shown(first, 0)}<span class="against">${about.against}</span>${shown(second, 1)}</div>`
}

function payTable(rows: readonly (readonly [told: string, pays: string])[]): Markup {
  return html`<table>${rows.map(([told, pays]) => html`<tr><th scope="row">${told}</th><td>${pays}</td></tr>`)}</table>`
}
