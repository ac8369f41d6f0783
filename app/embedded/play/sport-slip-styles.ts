import { stakes } from './payout'
import { fixturesInMatchday, sides } from './sport-slip-rules'

const optionCount = fixturesInMatchday * sides.length
const chosen = Array.from({ length: optionCount }, (_, at) => `form:has(#c${at}:checked) #s${at}`).join()
const staked = stakes
  .map((stake, at) => `form:has([name=stake][value="${stake}"]:checked) .slip i:nth-of-type(${at + 1})`)
  .join()

/** Styles of the sport slip, which shows the lines of what is chosen without a script. */
export const sportSlipStyles = `
main.game{--stop:.4s}
.field{position:relative;display:grid;place-items:center;aspect-ratio:8/3;border-radius:.75rem;overflow:clip}
.field svg{position:absolute;inset:0;inline-size:100%;block-size:100%}
.board{position:relative;display:flex;flex-wrap:wrap;gap:.125rem .75rem;align-items:center;justify-content:center;
padding:.5rem 1rem;border-radius:.5rem;background:var(--panel);font-weight:600;text-align:center}
.board span{flex:1 1 0;min-inline-size:max-content}
.win .board{box-shadow:0 0 0 3px var(--accent),0 0 1.5rem var(--accent)}
.board b{font-size:1.875rem;line-height:2.375rem;font-variant-numeric:tabular-nums;white-space:nowrap}
.board small{flex-basis:100%;color:var(--soft);font-size:.875rem;line-height:1.375rem;font-weight:400}
.fixtures>*{margin-block:0 .5rem;break-inside:avoid}
.bets{display:grid;grid-template-columns:repeat(auto-fit,minmax(5rem,1fr));gap:.5rem}
.game .choice input{scroll-margin-block-end:10rem}
.fixtures .choice{min-block-size:3rem;padding:.25rem}
.fixtures .choice b{font-size:.9375rem;line-height:1.375rem}
.fixtures .sport{display:flex;align-items:center;gap:.375rem;margin-block-end:.25rem;color:var(--soft);font-size:.875rem;
line-height:1.375rem;break-after:avoid}
.sport svg{inline-size:1rem;block-size:1rem;fill:currentColor}
.over{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:0 1rem;min-block-size:3rem;padding-inline:.75rem;
border-radius:.5rem;background:var(--panel);font-size:.9375rem}
.over span{color:var(--soft);font-size:.875rem;line-height:1.375rem}
.slip{margin-block-end:.5rem;padding:.625rem 1rem;border-radius:.5rem;background:var(--raised)}
.slip p{display:none;flex-wrap:wrap;justify-content:space-between;gap:.25rem 1rem;margin:0}
.slip .none{display:block;color:var(--soft)}
form:has([name=choice]:checked) .none{display:none}
.slip i{display:none;font-style:normal;font-weight:700;font-variant-numeric:tabular-nums}
${chosen}{display:flex}
${staked}{display:inline}
.fixtures{columns:18rem 2;column-gap:1.5rem}
.over+.over{margin-block-start:.5rem}
@media(min-width:60rem){.board{padding:1.5rem 2.5rem;font-size:1.25rem}.board b{font-size:3.5rem;line-height:4.5rem}}
@media(prefers-reduced-motion:no-preference){.fresh .board{animation:lower .4s cubic-bezier(.2,.7,.3,1) backwards}
@keyframes lower{from{transform:translateY(-150%)}}}
`
