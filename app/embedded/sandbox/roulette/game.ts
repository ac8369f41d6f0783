import { z } from 'zod'
import { betLine, betLineStyles } from '../bet-line'
import { html, type Markup, providerPalette } from '../html-page'
import { defineGame, roundPaceMs, type Table } from '../sandbox-game'
import type { PlayTexts } from '../texts'
import styles from './roulette.css?raw'
import { colourOf, coveredBy, groups, numbers, payoutOf, payRoulette, returnPercent, wheel } from './rules'

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
      styles: `main.game{--felt:${providerPalette(table.provider).background[1]}}${betLineStyles(bets.length)}${styles}`,
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
