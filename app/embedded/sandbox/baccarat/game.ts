import { z } from 'zod'
import { splitIntoPieces } from '~/ui/artwork/pieces'
import { createRandomInt } from '~/ui/artwork/random'
import { shapes } from '~/ui/artwork/shapes/shapes'
import type { Provider } from '../../seed/sandbox-games'
import { betLine, betLineStyles } from '../bet-line'
import { html, type Markup, providerPalette } from '../html-page'
import { defineGame, type PlayedRound, roundPaceMs } from '../sandbox-game'
import type { PlayTexts } from '../texts'
import styles from './baccarat.css?raw'
import {
  type BaccaratBet,
  type BaccaratRound,
  baccaratBets,
  baccaratPayouts,
  baccaratReturns,
  type Card,
  cardsBehindCut,
  drawBaccarat,
  isCutCardOut,
  maxShoeRounds,
  payBaccarat,
  pointsOf,
  roundsOfShoe,
  shoeAfter,
  shoeSize,
  winnerOf,
} from './rules'

const outcomeOf = ({ outcome }: PlayedRound<BaccaratRound>) => outcome
const handSchema = z.array(z.int().min(0).max(51)).min(2).max(3)

export const baccaratGame = defineGame<BaccaratRound>({
  outcomeSchema: z.object({ shuffled: z.boolean(), player: handSchema, banker: handSchema }),
  mark: (round) => ({ text: beadLetters[winnerOf(round)], startsShoe: round.shuffled }),
  earlierRounds: maxShoeRounds,
  title: 'baccarat.title',
  paceMs: roundPaceMs.table,
  paceText: 'game.pace',
  lost: 'slip.wrong',
  paidOut: 'slip.paidOut',
  takeChoice: (choice) => (baccaratBets.some((bet) => bet === choice) ? { choice } : { refused: 'game.chooseFirst' }),
  draw: (draw, { rounds }) => drawBaccarat(draw, rounds.map(outcomeOf)),
  payoutHundredths: payBaccarat,
  nameInHistory: (_round, choice, { t }) => {
    const bet = baccaratBets.find((name) => name === choice)
    return [bet ? `${t('baccarat.title')} · ${t(`baccarat.${bet}`)}` : t('baccarat.title')]
  },
  render: (view) => {
    const { t, table, round, isLit, choice } = view
    const latest = round?.outcome
    const winner = latest && winnerOf(latest)
    const rounds = table.rounds.map(outcomeOf)
    const points = [pointsOf(latest?.player ?? []), pointsOf(latest?.banker ?? [])]
    // The text names the winner first, so its points come first too.
    if (winner === 'banker') points.reverse()
    return {
      stage: html`<div class="table${isLit && ' win'}"><div class="felt">${feltAndCards(table.provider)}
${hand('player', latest, t)}${hand('banker', latest, t)}</div>${shoeLine(rounds, t)}${beadRoad(rounds, t)}</div>`,
      choices: html`<fieldset><legend>${t('game.choose')}</legend><div class="bets">${baccaratBets.map(
        (bet, index) =>
          html`<label class="choice"><input type="radio" name="choice" id="c${index}" value="${bet}" required${
            bet === choice && html` checked`
          }>${bead(bet)}<b>${t(`baccarat.${bet}`)}</b><span>${oddsText(bet)}</span></label>`,
      )}</div></fieldset>`,
      outcomeText: winner ? `${t(`baccarat.won.${winner}`)} ${points.join(' : ')}` : t('slip.choose'),
      slip: betLine(
        baccaratBets.map((bet) => ({
          pick: html`${t(`baccarat.${bet}`)} <b>${oddsText(bet)}</b>`,
          payoutHundredths: baccaratPayouts[bet],
        })),
        view,
      ),
      actionText: t('baccarat.deal'),
      payouts: html`<table>${baccaratBets.map(
        (bet) => html`<tr><th scope="row">${t(`baccarat.${bet}`)}</th><td>${oddsText(bet)}</td>
<td>${t('baccarat.return', { percent: (baccaratReturns[bet] / 100).toFixed(2) })}</td></tr>`,
      )}</table>
<details><summary>${t('baccarat.rules')}</summary><ul class="faint">${rules
        .flatMap((rule) => t(rule).split(/(?<=[.。]) ?(?=.)/))
        .map((sentence) => html`<li>${sentence}</li>`)}</ul></details>`,
      styles: betLineStyles(baccaratBets.length) + styles,
    }
  },
})

const rules = ['baccarat.rules.points', 'baccarat.rules.third', 'baccarat.rules.shoe'] as const

const oddsText = (bet: BaccaratBet) => `${(baccaratPayouts[bet] - 100) / 100}:1`

const beadLetters: Readonly<Record<BaccaratBet, string>> = { player: 'P', tie: 'T', banker: 'B' }
const bead = (winner: BaccaratBet) => html`<i class="bead ${winner}" aria-hidden="true">${beadLetters[winner]}</i>`

const suits = ['spade', 'heart', 'diamond', 'club'] as const
const suitPaths = { ...shapes, diamond: { outline: 'M50 2 88 50 50 98 12 50Z' } }
const rankOf = (card: Card) => ['A', 2, 3, 4, 5, 6, 7, 8, 9, 10, 'J', 'Q', 'K'][card % 13] ?? ''
const suitOf = (card: Card) => suits[Math.floor(card / 13)] ?? 'spade'

function feltAndCards(provider: Provider): Markup {
  const { background, shape } = providerPalette(provider)
  const patches = (width: number, height: number, colours: readonly string[]) =>
    splitIntoPieces({ width, height }, 6, createRandomInt(`table ${provider.code}`)).map(
      ({ x, y, ...size }, index) =>
        html`<rect x="${x}" y="${y}" width="${size.width}" height="${size.height}" fill="${colours[index % colours.length]}"/>`,
    )
  return html`<svg viewBox="0 0 240 80" preserveAspectRatio="xMidYMid slice" aria-hidden="true">${patches(240, 80, background)}
<symbol id="back" viewBox="-3 -3 50 70"><rect x="-3" y="-3" width="50" height="70" rx="5" fill="${shape[0]}"/>${patches(
    44,
    64,
    [background[1], shape[1], background[2], shape[2]],
  )}</symbol>${suits.map((suit) => html`<symbol id="${suit}" viewBox="0 0 100 100"><path d="${suitPaths[suit].outline}"/></symbol>`)}</svg>`
}

function hand(side: 'player' | 'banker', latest: BaccaratRound | undefined, t: PlayTexts['t']): Markup {
  const cards = latest?.[side] ?? []
  const values = {
    side: t(`baccarat.${side}`),
    points: pointsOf(cards),
    cards: cards.map((card) => `${t(`baccarat.suit.${suitOf(card)}`)} ${rankOf(card)}`).join(', '),
  }
  const label = latest ? t('baccarat.hand', values) : values.side
  const won = latest !== undefined && winnerOf(latest) === side
  return html`<div class="hand${won && ' hit'}" role="img" aria-label="${label}">
<p>${bead(side)}<span>${values.side}</span><b>${latest ? values.points : '–'}</b></p>
<div class="cards">${latest ? cards.map(cardFace) : [cardBack, cardBack]}</div></div>`
}

const cardBack = html`<svg class="card" viewBox="0 0 50 70"><use href="#back"/></svg>`

function cardFace(card: Card): Markup {
  const suit = suitOf(card)
  const colour = suit === 'heart' || suit === 'diamond' ? 'red' : 'black'
  return html`<svg class="card ${colour}" viewBox="0 0 50 70"><rect width="50" height="70" rx="5"/><text x="13" y="24">${rankOf(
    card,
  )}</text><use href="#${suit}" x="5" y="30" width="15" height="15"/><use href="#${suit}" x="21" y="38" width="25" height="25"/></svg>`
}

function shoeLine(rounds: readonly BaccaratRound[], t: PlayTexts['t']): Markup {
  const shoe = shoeAfter(rounds)
  const text = isCutCardOut(shoe) ? t('baccarat.shuffle') : t('baccarat.cut', { cards: shoe.count - cardsBehindCut })
  return html`<div class="shoe"><svg viewBox="0 0 44 56" aria-hidden="true">${[8, 4, 0].map(
    (offset) => html`<use href="#back" x="${offset - 2}" y="${offset / 2}" width="40" height="50"/>`,
  )}</svg><p><b>${t('baccarat.left', { left: shoe.count })}</b> <span>${text}</span>
<svg class="left" viewBox="0 0 ${shoeSize} 8" preserveAspectRatio="none" aria-hidden="true"><rect width="${shoeSize}" height="8"/>
<rect class="rest" width="${shoe.count}" height="8"/><rect class="cut" x="${cardsBehindCut}" width="3" height="8"/></svg></p></div>`
}

function beadRoad(rounds: readonly BaccaratRound[], t: PlayTexts['t']): Markup {
  const winners = roundsOfShoe(rounds).map(winnerOf)
  const count = (bet: BaccaratBet) => winners.filter((winner) => winner === bet).length
  const label = t('baccarat.road', {
    count: winners.length,
    player: count('player'),
    banker: count('banker'),
    tie: count('tie'),
    rounds: winners.map((winner) => t(`baccarat.${winner}`)).join(', '),
  })
  return html`<div class="road" role="img" aria-label="${label}">${winners.map(bead)}</div>`
}
