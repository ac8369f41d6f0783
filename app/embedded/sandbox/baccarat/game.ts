import { z } from 'zod'
import { splitIntoPieces } from '~/ui/artwork/pieces'
import { createRandomInt } from '~/ui/artwork/random'
import { shapes } from '~/ui/artwork/shapes/shapes'
import type { Provider } from '../../seed/sandbox-games'
import { betLine, betLineStyles } from '../bet-line'
import { html, type Markup, providerPalette } from '../html-page'
import { defineGame, type PlayedRound, roundPaceMs } from '../sandbox-game'
import type { PlayTexts } from '../texts'
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

const baccaratStyles = `
main.game{--stop:.7s}main.game:has(.card:nth-child(3)){--stop:1.3s}
.bets{display:grid;grid-template-columns:repeat(auto-fit,minmax(5rem,1fr));gap:.5rem}
.table{background:var(--panel);border-radius:.75rem;overflow:hidden}
.felt{position:relative;display:grid;grid-template-columns:repeat(auto-fit,minmax(min(7.5rem,100%),1fr));
gap:.5rem;padding:.75rem;overflow:hidden}.felt>svg{position:absolute;inline-size:100%;block-size:100%}
.hand{position:relative;padding:.375rem;border-radius:.5rem}
${betLineStyles(3)}
@media(min-height:44.01rem){form:not(:has([name=choice]:checked)) .result{min-block-size:6.75rem;
background:var(--panel);border-radius:.75rem}
.result.ready~* .slip{margin-block-start:4.25rem}}
.hand.hit{box-shadow:0 0 0 2px #fbf8f1}.felt:has(.hit) .hand:not(.hit) .cards{opacity:.8}
.win .hand.hit{box-shadow:0 0 0 3px var(--accent),0 0 1.5rem var(--accent)}
.hand p{display:flex;align-items:center;gap:.375rem;margin-block-end:.5rem;padding:.125rem .5rem;border-radius:.375rem;
background:var(--panel);font-size:.9375rem;line-height:1.375rem;font-weight:600}
.hand p span{flex:1;min-inline-size:0}.hand p b{font-size:1.375rem;line-height:1.75rem;font-variant-numeric:tabular-nums}
.cards{display:flex;justify-content:center;gap:.25rem}
.card{display:block;inline-size:min(9rem,(100% - .5rem)/3);block-size:auto;filter:drop-shadow(0 1px 2px rgb(0 0 0/.4))}
.card rect{fill:#fbf8f1}.card.red{fill:#b3243a}.card.black{fill:#1b242a}
.card text{font:700 22px/1 sans-serif;text-anchor:middle;letter-spacing:-.06em}
.bead{display:inline-grid;place-items:center;flex:none;inline-size:1.25rem;block-size:1.25rem;border-radius:50%;color:#fff;
font:700 .75rem/1 sans-serif}
.bead.player{background:#1c5b97}.bead.banker{background:#b3243a}.bead.tie{background:#0c6b4a}
.choice .bead{margin-block-end:.125rem}
.shoe{display:flex;gap:.75rem;align-items:center;padding:.625rem .75rem;font-size:.875rem;line-height:1.375rem}
.shoe>svg{flex:none;inline-size:2.25rem;block-size:auto}.shoe p{flex:1}.shoe span{color:var(--soft)}
.left{display:block;inline-size:100%;block-size:.375rem;margin-block-start:.25rem;fill:var(--pressed);border-radius:.1875rem}
.left .rest{fill:var(--soft)}.left .cut{fill:var(--accent)}
.road{display:grid;grid-auto-flow:column;grid-template-rows:repeat(6,var(--bead));grid-auto-columns:minmax(0,var(--bead));gap:.125rem;
--bead:1rem;--pitch:calc(var(--bead) + .125rem);padding:.25rem .75rem .625rem;
padding-inline:calc(.75rem + mod(100% - 1.375rem,var(--pitch))/2);
background:radial-gradient(circle at calc(var(--bead)/2) calc(var(--bead)/2),var(--edge) calc(var(--bead)*.09),#0000 calc(var(--bead)*.12))
0 0/var(--pitch) var(--pitch) content-box,linear-gradient(var(--panel),var(--panel))}
.road .bead{inline-size:100%;block-size:auto;aspect-ratio:1;font-size:calc(var(--bead)*.6)}
@media(max-height:44rem){.act .slip{margin:0;padding:0;background:none;font-size:.875rem;line-height:1.5rem}
.result.ready~* .slip{margin-block:.75rem 1rem}}
@media(orientation:portrait) and (max-width:46.99rem){
.act .result{flex-flow:row wrap;align-items:baseline;gap:0 .5rem;min-block-size:1.625rem;margin-block-end:.25rem}
.result .faint{font-size:.8125rem}.result .sum{font-size:1.125rem;line-height:1.5rem}
.result .staked{position:absolute;clip-path:inset(50%)}
.act .slip{margin-block-end:.25rem;padding:0;background:none;line-height:1.5rem}
form:not(:has([name=choice]:checked)) .result{align-content:center;min-block-size:3.625rem;margin:0}
.result.ready~* .slip{margin-block:1.875rem .25rem}}
@media(orientation:portrait) and (max-width:46.99rem) and (max-height:48rem){.shoe{display:none}.road{padding-block-start:.625rem}}
@media(max-height:44rem){.act legend{position:absolute;clip-path:inset(50%)}}
@media(orientation:landscape) and (max-height:32rem){[data-part=choices] legend{position:absolute;clip-path:inset(50%)}.act{display:grid;grid-template:3rem 1.75rem/minmax(0,1fr)}.act .result{margin:0}
.result.ready{grid-row:1/3}.act>[data-part=slip]{grid-row:2}.act .slip,.result.ready~* .slip{margin:0}.act fieldset{grid-row:3}.act .main{grid-row:4}}
@media(min-width:47rem) and (max-width:59.99rem) and (min-height:32.01rem){
main.game{grid-template:"header header" "stage play" "rules rules"/minmax(0,1fr) 20rem;column-gap:1.5rem;max-inline-size:60rem}
.game header{grid-area:header}.stage{grid-area:stage}.play{grid-area:play}
.stage,.table{display:grid;grid-template-rows:minmax(0,1fr)}.felt{align-content:center}.road{--bead:1.5rem}
.rules{grid-area:rules;columns:2;column-gap:1.5rem}.game .rules h2,.rules details{margin-block-start:0}.rules details{break-before:column;border:0}.rules summary{padding-block-start:0}}
@media(min-width:60rem){main.game{grid-template:"header header" "stage play" "below play" "rules play" 1fr/minmax(0,1fr) 24rem;
max-inline-size:84rem}.stage{position:static}.felt{padding:1.5rem;gap:1rem}.hand{padding:.75rem}
.table{display:grid;grid-template-columns:auto minmax(12rem,1fr);align-items:center}.felt{grid-column:1/-1}.shoe{grid-column:2}
.road{--bead:1.75rem;grid-area:2/1;min-inline-size:calc(12*var(--pitch) + 1.375rem);padding-inline:.75rem}}
@media(prefers-reduced-motion:no-preference){
.fresh .card{animation:deal .3s cubic-bezier(.2,.7,.3,1) backwards}.fresh .hand+.hand .card{animation-delay:.12s}
.fresh .card:nth-child(2){animation-delay:.24s}.fresh .hand+.hand .card:nth-child(2){animation-delay:.36s}
.fresh .card:nth-child(3){animation-delay:.7s}.fresh .hand+.hand .card:nth-child(3){animation-delay:1s}
.fresh .hand p b{animation:appear 80ms var(--stop) backwards}.fresh .hit{animation:mark .3s var(--stop) backwards}
.fresh .felt:has(.hit) .hand:not(.hit) .cards{animation:dim .3s var(--stop) backwards}
@keyframes mark{from{box-shadow:none}}
@keyframes dim{from{opacity:1}}
@keyframes deal{from{opacity:0;transform:translate(2rem,3rem) rotateY(80deg)}}
}
@media(forced-colors:active){.bead{forced-color-adjust:none}.hand.hit{outline:3px solid Highlight}}
`

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
      styles: baccaratStyles,
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
