import rules from './bet-line.css?raw'
import { html, type Markup } from './html-page'
import { stakes } from './payout'
import type { PlayTexts } from './texts'

/** Renders a line for each bet. Line `s0` is shown when the field with the id `c0` is checked, and so on. */
export function betLine(bets: readonly { pick: Markup; payoutHundredths: number }[], { t, won }: PlayTexts): Markup {
  const lines = bets.map(({ pick, payoutHundredths }, index) => {
    const returns = stakes.map(
      (stake) => html`<i>${t('slip.returns', { amount: won((stake * payoutHundredths) / 100) })}</i>`,
    )
    return html`<p id="s${index}"><span>${pick}</span>${returns}</p>`
  })
  return html`<div class="slip">${lines}</div>`
}

export function betLineStyles(most: number): string {
  const chosen = Array.from({ length: most }, (_, index) => `form:has(#c${index}:checked) #s${index}`).join()
  const staked = stakes
    .map((stake, index) => `form:has([name=stake][value="${stake}"]:checked) .slip i:nth-of-type(${index + 1})`)
    .join()
  return `${rules}${chosen}{display:flex}${staked}{display:inline}`
}
