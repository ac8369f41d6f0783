import { combineOdds } from '~/values/amount'

/** Sent to browsers as source text, so it must be self-contained. */
function showTotals(combine: typeof combineOdds): void {
  addEventListener('change', () => {
    const total = document.querySelector<HTMLElement>('[data-total]')
    const [label, figure] = total?.children ?? []
    if (!total || !label || !figure) return
    const fields = [...document.querySelectorAll<HTMLInputElement>('[name^=choice]:checked')]
    const odds = fields.flatMap(({ value }) => (value ? [Number(value.split(':').at(-1))] : []))
    const combined = combine(odds)
    const { format } = new Intl.NumberFormat(document.documentElement.lang)
    const { total: text = '', returns = '' } = total.dataset
    label.textContent = text.replace('{count}', format(odds.length))
    figure.textContent = (combined / 100).toFixed(2)
    for (const line of document.querySelectorAll<HTMLElement>('[data-stake]'))
      line.textContent = returns.replace('{won}', format(Math.floor((Number(line.dataset.stake) * combined) / 100)))
  })
}

export const slipScript = `;(${showTotals})(${combineOdds})`
