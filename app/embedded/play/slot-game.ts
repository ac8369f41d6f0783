import { patchwork } from './artwork'
import { html } from './document'
import { defineGame, type GameParts } from './sandbox-game'
import {
  drawStops,
  lastRank,
  lineWin,
  pairPayout,
  rowsAt,
  type Stops,
  slotOdds,
  stopsSchema,
  threePayouts,
} from './slot-rules'

const toySymbols = ['seven', 'crown', 'bell', 'moon', 'coin', 'cherry'] as const

export const slotGame = defineGame<Stops>({
  outcomeSchema: stopsSchema,
  earlierRounds: 1,
  takeChoice: () => ({ choice: 'spin' }),
  draw: (draw) => drawStops(draw),
  payoutHundredths: (stops) => 100 * lineWin(stops).multiple,
  render: ({ t, table, round }): GameParts => {
    const stops = round?.outcome ?? [0, 9, 5]
    const symbol = (rank: number) => t('slot.symbol', { number: rank + 1 })
    const multiple = (times: number) => t('game.times', { times: String(times) })
    const picture = (stop: number, at: number) =>
      patchwork(toySymbols[rowsAt(stop)[1]] ?? 'moon', table.provider.code, at)
    const odds = [
      t('game.return', { percent: (slotOdds.returned * 100).toFixed(2) }),
      t('slot.hits', { rounds: (1 / slotOdds.wins).toFixed(1) }),
    ]
    return {
      stage: html`<div class="stage">${stops.map(picture)}</div>`,
      outcomeText: round ? round.outcome.map((stop) => symbol(rowsAt(stop)[1])).join(' · ') : '',
      actionText: t('slot.spin'),
      payouts: html`<table>${threePayouts.map(
        (times, rank) =>
          html`<tr><th scope="row">${t('slot.three', { symbol: symbol(rank) })}</th><td>${multiple(times)}</td></tr>`,
      )}<tr><th scope="row">${t('slot.two', { symbol: symbol(lastRank) })}</th><td>${multiple(pairPayout)}</td></tr></table>
<p class="faint">${odds.join(' ')}</p>`,
    }
  },
})
