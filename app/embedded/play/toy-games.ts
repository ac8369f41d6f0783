import { z } from 'zod'
import { html, type Markup } from './document'
import { defineGame } from './sandbox-game'
import type { PlayTexts, TextKey } from './texts'

type Choice = { name: string; text: TextKey; hundredths: number }

function radios({ t }: PlayTexts, choices: readonly Choice[], chosen: string | undefined): Markup {
  return html`<fieldset><legend>${t('game.choose')}</legend><div class="three">${choices.map(
    ({ name, text, hundredths }) =>
      html`<label class="choice"><input type="radio" name="choice" value="${name}" required${
        name === chosen && html` checked`
      }><b>${t(text)}</b><span>${t('game.times', { times: String(hundredths / 100) })}</span></label>`,
  )}</div></fieldset>`
}

function toyGame(about: { title: TextKey; choices: readonly Choice[]; below: number; tieRefund: number }) {
  const [first, , last] = about.choices
  const nameOf = ([a, b]: readonly number[]) => {
    const at = (a ?? 0) > (b ?? 0) ? 0 : a === b ? 1 : 2
    return about.choices[at]?.name
  }
  return defineGame<[number, number]>({
    outcomeSchema: z.tuple([z.int(), z.int()]),
    earlierRounds: 1,
    title: about.title,
    takeChoice: (choice) =>
      about.choices.some(({ name }) => name === choice) ? { choice } : { refused: 'game.chooseFirst' },
    draw: (draw) => [draw(about.below), draw(about.below)],
    payoutHundredths: (outcome, choice) => {
      if (choice === nameOf(outcome)) return about.choices.find(({ name }) => name === choice)?.hundredths ?? 0
      return outcome[0] === outcome[1] ? about.tieRefund : 0
    },
    render: (view) => {
      const figures = view.round?.outcome ?? ['–', '–']
      const outcomeText = [first, last].map((side, at) => side && `${view.t(side.text)} ${figures[at]}`).join(' · ')
      return {
        stage: html`<p class="stage">${outcomeText}</p>`,
        choices: radios(view, about.choices, view.choice),
        outcomeText: view.round ? outcomeText : '',
        actionText: view.t('slot.spin'),
        payouts: html``,
      }
    },
  })
}

export const cardGame = toyGame({
  title: 'cards.title',
  choices: [
    { name: 'dragon', text: 'cards.dragon', hundredths: 200 },
    { name: 'tie', text: 'cards.tie', hundredths: 1250 },
    { name: 'tiger', text: 'cards.tiger', hundredths: 200 },
  ],
  below: 13,
  tieRefund: 50,
})

export const matchGame = toyGame({
  title: 'match.title',
  choices: [
    { name: 'home', text: 'match.home', hundredths: 256 },
    { name: 'draw', text: 'match.draw', hundredths: 367 },
    { name: 'away', text: 'match.away', hundredths: 256 },
  ],
  below: 4,
  tieRefund: 0,
})
