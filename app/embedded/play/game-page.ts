import { randomUUID } from 'node:crypto'
import type { Locale } from '~/i18n/locale'
import { backLink, html, linkButton, type Markup, SandboxPage } from './document'
import { stakes } from './payout'
import type { PlayedRound, Table } from './sandbox-game'
import { sandboxGames } from './sandbox-games'
import { type PlayTexts, playTexts, type TextKey } from './texts'

export type GameView = {
  locale: Locale
  providerName: string
  gameName: string
  /** With the rounds that are settled. */
  table: Table
  /** Whether the latest round was played a moment ago. */
  isFresh: boolean
  /** In-game balance, from which stakes are taken. */
  gameWon: number
  /** Cash in the wallet, which can be moved into the game. */
  cashWon: number
  /** Why the submitted form played no round. */
  formError?: { status: number; message: TextKey; choice?: string }
}

/** Renders an opened game: the latest outcome, the balance, and a form whose one-time id plays one round. */
export function gamePage(view: GameView): SandboxPage {
  const { locale, table, gameName, gameWon, formError } = view
  const texts = playTexts(locale)
  const { t, won } = texts
  const round = formError ? undefined : table.rounds.at(-1)
  const parts = sandboxGames[table.provider.kind].render({
    locale,
    table,
    isFresh: view.isFresh && !formError,
    choice: formError?.choice,
  })
  return new SandboxPage({
    locale,
    status: formError?.status,
    title: round ? `${headline(round, texts)} ${gameName}` : gameName,
    styles: parts.styles,
    body: html`<main>
<header>
<div><p class="maker">${view.providerName}</p><h1>${gameName}</h1></div>
<dl class="balance"><dt>${t('game.balance')}</dt><dd class="money">${won(gameWon)}</dd></dl>
</header>
${parts.stage}
${
  formError
    ? html`<p class="message bad" role="alert"><strong>${t(formError.message)}</strong></p>`
    : resultMessage(round, parts.outcomeText, texts)
}
${playForm(view, parts, texts)}
${parts.below}
${moneyForms(view, texts)}
<details><summary>${t('game.payouts')}</summary>${parts.payouts}</details>
<footer>
${table.provider.jackpotBasisPoints > 0 && html`<p class="faint">${t('game.jackpotShare')}</p>`}
<p class="faint">${t('game.playMoney')} ${t('game.close')}</p>
${backLink(locale)}
</footer>
</main>`,
  })
}

function playForm(
  { gameWon, table, formError }: GameView,
  parts: { choices?: Markup; actionText: string },
  { t, won }: PlayTexts,
): Markup {
  const [minStake] = stakes
  if (gameWon < minStake) return html``
  const latest = table.rounds.at(-1)
  const chosenStake = latest && latest.stakeWon <= gameWon ? latest.stakeWon : minStake
  return html`<form method="post">
<input type="hidden" name="spin" value="${randomUUID()}">
${parts.choices}
<fieldset><legend>${t('game.stake')}</legend><div class="three">${stakes.map(
    (stake) =>
      html`<label class="choice"><input type="radio" name="stake" value="${stake}" required${
        stake === chosenStake && html` checked`
      }${stake > gameWon && html` disabled`}><b>${won(stake)}</b></label>`,
  )}</div></fieldset>
<button class="main"${latest && !formError && html` autofocus`}>${parts.actionText}</button>
<p class="faint">${t('game.onceHint')}</p>
</form>`
}

/** Moves all money in or out: cash that arrived while the game was open, and in-game money at the end of play. */
function moneyForms({ gameWon, cashWon }: GameView, { t, won }: PlayTexts): Markup {
  const [minStake] = stakes
  const tooLittle =
    gameWon < minStake &&
    html`<p class="message warn"><strong>${t('game.belowMinStake', { least: won(minStake) })}</strong></p>${
      cashWon === 0 && linkButton('/deposit', t('game.deposit'))
    }`
  const bringIn =
    cashWon > 0 &&
    html`<p class="faint">${t('game.wallet', { amount: won(cashWon) })}</p>
<form method="post"><button name="intent" value="bring-in">${t('game.bringIn')}</button></form>`
  const leave =
    gameWon > 0 && html`<form method="post"><button name="intent" value="leave">${t('game.leave')}</button></form>`
  return html`${tooLittle}${bringIn}${leave}`
}

function resultMessage(round: PlayedRound | undefined, outcomeText: string, texts: PlayTexts): Markup {
  const { t, won } = texts
  if (!round) return html`<p class="message" role="status">${t('game.ready')}</p>`
  const details = [outcomeText, t('game.staked', { amount: won(round.stakeWon) })].filter(Boolean).join(' / ')
  return html`<p class="message${isWin(round) && ' good'}" role="status"><strong>${headline(round, texts)}</strong>${
    round.jackpotWon > 0 && html` <strong>${t('game.jackpot', { amount: won(round.jackpotWon) })}</strong>`
  }<br><span class="faint">${details}</span></p>`
}

/** Only what is more than the stake is a win. Source: UKGC RTS 14F. */
function isWin({ stakeWon, winWon, jackpotWon }: PlayedRound): boolean {
  return winWon + jackpotWon > stakeWon
}

function headline(round: PlayedRound, { t, won }: PlayTexts): string {
  if (round.winWon === 0) return t('game.noWin')
  return t(round.winWon > round.stakeWon ? 'game.win' : 'game.stakeBack', { amount: won(round.winWon) })
}
