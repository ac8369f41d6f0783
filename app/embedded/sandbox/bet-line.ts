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
  return `
.slip{margin-block-end:.5rem;padding:.5rem .75rem;font-size:.9375rem;border-radius:.5rem;background:var(--raised)}
.slip p{display:none;flex-wrap:wrap;justify-content:space-between;gap:0 .5rem;margin:0}
form:not(:has([name=choice]:checked)) .slip{display:none}
form:has([name=choice]:checked) .result.ready{position:absolute;clip-path:inset(50%)}
.game .choice input{scroll-margin-block-end:17rem}
.slip i{display:none;font-style:normal;font-weight:700;font-variant-numeric:tabular-nums}
${chosen}{display:flex}
${staked}{display:inline}`
}
