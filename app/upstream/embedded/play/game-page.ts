import { randomUUID } from 'node:crypto'
import { backLink, html, type Markup, page } from './document'
import { stakes } from './rules'
import { choiceName, inTimes, type Table } from './table'
import { type Language, words } from './words'

/** A finished round. Amounts are whole won. */
export type Round = { outcome: unknown; choice: string; stakeWon: number; winWon: number; jackpotWon: number }

export type GameView = {
  language: Language
  provider: { code: string; name: string; feedsJackpot: boolean }
  game: string
  table: Table
  /** In-game balance, from which stakes are taken. */
  gameWon: number
  /** Cash in the wallet, which can be moved into the game. */
  cashWon: number
  /** The latest round since the game was opened. */
  round?: Round
  /** Why the submitted form played no round. */
  trouble?: { status: number; says: string; chosen?: string }
}

/** Renders an opened game: the latest outcome, the balance, and a form whose one-time id plays one round. */
export function gamePage(view: GameView): Response {
  const { language, provider, game, table, gameWon, round, trouble } = view
  const text = words(language)
  const outcome = trouble ? undefined : round?.outcome
  const result = trouble ? html`<p class="says bad" role="alert"><strong>${trouble.says}</strong></p>` : told(view)
  const percent = (table.returnBasisPoints / 100).toFixed(2)
  return page({
    language,
    status: trouble?.status,
    title: round && !trouble ? `${headline(round, language)} ${game}` : game,
    body: html`<main>
<header>
<div><p class="maker">${provider.name}</p><h1>${game}</h1></div>
<dl class="purse"><dt>${text.balance}</dt><dd class="money">${text.won(gameWon)}</dd></dl>
</header>
${table.stage(outcome, { provider: provider.code, language })}
${result}
${form(view)}
${bringIn(view)}
<details><summary>${text.pays}</summary>${table.pays(language)}</details>
<footer>
<p class="faint">${text.returns(percent)}${provider.feedsJackpot && ` ${text.feeds}`}</p>
<p class="faint">${text.play} ${text.close}</p>
${backLink(language)}
</footer>
</main>`,
  })
}

function form({ language, table, gameWon, cashWon, round, trouble }: GameView): Markup {
  const text = words(language)
  const [least] = stakes
  if (gameWon < least) {
    const deposit = html`<p><a class="button" href="/deposit">${text.deposit}</a></p>`
    return html`<p class="says warn"><strong>${text.tooLittle(text.won(least))}</strong></p>${cashWon === 0 && deposit}`
  }
  const usual = round && round.stakeWon <= gameWon ? round.stakeWon : least
  return html`<form method="post">
<input type="hidden" name="spin" value="${randomUUID()}">
${noDefault}${choices(table, trouble?.chosen ?? round?.choice, language)}
<fieldset><legend>${text.stake}</legend><div class="three">${stakes.map(
    (won) =>
      html`<button name="stake" value="${won}"${won === usual && html` class="main"`}${
        won === usual && round && !trouble && html` autofocus`
      }${won > gameWon && html` disabled`}>${text.won(won)}</button>`,
  )}</div></fieldset>
<p class="faint">${text.stakeHint}</p>
</form>`
}

/** Offers to move cash into the game that arrived while it was open, by a deposit for example. */
function bringIn({ language, cashWon }: GameView): Markup | undefined {
  if (cashWon === 0) return undefined
  const text = words(language)
  return html`<form method="post"><p class="faint">${text.outside(text.won(cashWon))}</p><p><button name="intent" value="bring-in">${text.bringIn}</button></p></form>`
}

/** Enter submits a form with its first button; this one has no stake, so no round is played by accident. */
const noDefault = html`<button name="stake" value="" hidden></button>`

/** Radio buttons of what can be bet on, when there is more than one; the last choice stays checked. */
function choices(table: Table, chosen: string | undefined, language: Language): Markup | undefined {
  if (table.choices.length < 2) return undefined
  const text = words(language)
  return html`<fieldset><legend>${text.choose}</legend><div class="three">${table.choices.map(
    ({ name, paysHundredths = 0 }) =>
      html`<label class="choice"><input type="radio" name="choice" value="${name}" required${
        name === chosen && html` checked`
      }><b>${choiceName(name, language)}</b><span>${inTimes(paysHundredths, language)}</span></label>`,
  )}</div></fieldset>`
}

function told({ language, table, round }: GameView): Markup {
  const text = words(language)
  if (!round) return html`<p class="says" role="status">${text.ready}</p>`
  const details = [
    table.told(round.outcome, language),
    table.choices.length > 1 ? text.chosen(choiceName(round.choice, language)) : '',
    text.staked(text.won(round.stakeWon)),
  ]
  return html`<p class="says${round.winWon > round.stakeWon && ' good'}" role="status"><strong>${headline(round, language)}</strong>${
    round.jackpotWon > 0 && html` <strong>${text.jackpotWon(text.won(round.jackpotWon))}</strong>`
  }<br><span class="faint">${details.filter(Boolean).join(' / ')}</span></p>`
}

function headline({ stakeWon, winWon }: Round, language: Language): string {
  const text = words(language)
  if (winWon === 0) return text.lost
  return winWon <= stakeWon ? text.stakeBack(text.won(winWon)) : text.gained(text.won(winWon))
}
