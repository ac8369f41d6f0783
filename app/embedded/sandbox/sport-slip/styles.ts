import { stakes } from '../payout'
import { openFixtureCount, sides } from './rules'

const fixtures = [...Array(openFixtureCount).keys()]
const chosenSides = fixtures.flatMap((index) =>
  sides.map((side) => `form:has(#c${index}${side}:checked) :is(#s${index}${side},#f${index}){display:flex}`),
)
const picked = '[name^=choice]:not([value=""]):checked'
const staked = stakes.map((stake) => `form:has(${picked}):has([name=stake][value="${stake}"]:checked) .of${stake}`)
const changed = ':has([name^=choice]:checked:not([checked]))'

export const sportSlipStyles = `
main.game{grid-template:"header" "stage" "play" "below" "rules"/minmax(0,1fr)}.stage{display:none}
.fixtures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(20rem,100%),1fr));gap:0 1.5rem;align-items:start}
.match{display:grid;gap:.25rem;padding-block:.5rem .75rem;border-block-end:1px solid var(--hair)}
.match p{display:flex;align-items:center;gap:.375rem;margin:0;color:var(--soft);font-size:.8125rem;line-height:1.25rem}
.match time{font-weight:600;color:var(--ink);font-variant-numeric:tabular-nums}
.bets{display:grid;grid-auto-flow:column;grid-auto-columns:minmax(0,1fr);gap:.375rem}
.match .choice{padding:.125rem;background:var(--panel)}
.match .choice span{font-size:.9375rem;font-weight:600}.match .choice b{line-height:1.25rem}
.match .choice:has(:checked){border-color:var(--ink);box-shadow:none;background:var(--ink);color:var(--ground)}
.match .choice:has(:checked) span{color:inherit}.game .choice input{scroll-margin-block-end:6rem}
.match svg{inline-size:1rem;block-size:1rem;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.over{margin:0;padding-block:.625rem;border-block-end:1px solid var(--hair)}
.over.paid{margin-block:.375rem;padding-inline:.75rem;border:0;border-radius:.5rem;box-shadow:inset 0 0 0 2px var(--mark)}
.rules ul{margin:0;padding-inline-start:1.25rem}.rules li+li{margin-block-start:.25rem}
.act{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:0 .5rem;padding-block:0 calc(.5rem + env(safe-area-inset-bottom));
border-block-start:1px solid var(--edge)}.act>[data-part=slip]{display:contents}
.act fieldset,.picks,.dropped,.quote{grid-column:1/-1}.dropped{grid-row:2}.act fieldset{grid-row:3;margin-block:.5rem .25rem}.picks{grid-row:4}
.act .result{min-block-size:3.5rem;margin:0;padding:.5rem 0 .5rem 2rem;text-align:start;font-size:.875rem}
.act .result .sum{font-size:1.125rem;line-height:1.5rem}
.act .result b{line-height:1.25rem}.act .result .faint{font-size:.8125rem;line-height:1.125rem}
form:has(${picked}) .result{position:absolute;clip-path:inset(50%)}
.act .result:is(.bad,.early){position:static;grid-area:1/1/auto/-1;clip-path:none;padding:.5rem 0 0}
.picks,.dropped{max-block-size:40vh;overflow:auto}.dropped{max-block-size:25vh}.picks p,.picks p b{display:none}
.picks p{align-items:center;flex-wrap:wrap;gap:0 .5rem;margin:0;min-block-size:2.75rem;font-size:.9375rem}
.picks span{color:var(--soft)}
.dropped p{display:grid;grid-template-columns:minmax(0,1fr) auto;align-items:center;gap:.5rem;margin:0;padding-block:.25rem;
font-size:.875rem;line-height:1.25rem}.dropped s{color:var(--soft)}.dropped p:has([value=""]:checked){display:none}.picks b{margin-inline-start:auto;white-space:nowrap}
.act :is(.picks,.dropped) .choice{flex:none;inline-size:2.75rem;border:0;color:var(--soft);font-size:1.25rem}
.act .dropped .choice{inline-size:auto;padding-inline:.5rem;color:var(--ink);font-size:.9375rem;font-weight:600}
.bar,.fold,.act .result{grid-area:5/1;align-self:center;min-inline-size:0}
.bar{min-block-size:3.5rem;display:grid;align-content:center;padding-inline-start:2rem}
.bar p{margin:0;font-size:.875rem;line-height:1.25rem}.bar .total,.bar .stale,[data-part=action] span{display:none}
.total b{font-weight:600}.main small{display:block}
.fold{position:relative;block-size:3.5rem;z-index:1}
.fold input{position:absolute;inset:0;inline-size:100%;block-size:100%;margin:0;opacity:0;cursor:pointer}
.fold::after{content:"";position:absolute;inset-block-start:1.5rem;inset-inline-start:.5rem;inline-size:.625rem;block-size:.625rem;
border:solid var(--soft);border-width:2px 0 0 2px;rotate:45deg}
.fold:has(:checked)::after{inset-block-start:1.25rem;rotate:225deg}
.fold:has(:focus-visible){outline:2px solid var(--focus);outline-offset:-2px;border-radius:.5rem}
.act .main{grid-area:5/2;inline-size:auto;min-inline-size:7rem;min-block-size:3rem;margin-block:.25rem;font-size:1rem;
line-height:1.25rem;font-variant-numeric:tabular-nums}form:not(:has(${picked})) .main{background:none;border:1px dashed var(--edge);color:var(--soft);cursor:default}
.quote{display:none}
form:not(:has(${picked})) :is(.bar,.result){padding-inline-start:0}
.act .result.receipt{grid-area:1/1/auto/-1;gap:.25rem;padding:.75rem 0 .25rem}.receipt>b{font-size:1.125rem}
.receipt>b::before{content:"✓"/"";display:inline-grid;place-items:center;inline-size:1.5rem;block-size:1.5rem;margin-inline-end:.5rem;
border-radius:50%;background:var(--good);color:var(--ground);font-size:1rem}.receipt .pair{margin-block-start:.5rem}
.placed{margin-inline-start:auto;color:var(--good)}
.line{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 .75rem;font-size:.9375rem}.line span{color:var(--soft)}
form:not(:has(${picked})):has(.receipt) .act :is(fieldset,.main){display:none}
form:has(${picked}) .total{display:block}
${chosenSides.join('')}
@media(max-width:59.99rem){:is(.act:not(:has(#fold:checked)),form:not(:has(${picked})) .act) :is(.picks,fieldset,.quote){display:none}}
form:not(:has(${picked})) .fold{display:none}
@media(scripting:none){.quote{display:block}form${changed} :is(.total,.main small){display:none}form${changed}:has(${picked}) .stale{display:block}}
${[...staked, `form:not(:has(${picked})) .main .none`].join()}{display:inline}
@media(min-width:60rem){
main.game{grid-template:"header header" "choices act" "choices sitting" "choices purse" 1fr "below ." "rules ."
/minmax(0,1fr) 22rem;gap:.75rem 2rem;max-inline-size:84rem}
.play,form:has(.act){display:contents}[data-part=spin]{display:none}[data-part=choices]{grid-area:choices}
.act{grid-area:act;position:static;align-self:start;grid-template-columns:minmax(0,1fr);border:0}.act .result{grid-area:1/1}
.sitting{grid-area:sitting}.purse{grid-area:purse}
.rules{max-inline-size:48rem}.fold{display:none}.bar{min-block-size:0}.bar,.act .result{padding:0}.act .main{grid-area:6/1}
.game .choice input{scroll-margin-block-end:0}}
@media(max-height:32rem){.picks{max-block-size:25vh}.act legend{position:absolute;clip-path:inset(50%)}}
`
