import type { Locale } from '~/i18n/locale'
import { hours, minutes } from '~/values/durations'
import { amountRow, html, SandboxPage } from './document'
import { playTexts } from './texts'

/**
 * Renders the reality check of a game, in place of a round: what was played, and two buttons of equal weight.
 *
 * @param played the time in milliseconds, and whole won.
 */
export function realityPage(locale: Locale, played: { timeMs: number; staked: number; won: number }): SandboxPage {
  const { t, won: formatWon } = playTexts(locale)
  const { timeMs, staked, won } = played
  const wholeHours = Math.floor(timeMs / hours(1))
  const time = { hours: wholeHours, minutes: Math.floor((timeMs % hours(1)) / minutes(1)) }
  const net = won - staked
  const title = t(wholeHours > 0 ? 'check.title.hours' : 'check.title.minutes', time)
  return new SandboxPage({
    locale,
    status: 409,
    title,
    body: html`<main class="narrow"><header><div><h1>${title}</h1><p>${t('check.question')}</p></div></header>
<dl class="sum">${amountRow(t('check.staked'), formatWon(staked))}${amountRow(t('check.won'), formatWon(won))}
<div class="total"><dt>${t('check.net')}</dt><dd class="money">${net > 0 && '+'}${formatWon(net)}</dd></div></dl>
<form method="post"><div class="pair">
<button name="intent" value="go-on">${t('check.goOn')}</button><button name="intent" value="stop">${t('check.stop')}</button>
</div></form>
<footer><p class="faint">${t('check.notPlayed')}</p></footer></main>`,
  })
}
