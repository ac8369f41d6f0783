import { betLineStyles } from '../bet-line'
import { fixturesInMatchday, sides } from './rules'

/** Styles of the sport slip. */
export const sportSlipStyles = `
main.game{--stop:.4s;grid-template-columns:minmax(0,1fr)}
.stage{position:static}
.field{position:relative;display:grid;place-items:center;aspect-ratio:8/3;border-radius:.75rem;overflow:clip}
.field svg{position:absolute;inset:0;inline-size:100%;block-size:100%}
.board{position:relative;display:flex;flex-wrap:wrap;gap:.125rem .75rem;align-items:center;justify-content:center;
padding:.5rem 1rem;border-radius:.5rem;background:var(--panel);font-weight:600;text-align:center}
.board span{flex:1 1 0;min-inline-size:max-content}
.win .board{box-shadow:0 0 0 3px var(--accent),0 0 1.5rem var(--accent)}
.board b{font-size:1.875rem;line-height:2.375rem;font-variant-numeric:tabular-nums;white-space:nowrap}
.board small{flex-basis:100%;color:var(--soft);font-size:.875rem;line-height:1.375rem;font-weight:400}
.fixtures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(18rem,100%),1fr));gap:.5rem 1.5rem;align-items:start}
.bets{display:grid;grid-template-columns:repeat(auto-fit,minmax(5rem,1fr));gap:.5rem}
.game .choice input{scroll-margin-block-end:14rem}
.fixtures .choice{min-block-size:3rem;padding:.25rem}
.fixtures .choice b{font-size:.9375rem;line-height:1.375rem}
.sport{grid-column:1/-1;display:flex;align-items:center;gap:.375rem;margin:.25rem 0 -.25rem;color:var(--soft);font-size:.875rem;
line-height:1.375rem}
.sport svg{inline-size:1rem;block-size:1rem;fill:currentColor}
.over{margin:0;display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:0 1rem;min-block-size:3rem;
padding:.25rem .75rem;border-radius:.5rem;background:var(--panel);font-size:.9375rem}
.over span{color:var(--soft);font-size:.875rem;line-height:1.375rem}
${betLineStyles(fixturesInMatchday * sides.length)}
.over.now{box-shadow:inset 0 0 0 2px var(--mark)}
details .over{margin:.5rem 0}
@media(min-width:60rem){.field{aspect-ratio:7}
form:has(.act){display:grid;grid-template-columns:minmax(0,1fr) 22rem;gap:0 2rem}form>*{grid-column:1}
.act{grid-area:1/2/3;inset-block:1rem auto;align-self:start;padding-block-start:1.875rem}.game .choice input{scroll-margin-block-end:0}
.board{padding:.75rem 2.5rem;font-size:1.25rem}.board b{font-size:2.75rem;line-height:3.25rem}}
@media(max-height:44rem){.field{aspect-ratio:auto;min-block-size:4rem}.field g,.board small{display:none}}
@media(orientation:landscape) and (max-height:32rem){form:has(.act){display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:0 1rem}
.field{min-block-size:3rem}.board{padding-block:.125rem}
form>*{grid-column:1}.act{grid-area:1/2/3;inset-block-start:.25rem;align-self:start}.game .choice input{scroll-margin-block-end:0}}
@media(prefers-reduced-motion:no-preference){.fresh .slip .none b{animation:appear 80ms var(--stop) backwards}
.fresh .board{animation:lower .4s cubic-bezier(.2,.7,.3,1) backwards}
@keyframes lower{from{transform:translateY(-150%)}}}
`
