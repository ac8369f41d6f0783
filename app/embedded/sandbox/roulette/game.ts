import { z } from 'zod'
import { betLine, betLineStyles } from '../bet-line'
import { html, type Markup, providerPalette } from '../html-page'
import { defineGame, roundPaceMs, type Table } from '../sandbox-game'
import type { PlayTexts } from '../texts'
import { colourOf, coveredBy, groups, numbers, payoutOf, payRoulette, returnPercent, wheel } from './rules'

const rouletteStyles = (bets: number, felt: string) => `
main.game{--stop:2.6s}
.table{position:relative;display:flex;flex-direction:column-reverse;gap:.5rem}
.rim{aspect-ratio:17/5;overflow:hidden;border-radius:.75rem;background:${felt}}
.wheel{display:block;inline-size:146%;block-size:auto;margin-inline:-23%}
.wheel path.red{fill:#a8203a}.wheel path.black{fill:#1b242a}.wheel path.green{fill:#0c6b4a}
.wheel text{fill:#fbf8f1;font:600 9px/1 sans-serif;text-anchor:middle}
.wheel .disc>path[class]{stroke:#fbf8f1;stroke-width:.5}
.ball circle{fill:#fbf8f1;stroke:#1b242a}
.red,.black,.green{--pocket:#a8203a}.black{--pocket:#1b242a}.green{--pocket:#0c6b4a}
.pocket{display:none;place-items:center;block-size:3.25rem;border-radius:.5rem;background:var(--pocket);color:#fff;font-size:1.625rem;font-weight:700;font-variant-numeric:tabular-nums}
.pocket,.latest i{box-shadow:inset 0 0 0 1px rgb(255 255 255/.25)}
.win .pocket{box-shadow:0 0 0 3px var(--accent)}
.latest{display:flex;gap:.25rem;block-size:1.75rem;overflow:hidden}
.latest b{align-self:center;color:var(--soft);font-size:.8125rem;font-weight:400}.latest:empty{display:none}.rim:has(~.latest:empty){box-sizing:content-box;padding-block-end:2.25rem}
.latest i{flex:none;inline-size:2rem;padding-block:.25rem;border-radius:.25rem;background:var(--pocket);color:#fff;font-style:normal;
font-size:.8125rem;line-height:1.25rem;text-align:center;font-variant-numeric:tabular-nums}
.bets{display:grid;grid-template-columns:repeat(12,minmax(0,1fr));gap:.25rem;padding:.375rem;border-radius:.75rem;background:${felt}}
.bets .choice{grid-column:span 3;border-color:transparent;background:var(--panel)}
.bets .choice:has(:checked){border-color:var(--mark);background:var(--raised)}
.bets :is(.red,.black):not(.number) b{display:flex;align-items:center;gap:.25rem}
.bets :is(.red,.black):not(.number) b::before{content:"";inline-size:.75rem;block-size:.75rem;border:1px solid rgb(255 255 255/.5);border-radius:50%;background:var(--pocket)}
.bets .number{grid-column:span 2;background:var(--pocket);color:#fff;border-color:transparent}
.bets .number:has(:checked){background:var(--pocket);border-color:var(--ground);box-shadow:0 0 0 3px var(--mark)}
.number.hit::after{content:"";position:absolute;inset:-.1875rem;border:.1875rem solid #fbf8f1;border-radius:.625rem;pointer-events:none}
.number.hit:has(:checked)::after{inset:0;border-width:.125rem;border-radius:.4375rem}
.bets .number{order:1}.bets .green{order:0;grid-column:span 8}.each{grid-column:span 4;display:flex;flex-wrap:wrap;align-content:center;
justify-content:center;gap:0 .25rem;color:#fff;font-size:.8125rem;line-height:1.25rem;text-align:center}.bets .choice i{font-style:normal;font-size:.8125rem;line-height:1.25rem;white-space:nowrap}
.result .staked{position:absolute;clip-path:inset(50%)}
${betLineStyles(bets)}
@media(orientation:portrait) and (max-width:47.99rem){
.play{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between}.play>*{flex:1 0 100%}
.play>.sitting,.play>.purse{order:-1;flex:0 1 auto;margin:0 0 .25rem}.stage{position:sticky;min-inline-size:0;inset-block-start:-2.25rem;z-index:1;background:var(--ground)}
.bets .choice{min-block-size:2.25rem;padding:0}.choice:has(i) b{position:absolute;clip-path:inset(50%)}
.bets :is(b,i,span){line-height:1.125rem}.bets .choice i{font-weight:700}.rim{aspect-ratio:9/2}.wheel{margin-block-start:-5%}
.act{display:grid;grid-template-columns:minmax(0,1fr);gap:.25rem;border-block-start:1px solid var(--edge);margin-inline:-1rem;padding-inline:1rem}
.act legend{position:absolute;clip-path:inset(50%)}
.act fieldset,.act .result,.act .slip{margin:0}
.act .slip{padding:0;background:none;font-size:.875rem}
.act .result{flex-flow:row wrap;align-items:baseline;gap:0 .5rem;min-block-size:1.5rem}
.result .faint{font-size:.8125rem}.result .sum{font-size:1.125rem;line-height:1.5rem}
.act button{min-block-size:3rem;margin-block-start:.125rem;font-size:1rem}.act .main small{line-height:.875rem}
.game .choice input{scroll-margin-block:9.5rem 13rem}}
@media(min-width:48rem){main.game{max-inline-size:48rem}.rim{aspect-ratio:17/4}.wheel{inline-size:125%;margin-inline:-12.5%}
.bets{padding:1rem;grid-template-columns:repeat(14,minmax(0,1fr));grid-template-rows:repeat(3,3.25rem);grid-auto-flow:column dense}
.bets .choice.number{grid-area:1/auto}
.bets .number:nth-child(3n+2){grid-row:3}.bets .number:nth-child(3n){grid-row:2}.bets .choice.green{grid-area:1/1/4/2}.each{grid-area:4/1/6/2}
.bets .right:not(.number){grid-area:1/14}.bets .middle{grid-area:2/14}.bets .left{grid-area:3/14}
.bets :is(.left,.middle,.right) :is(b,i){position:absolute;clip-path:inset(50%)}
.bets .first{grid-area:4/2/5/6}.bets .second{grid-area:4/6/5/10}.bets .third{grid-area:4/10/5/14}
.bets .low{grid-area:5/2/6/4}.bets .even{grid-area:5/4/6/6}.bets .red:not(.number){grid-area:5/6/6/8}
.bets .black:not(.number){grid-area:5/8/6/10}.bets .odd{grid-area:5/10/6/12}.bets .high{grid-area:5/12/6/14}
.act{display:grid;grid-template:1fr auto/repeat(3,minmax(0,1fr));gap:.25rem 1rem;padding:.75rem;border-radius:.75rem;
background:var(--panel)}.act :is(.result,fieldset,.slip){margin:0}.act .result{min-block-size:2.75rem}
.act .result,.act>[data-part=slip]{grid-column:1}.act .result.ready,.result.ready~[data-part=slip]{grid-row:1/3}
.act>[data-part=slip]{display:grid;align-items:center}.act fieldset{grid-area:1/2/3/3}
.stakes{grid-template-columns:repeat(3,minmax(0,1fr))}.game .stakes b{font-size:.9375rem}
.act .main{grid-area:1/3/3/4}.act .result .sum{font-size:1.25rem;line-height:1.75rem}}
@media(min-width:60rem) and (min-height:32.01rem){
main.game{grid-template:"header header" "stage play" "rules play" 1fr/minmax(0,1fr) 38rem;max-inline-size:84rem}
.table{flex-direction:column;align-items:center;gap:.75rem;padding:.75rem;border-radius:.75rem;background:var(--panel)}
.rim{aspect-ratio:auto;background:none;inline-size:min(100%,34rem,100vh - 20rem)}.rim:has(~.latest:empty){padding:0}
.wheel{inline-size:100%;margin:0}
.latest{flex-wrap:wrap;block-size:auto}.latest:not(:has(i+i)){display:none}
.pocket{display:grid;position:absolute;inset-block-start:.5rem;inset-inline-start:.5rem;min-inline-size:3.25rem}
.game .choice input{scroll-margin-block-end:0}}
@media(min-width:75rem){main.game{grid-template-columns:minmax(0,2fr) minmax(0,3fr)}.bets{grid-template-rows:repeat(3,4rem) 3.5rem 3.5rem}}
@media(orientation:landscape) and (max-height:32rem){main.game{grid-template:"header header" "stage choices" "act choices" "act foot"
"below rules"/minmax(0,1fr) minmax(0,1fr);max-inline-size:none}.play,.play form:has(.act){display:contents}
[data-part=choices]{grid-area:choices;align-self:start}.act{grid-area:act;inset-block:.25rem auto;align-self:start}
.sitting,.purse{grid-area:foot;align-self:center;max-inline-size:50%;margin:0}.purse{justify-self:end}
.stage{position:static}.rim{aspect-ratio:4}.wheel{inline-size:146%;margin:-2% -23% 0}.bets{padding:.25rem}.each{font-size:.6875rem;letter-spacing:-.05em}.bets .choice{padding:0}.bets .choice b,.game .stakes b{font-size:.8125rem}
.act{grid-template:auto 3rem 1.5rem auto/minmax(0,1fr);gap:.25rem;padding:.25rem .5rem}[data-part=choices] legend,.act legend{position:absolute;clip-path:inset(50%)}
.act fieldset{grid-area:1/1}.act .result{grid-area:2/1}.act .result.ready{grid-area:2/1/4}.act .main{grid-area:4/1}
.act .result~[data-part=slip]{grid-area:3/1;display:block}.act .slip{padding:0;background:none;font-size:.875rem}
.stakes{grid-template-columns:repeat(6,minmax(0,1fr))}}
@media(prefers-reduced-motion:no-preference){
.turning .disc{animation:disc 2.6s cubic-bezier(.15,.6,.25,1) backwards}
.turning .ball{animation:ball 2.6s cubic-bezier(.2,.5,.2,1) backwards}
.fresh :is(.pocket,.latest b+i),.fresh .hit::after{animation:appear 80ms var(--stop) backwards}
[data-busy]:not(.fresh) .stage{animation:none}[data-busy]:not(.fresh) .disc{animation:around 4s linear infinite}
@keyframes disc{from{rotate:-300deg}}@keyframes ball{from{rotate:1500deg}}@keyframes around{to{rotate:360deg}}}
@media(forced-colors:active){.number,.pocket,.latest i{forced-color-adjust:none}}
`

const bets = [...groups, ...numbers.map(String)]

export const rouletteGame = defineGame<number>({
  outcomeSchema: z.literal(wheel),
  mark: (pocket) => ({ text: String(pocket) }),
  earlierRounds: 12,
  title: 'roulette.title',
  paceMs: roundPaceMs.table,
  paceText: 'game.pace',
  lost: 'slip.wrong',
  paidOut: 'slip.paidOut',
  takeChoice: (choice) => (bets.includes(choice) ? { choice } : { refused: 'roulette.chooseFirst' }),
  draw: (draw) => draw(wheel.length),
  payoutHundredths: payRoulette,
  nameInHistory: (_pocket, choice, texts) => [`${texts.t('roulette.title')} · ${betName(choice, texts)}`],
  render: (view) => {
    const { t, table, round, isFresh, isLit, choice } = view
    const field = (bet: string, index: number, content: Markup, kind = '') =>
      html`<label class="choice ${kind}"><input type="radio" name="choice" id="c${index}" value="${bet}" required${
        bet === choice && html` checked`
      }>${content}</label>`
    const groupFields = groups.map((group, index) =>
      field(
        group,
        index,
        html`<b>${t(`roulette.${group}`)}</b>${isColumn(group) && html`<i>${columnRange(coveredBy(group))}</i>`}<span>${oddsText(
          group,
        )}</span>`,
        group,
      ),
    )
    const numberFields = numbers.map((number) =>
      field(
        String(number),
        groups.length + number,
        html`<b>${number}</b>`,
        `number ${colourOf(number)}${number === round?.outcome ? ' hit' : ''}`,
      ),
    )
    const paid = ['red', 'first', '0'] as const
    return {
      stage: html`<div class="table${isLit && ' win'}"><div class="rim">${wheelPicture(round?.outcome, isFresh, table)}</div>${round && html`<p class="pocket ${colourOf(round.outcome)}" aria-hidden="true">${round.outcome}</p>`}${latestNumbers(table, view)}</div>`,
      choices: html`<fieldset><legend>${t('roulette.choose')}</legend><div class="bets">${groupFields}${numberFields}<p class="each"><span>${t('roulette.pays.1')}</span> <b>${oddsText('0')}</b></p></div></fieldset>`,
      slip: betLine(
        bets.map((bet) => ({
          pick: html`${betName(bet, view)} <b>${oddsText(bet)}</b>`,
          payoutHundredths: payoutOf(bet),
        })),
        view,
      ),
      outcomeText: round ? t('roulette.result', { pocket: pocketText(round.outcome, view) }) : t('roulette.pick'),
      actionText: t('roulette.spin'),
      payouts: html`<table>${paid.map(
        (
          bet,
        ) => html`<tr><th scope="row">${t(`roulette.pays.${coveredBy(bet).length as 18 | 12 | 1}`)}</th><td>${oddsText(bet)}</td>
<td>${t('baccarat.return', { percent: returnPercent })}</td></tr>`,
      )}</table>
<p class="faint">${t('roulette.rules', { percent: returnPercent })}</p>`,
      styles: rouletteStyles(bets.length, providerPalette(table.provider).background[1]),
    }
  },
})

const isColumn = (bet: (typeof groups)[number]) => ['left', 'middle', 'right'].includes(bet)

const columnRange = (column: readonly number[]) => `${column.slice(0, 3).join('·')}~${column.at(-1)}`

const oddsText = (bet: string) => `${payoutOf(bet) / 100 - 1}:1`

function betName(bet: string, { t }: PlayTexts): string {
  const group = groups.find((name) => name === bet)
  return group ? t(`roulette.${group}`) : bet
}

function pocketText(pocket: number, { t }: PlayTexts): string {
  const colour = colourOf(pocket)
  return colour === 'green' ? String(pocket) : `${pocket} ${t(`roulette.${colour}`)}`
}

const degreesOfPocket = 360 / wheel.length

function wheelPicture(pocket: number | undefined, isFresh: boolean, { provider }: Table): Markup {
  const { background, shape } = providerPalette(provider)
  const point = (degrees: number, radius: number) => {
    const angle = ((degrees - 90) * Math.PI) / 180
    return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`
  }
  const half = degreesOfPocket / 2
  const pockets = wheel.map((number, index) => {
    const at = index * degreesOfPocket
    return html`<path class="${colourOf(number)}" d="M${point(at - half, 92)}A92 92 0 0 1 ${point(at + half, 92)}L${point(
      at + half,
      62,
    )}A62 62 0 0 0 ${point(at - half, 62)}Z"/><text transform="rotate(${at.toFixed(2)})" y="-80">${number}</text>`
  })
  const turn = (Math.max(0, wheel.indexOf(pocket as 0)) * degreesOfPocket).toFixed(2)
  const ball = pocket !== undefined && html`<g class="ball"><circle cy="-69" r="5"/></g>`
  return html`<svg class="wheel${isFresh && ' turning'}" viewBox="-100 -100 200 200" aria-hidden="true">
<circle r="98" fill="${background[0]}"/>
<g class="disc"><g transform="rotate(-${turn})">${pockets}</g>
<circle r="61" fill="${background[1]}"/><circle r="34" fill="${background[2]}"/>
<path d="M0-44V44M-44 0H44" stroke="${shape[0]}" stroke-width="5" stroke-linecap="round"/>
<circle r="10" fill="${shape[1]}"/>${ball}</g></svg>`
}

function latestNumbers({ rounds }: Table<number>, texts: PlayTexts): Markup {
  if (rounds.length === 0) return html`<div class="latest"></div>`
  const latest = rounds.map(({ outcome }) => outcome).reverse()
  const label = texts.t('roulette.latest', { numbers: latest.map((pocket) => pocketText(pocket, texts)).join(', ') })
  const fields = latest.map((pocket) => html`<i class="${colourOf(pocket)}">${pocket}</i>`)
  return html`<div class="latest" role="img" aria-label="${label}"><b>${texts.t('roulette.recent')}</b>${fields}</div>`
}
