import type { Locale } from '~/i18n/locale'
import { hours, minutes } from '~/values/durations'
import { amountRow, html, SandboxPage } from './document'
import { saferPlayTexts } from './texts-safer-play'

/**
 * Renders the reality check of a game, in place of a round: what was played, and two buttons of equal weight.
 *
 * @param played the time in milliseconds, and whole won.
 */
export function realityPage(language: Locale, played: { timeMs: number; staked: number; won: number }): SandboxPage {
  const { formatWon, reality: text } = saferPlayTexts[language]
  const { timeMs, staked, won } = played
  const title = text.title(Math.floor(timeMs / hours(1)), Math.floor((timeMs % hours(1)) / minutes(1)))
  return new SandboxPage({
    language,
    status: 409,
    title,
    body: html`<main class="narrow"><header><div><h1>${title}</h1><p>${text.question}</p></div></header>
<dl class="sum">${amountRow(text.staked, formatWon(staked))}${amountRow(text.won, formatWon(won))}
<div class="total"><dt>${text.net}</dt><dd class="money">${formatWon(won - staked)}</dd></div></dl>
<form method="post"><div class="pair">
<button name="intent" value="go-on">${text.goOn}</button><button name="intent" value="stop">${text.stop}</button>
</div></form>
<footer><p class="faint">${text.notPlayed}</p></footer></main>`,
  })
}
