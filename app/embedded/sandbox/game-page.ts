import { randomUUID } from 'node:crypto'
import type { Locale } from '~/i18n/locale'
import { hours, minutes } from '~/values/durations'
import { dot } from '~/values/parts'
import gameStyles from './game.css?raw'
import { gameScript } from './game-script'
import { amountRow, depositsPath, html, linkButton, type Markup, SandboxPage } from './html-page'
import { stakes } from './payout'
import { type GameParts, isWin, type PlayedRound, type Table } from './sandbox-game'
import { sandboxGameOf } from './sandbox-games'
import { type PlayTexts, playTexts, type TextKey } from './texts'

export type GameView = {
  locale: Locale
  providerName: string
  gameName: string
  table: Table
  isFresh: boolean
  /** True if the table's latest round was played in another launch. Launches can share a table. */
  isOfOtherLaunch?: boolean
  gameWon: number
  /** Net winnings in won, stakes of open bets, and time since the game was opened. Source: UKGC RTS 2E, 13C. */
  sitting?: { netWon: number; elapsedMs: number; waitingWon?: number }
  betNumber?: string | undefined
  maxStakeWon?: number
  cashWon: number
  hasLeft?: boolean
  formError?: { status: number; message: TextKey }
  submitted?: { choice: string; stake: string | null }
  isClosed: boolean
  paceMs: number
}

export function gamePage(view: GameView): SandboxPage {
  const { locale, table, gameName, gameWon, hasLeft, isOfOtherLaunch, formError, paceMs } = view
  const game = sandboxGameOf(table)
  const texts = playTexts(locale)
  const { t, won } = texts
  const round = formError || hasLeft || isOfOtherLaunch ? undefined : table.rounds.at(-1)
  const isFresh = view.isFresh && round !== undefined
  const parts = game.render({ locale, table, isFresh, isOfOtherLaunch, choice: view.submitted?.choice })
  const before = isFresh && won(gameWon - round.winWon - round.jackpotWon)
  return new SandboxPage({
    locale,
    status: formError?.status,
    title: `${gameName} · ${view.providerName}`,
    styles: `${gameStyles}main.game{--pace:${paceMs}ms}${parts.styles ?? ''}`,
    script: gameScript + (parts.script ?? ''),
    body: html`<main class="game${isFresh && ' fresh'}" data-pace="${paceMs}" data-unanswered="${t('game.unanswered')}">
<header>
<div class="name"><a class="back" data-back href="/">${t('site.back')}</a>
<p class="maker">${view.providerName}</p><h1>${gameName}</h1></div>
<dl class="balance" data-part="balance"><dt>${t('game.balance')}</dt><dd class="money"${
      before && html` data-before="${before}"`
    }><span>${won(gameWon)}</span></dd></dl>
</header>
<div class="stage" data-part="stage">${parts.stage}</div>
<div class="play">
${playForm(view, parts, resultText({ ...view, isFresh }, round, parts, texts), texts)}
${view.sitting && sittingLine(view.sitting, texts)}
<div class="purse" data-part="purse">${moneyForms(view, texts)}</div>
</div>
<div class="below" data-part="below">${parts.below}</div>
<div class="rules">
<h2>${t('game.payouts')}</h2>
${parts.payouts}
<footer>
${table.provider.jackpotBasisPoints > 0 && html`<p class="faint">${t('game.jackpotShare')}</p>`}
<p class="faint">${t('game.playMoney')} ${t('game.close')}</p>
</footer>
</div>
</main>`,
  })
}

function sittingLine({ netWon, elapsedMs, waitingWon }: NonNullable<GameView['sitting']>, texts: PlayTexts): Markup {
  const { t, won } = texts
  const seconds = Math.floor(elapsedMs / 1_000)
  const twoDigits = (count: number) => String(count % 60).padStart(2, '0')
  const elapsed = `${Math.floor(seconds / 3_600)}:${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds)}`
  const net = `${netWon > 0 ? '+' : ''}${won(netWon)}`
  return html`<dl class="sitting" data-part="sitting"><div><dt>${t('check.net')}</dt><dd><span>${net}</span></dd></div>${
    Boolean(waitingWon) && html`<div><dt>${t('slip.waiting')}</dt><dd>${won(waitingWon ?? 0)}</dd></div>`
  }<div><dt>${t('game.elapsed')}</dt><dd data-elapsed="${seconds}">${elapsed}</dd></div></dl>`
}

/** Returns the result of the latest round, or why no round was played. It is the page's only live region. */
function resultText(
  { table, gameWon, cashWon, hasLeft, formError, isFresh, paceMs, betNumber }: GameView,
  round: PlayedRound | undefined,
  { outcomeText, receipt }: GameParts,
  texts: PlayTexts,
): Markup {
  const { t, won } = texts
  const result = (content: Markup, kind?: string) =>
    html`<p id="result" class="result${kind !== undefined && ` ${kind}`}" role="status" data-part="result">${content}</p>`
  if (formError && !hasLeft) {
    const kind = formError.message === 'game.tooSoon' ? 'early' : 'bad'
    return result(html`<b>${t(formError.message, { seconds: paceMs / 1_000 })}</b>`, kind)
  }
  if (hasLeft && gameWon === 0) return result(html`<b>${t('game.atHome', { amount: won(cashWon) })}</b>`)
  if (!round) return result(html`${gameWon >= stakes[0] && html`<span>${outcomeText}</span>`}`, 'ready')
  if (isFresh && receipt) {
    const number = betNumber && html`<span class="faint">${t('slip.number', { number: betNumber })}</span>`
    return result(html`<b>${headline(round, table, texts)}</b>${number}${receipt}`, 'receipt')
  }
  const profitWon = round.winWon + round.jackpotWon - round.stakeWon
  const staked = t('game.staked', { amount: won(round.stakeWon) })
  const amounts = isWin(round)
    ? html`<span class="staked">${staked}${dot}</span><span>${t('game.profit', { amount: won(profitWon) })}</span>`
    : profitWon < 0 && html`<span><span class="hidden">${staked} </span>${won(profitWon)}</span>`
  const outcome = outcomeText && html`<span>${outcomeText}${amounts && dot}</span>`
  const text = html`<span class="faint parts">${outcome}${amounts}</span>`
  const jackpot = round.jackpotWon > 0 && html`<b>${t('game.jackpot', { amount: won(round.jackpotWon) })}</b>`
  if (!isFresh || !isWin(round)) return result(html`<b>${headline(round, table, texts)}</b>${jackpot}${text}`)
  const sum = countUp(t(sandboxGameOf(table).paidOut, { amount: won(round.winWon + round.jackpotWon) }))
  return result(html`<span class="hidden">${headline(round, table, texts)}</span>${sum}${jackpot}${text}`)
}

function countUp(text: string): Markup {
  const signs = text.split(/(\d|(?<=\d)[.,](?=\d))/).map((sign, index) => {
    if (index % 2 === 0) return html`${sign}`
    return /\d/.test(sign) ? html`<i class="i${sign}"></i>` : html`<i>${sign}</i>`
  })
  return html`<b class="sum" aria-hidden="true">${signs}</b>`
}

function playForm(
  { gameWon, maxStakeWon = Infinity, table, formError, submitted, isClosed, isFresh, paceMs }: GameView,
  parts: GameParts,
  result: Markup,
  { t, won, group }: PlayTexts,
): Markup {
  const [minStake] = stakes
  if (gameWon < minStake) return result
  const { paceText } = sandboxGameOf(table)
  const latest = table.rounds.at(-1)
  const wanted = stakes.find((stake) => String(stake) === submitted?.stake) ?? latest?.stakeWon ?? minStake
  const most = Math.min(gameWon, maxStakeWon)
  const chosenStake = wanted <= most ? wanted : minStake
  const unit = t('won', { won: '' }).trim()
  const buttonState = isClosed ? html` disabled` : isFresh && latest && !formError && html` autofocus`
  return html`<form method="post" novalidate>
<div data-part="spin"><input type="hidden" name="spin" value="${randomUUID()}" autocomplete="off"></div>
<div data-part="choices">${parts.choices}</div>
<div class="act">${result}${parts.fold}<div data-part="slip">${parts.slip}</div>
<fieldset><legend>${t('game.stake')} (${unit})</legend><div class="stakes" data-part="stakes">${stakes.map(
    (stake) =>
      html`<label class="choice"><input type="radio" name="stake" aria-label="${won(stake)}" value="${stake}" required${
        stake === chosenStake && html` checked`
      }${stake > most && html` disabled`}><b>${group(stake)}</b></label>`,
  )}</div></fieldset>
<button class="main" aria-describedby="result"${buttonState}><span data-part="action">${parts.actionText}</span>${
    paceText && html`<small>${t(paceText, { seconds: paceMs / 1_000 })}</small>`
  }</button>${parts.quote}</div>
</form>`
}

function moneyForms({ gameWon, cashWon, hasLeft }: GameView, { t, won }: PlayTexts): Markup {
  const [minStake] = stakes
  const tooLittle =
    gameWon < minStake &&
    cashWon === 0 &&
    html`<p><strong>${t('game.belowMinStake', { least: won(minStake) })}</strong></p>${linkButton(depositsPath, t('game.deposit'))}`
  const bringIn =
    cashWon > 0 &&
    html`<form method="post">${
      !hasLeft && html`<p class="faint">${t('game.wallet', { amount: won(cashWon) })}</p>`
    }<button name="intent" value="bring-in">${t('game.bringIn')}</button></form>`
  const leave =
    gameWon > 0 && html`<form method="post"><button name="intent" value="leave">${t('game.leave')}</button></form>`
  return html`${tooLittle}${bringIn}${leave}`
}

function headline(round: PlayedRound, table: Table, { t, won }: PlayTexts): string {
  const paidWon = round.winWon + round.jackpotWon
  if (round.isPlaced) return t('slip.placed')
  if (paidWon === 0) return t(sandboxGameOf(table).lost)
  return t(isWin(round) ? 'game.win' : 'game.stakeBack', { amount: won(paidWon) })
}

/** Renders a game's reality check. Its two buttons have equal weight. */
export function realityPage(locale: Locale, played: { timeMs: number; staked: number; won: number }): SandboxPage {
  const { t, won: formatWon } = playTexts(locale)
  const { timeMs, staked, won } = played
  const wholeHours = Math.floor(timeMs / hours(1))
  const time = { hours: wholeHours, minutes: Math.floor((timeMs % hours(1)) / minutes(1)) }
  const net = won - staked
  const unit = wholeHours === 0 ? 'minutes' : time.minutes === 0 ? 'wholeHours' : 'hours'
  const title = t(`check.title.${unit}`, time)
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
