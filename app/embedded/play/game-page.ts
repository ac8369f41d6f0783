import { randomUUID } from 'node:crypto'
import type { Language } from '../language'
import { backLink, html, linkButton, type Markup, SandboxPage } from './document'
import { stakes } from './game-rules'
import { choiceName, formatMultiple, type SandboxGame } from './sandbox-games'
import { sandboxTexts } from './texts'

/** A finished round. Amounts are whole won. */
export type FinishedRound = { outcome: unknown; choice: string; stakeWon: number; winWon: number; jackpotWon: number }

export type GameView = {
  language: Language
  provider: { code: string; name: string; feedsJackpot: boolean }
  game: string
  sandboxGame: SandboxGame
  /** In-game balance, from which stakes are taken. */
  gameWon: number
  /** Cash in the wallet, which can be moved into the game. */
  cashWon: number
  /** The latest round since the game was opened. */
  round?: FinishedRound
  /** Why the submitted form played no round. */
  formError?: { status: number; message: string; choice?: string }
}

/** Renders an opened game: the latest outcome, the balance, and a form whose one-time id plays one round. */
export function gamePage(view: GameView): SandboxPage {
  const { language, provider, game, sandboxGame, gameWon, round, formError } = view
  const { formatWon, game: text } = sandboxTexts(language)
  const outcome = formError ? undefined : round?.outcome
  const result = formError
    ? html`<p class="message bad" role="alert"><strong>${formError.message}</strong></p>`
    : resultMessage(view)
  const percent = (sandboxGame.returnBasisPoints / 100).toFixed(2)
  return new SandboxPage({
    language,
    status: formError?.status,
    title: round && !formError ? `${headline(round, language)} ${game}` : game,
    body: html`<main>
<header>
<div><p class="maker">${provider.name}</p><h1>${game}</h1></div>
<dl class="balance"><dt>${text.balance}</dt><dd class="money">${formatWon(gameWon)}</dd></dl>
</header>
${sandboxGame.renderOutcome(outcome, { provider: provider.code, language })}
${result}
${stakeForm(view)}
${bringInForm(view)}
<details><summary>${text.payoutsTitle}</summary>${sandboxGame.renderPayouts(language)}</details>
<footer>
<p class="faint">${text.returnToPlayer(percent)}${provider.feedsJackpot && ` ${text.jackpotShare}`}</p>
<p class="faint">${text.playMoneyHint} ${text.closeHint}</p>
${backLink(language)}
</footer>
</main>`,
  })
}

function stakeForm({ language, sandboxGame, gameWon, cashWon, round, formError }: GameView): Markup {
  const { formatWon, game: text } = sandboxTexts(language)
  const [minStake] = stakes
  if (gameWon < minStake) {
    const deposit = cashWon === 0 && linkButton('/deposit', text.deposit)
    return html`<p class="message warn"><strong>${text.belowMinStake(formatWon(minStake))}</strong></p>${deposit}`
  }
  const defaultStake = round && round.stakeWon <= gameWon ? round.stakeWon : minStake
  return html`<form method="post">
<input type="hidden" name="spin" value="${randomUUID()}">
${defaultButton}${choiceFields(sandboxGame, formError?.choice ?? round?.choice, language)}
<fieldset><legend>${text.stake}</legend><div class="three">${stakes.map(
    (won) =>
      html`<button name="stake" value="${won}"${won === defaultStake && html` class="main"`}${
        won === defaultStake && round && !formError && html` autofocus`
      }${won > gameWon && html` disabled`}>${formatWon(won)}</button>`,
  )}</div></fieldset>
<p class="faint">${text.stakeHint}</p>
</form>`
}

/** Offers to move cash into the game that arrived while it was open, by a deposit for example. */
function bringInForm({ language, cashWon }: GameView): Markup | undefined {
  if (cashWon === 0) return undefined
  const { formatWon, game: text } = sandboxTexts(language)
  const balance = html`<p class="faint">${text.walletBalance(formatWon(cashWon))}</p>`
  return html`<form method="post">${balance}<p><button name="intent" value="bring-in">${text.bringIn}</button></p></form>`
}

/** Enter submits a form with its first button; this one has no stake, so no round is played by accident. */
const defaultButton = html`<button name="stake" value="" hidden></button>`

/** Radio buttons of what can be bet on, when there is more than one; the last choice stays checked. */
function choiceFields(sandboxGame: SandboxGame, chosen: string | undefined, language: Language): Markup | undefined {
  if (sandboxGame.choices.length < 2) return undefined
  const text = sandboxTexts(language).game
  return html`<fieldset><legend>${text.choose}</legend><div class="three">${sandboxGame.choices.map(
    ({ name, payoutHundredths = 0 }) =>
      html`<label class="choice"><input type="radio" name="choice" value="${name}" required${
        name === chosen && html` checked`
      }><b>${choiceName(name, language)}</b><span>${formatMultiple(payoutHundredths, language)}</span></label>`,
  )}</div></fieldset>`
}

function resultMessage({ language, sandboxGame, round, gameWon }: GameView): Markup | undefined {
  const { formatWon, game: text } = sandboxTexts(language)
  if (!round && gameWon < stakes[0]) return undefined
  if (!round) return html`<p class="message" role="status">${text.ready}</p>`
  const details = [
    sandboxGame.describeOutcome(round.outcome, language),
    sandboxGame.choices.length > 1 ? text.chosenText(choiceName(round.choice, language)) : '',
    text.stakedText(formatWon(round.stakeWon)),
  ]
  return html`<p class="message${round.winWon > round.stakeWon && ' good'}" role="status"><strong>${headline(round, language)}</strong>${
    round.jackpotWon > 0 && html` <strong>${text.jackpotWon(formatWon(round.jackpotWon))}</strong>`
  }<br><span class="faint">${details.filter(Boolean).join(' / ')}</span></p>`
}

function headline({ stakeWon, winWon }: FinishedRound, language: Language): string {
  const { formatWon, game: text } = sandboxTexts(language)
  if (winWon === 0) return text.noWin
  return winWon <= stakeWon ? text.stakeBack(formatWon(winWon)) : text.winText(formatWon(winWon))
}
