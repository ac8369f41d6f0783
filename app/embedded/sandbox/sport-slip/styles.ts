import { stakes } from '../payout'
import { openFixtureCount, sides } from './rules'

const fixtures = [...Array(openFixtureCount).keys()]
const chosenSides = fixtures.flatMap((index) =>
  sides.map((side) => `form:has(#c${index}${side}:checked) :is(#s${index}${side},#f${index}){display:grid}`),
)
const several = fixtures.map(
  (index) => `form:has(.match:nth-child(${index + 1}) :checked):has(.match:nth-child(n+${index + 2}) :checked)`,
)
const changed = ':has(.dropped :checked)'
const picked = '[name^=choice]:not([value=""]):checked'
const folded = '.act:not(:has(#fold:checked,.dropped :checked))'
const staked = stakes.map(
  (stake) => `form:has(${picked}):has([name=stake][value="${stake}"]:checked) .act:not(${changed}) .of${stake}`,
)
/** The slip's rows: title, dropped picks, picks, the total odds of several, stake, button. */
const unfolded = `--total:none;padding-block-start:.5rem;:is(${several.join()}) &{--total:flex}.head{display:block}
.total{justify-content:space-between;align-items:center;grid-area:5/1/auto/-1;padding-block:.5rem}.total b{font-size:1.25rem}.stale{grid-area:5/1/auto/-1}
.main{grid-area:7/1/auto/-1}`
/** Matches windows with room for the slip beside the matches. */
const wide = '((min-width:60rem) or ((min-width:47.5rem) and (min-height:32.01rem)))'
const stale = ':has([name^=choice]:checked:not([checked]))'

export const sportSlipStyles = `
main.game{grid-template:"header" "stage" "play" "below" "rules"/minmax(0,1fr)}.stage{display:none}
.purse [value=leave]{inline-size:auto;min-block-size:2.75rem;padding:0;background:none;color:var(--soft);
font-size:.875rem;font-weight:400;text-decoration:underline;text-underline-offset:.25em}
.fixtures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(20rem,100%),1fr));gap:0 1.5rem;
align-items:start}.match{display:grid;gap:.25rem;padding-block:.5rem .75rem;border-block-end:1px solid var(--hair)}
.match p{display:flex;align-items:center;gap:.375rem;margin:0;color:var(--soft);font-size:.8125rem;line-height:1.25rem}
.match time{font-weight:600;color:var(--ink);font-variant-numeric:tabular-nums}.bets{display:grid;grid-auto-flow:column;
grid-auto-columns:minmax(0,1fr);gap:.375rem}.match .choice{padding:.125rem;background:var(--panel)}
.match .choice span{font-size:.875rem}.match .choice b{font-size:1rem;line-height:1.25rem}
.match .choice:has(:checked){border-color:var(--ink);box-shadow:none;background:var(--ink);color:var(--ground)}
.match .choice:has(:checked) span,.own span{color:inherit}.match .own{border-style:solid;border-color:var(--good);
background:var(--goodsoft);color:var(--good)}.game .choice input{scroll-margin-block-end:6rem}
.match svg{inline-size:1rem;block-size:1rem;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;
stroke-linejoin:round}.over{margin:0;padding-block:.625rem;border-block-end:1px solid var(--hair)}
.over.paid{margin-block:.375rem;padding-inline:.75rem;border:0;border-radius:.5rem;
box-shadow:inset 0 0 0 2px var(--mark)}.act{display:grid;grid-template-columns:minmax(0,1fr) auto 2.75rem;gap:0 .5rem;
margin-inline:-1rem;padding:0 1rem env(safe-area-inset-bottom);border-radius:.75rem .75rem 0 0;
background:var(--raised)}.act>[data-part=slip]{display:contents}:is(.head,.dropped,.picks,.quote){grid-column:1/-1}
.act fieldset{grid-area:6/1/auto/-1}.head{grid-row:1;font-weight:700;line-height:2.75rem}.dropped{grid-row:2}
.picks{grid-row:4}.quote{grid-row:8}.act .result{grid-area:7/1;align-self:center;min-inline-size:0;
min-block-size:3rem;margin:0;padding:.25rem 0;text-align:start;font-size:.875rem}.act .result .sum{font-size:1.125rem;
line-height:1.5rem}.act .result b{line-height:1.25rem}.act .result .faint{font-size:.8125rem;line-height:1.125rem}
form:has(${picked}) .result{position:absolute;clip-path:inset(50%)}.act .result:is(.bad,.early){position:static;
grid-area:3/1/auto/-1;clip-path:none;padding:.5rem 0 0}.picks,.dropped{max-block-size:40vh;overflow:auto}
.dropped{max-block-size:25vh;margin-block:.5rem;padding:.5rem .75rem;border-radius:.5rem;background:var(--warnsoft);
font-size:.9375rem;line-height:1.375rem}.dropped:not(:has(:checked)){display:none}.dropped b{color:var(--warn)}
.dropped p{margin:.125rem 0 0}.picks p,.picks b{display:none}.picks p{grid-template-columns:1.75rem minmax(0,1fr) auto;
align-items:center;gap:0 .5rem;margin:0;padding-block:.375rem;border-block-end:1px solid var(--hair);
line-height:1.375rem}.picks span{grid-area:2/2;color:var(--soft);font-size:.8125rem;line-height:1.25rem}
.picks b{grid-area:1/2/3/4;grid-template:subgrid/subgrid}
.picks i{font-style:normal}.picks i+i{grid-area:1/2/3/3;align-self:center}
.act .picks .choice{grid-area:1/1/3/2;border:0;color:var(--soft);font-size:1.25rem}
.act :is(.total,.stale){grid-area:7/1;align-self:center;margin:0;font-size:.8125rem;
line-height:1.25rem}.act :is(.total,.stale,.head),[data-part=action] span{display:none}.total span{color:var(--soft)}
.total b{display:block;font-size:1.125rem;line-height:1.5rem;font-variant-numeric:tabular-nums}
.main small{display:block}.fold{grid-area:7/3;display:grid;place-items:center;align-self:center;
block-size:2.75rem;border:1px solid var(--edge);border-radius:.5rem}.fold input,.fold::after{grid-area:1/1}
.fold input{inline-size:100%;block-size:100%;margin:0;opacity:0;cursor:pointer}
.fold:not(:has(:checked))::before{content:"";position:absolute;inset:auto 0 0;block-size:4rem}
.fold::after{content:"";translate:0 .1875rem;rotate:45deg;inline-size:.625rem;block-size:.625rem;pointer-events:none;
border:solid var(--soft);border-width:2px 0 0 2px}.fold:has(:checked){grid-row:1}
.fold:has(:checked)::after{translate:0 -.1875rem;rotate:225deg}
.fold:has(:focus-visible){outline:2px solid var(--focus);outline-offset:2px}
.act .main{position:relative;grid-area:7/2;inline-size:auto;min-inline-size:7rem;min-block-size:3rem;
margin-block:.5rem;font-size:1rem;line-height:1.25rem;font-variant-numeric:tabular-nums}.quote{display:none}
.act .result.receipt{grid-area:1/1/auto/-1;gap:.25rem;padding:.75rem 0 .25rem}.receipt>b{font-size:1.125rem}
.receipt>b::before{content:"✓"/"";display:inline-grid;place-items:center;inline-size:1.5rem;block-size:1.5rem;
margin-inline-end:.5rem;border-radius:50%;background:var(--good);color:var(--ground);font-size:1rem}
.receipt .pair{margin-block-start:.5rem}.receipt .button{border:1px solid var(--edge);background:none}
.placed{margin-inline-start:auto;color:var(--good)}.line{display:flex;
flex-wrap:wrap;justify-content:space-between;gap:0 .75rem;font-size:.9375rem}.line span{color:var(--soft)}
form:not(:has(${picked})) .act :is(fieldset,.quote),form:not(:has(${picked},.dropped :checked)) .main{display:none}
form:not(:has(${picked})) :is(.result,.main){grid-column:1/-1}.act${changed} .result:not(.bad,.early){display:none}
form:has(${picked}) .act .total{display:var(--total,block)}${chosenSides.join('')}
@media not ${wide}{.act:not(:has(#fold:checked)) :is(.picks,fieldset,.quote){display:none}
.play{display:flex;flex-flow:row wrap;align-items:center;justify-content:space-between;column-gap:1rem}
form:has(.act){flex:1 0 100%;display:flex;flex-direction:column}.play>*{margin-block:0}
form:has(.act){min-block-size:calc(100dvh - 7rem)}.act{margin-block-start:auto}
form:has(${picked}) .act:has(#fold:checked){${unfolded}}}form:not(:has(${picked})) .fold{display:none}
@media(scripting:none){.quote{display:block}form${stale} .act :is(.total,.main small){display:none}
form${stale}:has(${picked}) .act .stale{display:block}}
${[...staked, `${changed} .seen`].join()}{display:inline}@media${wide}{
main.game{grid-template:"header header" "sitting purse" "choices act" "below act" "rules act" 1fr
/minmax(0,1fr) 22rem;gap:.75rem 2rem;max-inline-size:84rem}.play,form:has(.act){display:contents}
.game header{grid-area:header}.below{grid-area:below}.rules{grid-area:rules;max-inline-size:48rem}
[data-part=spin]{display:none}[data-part=choices]{grid-area:choices}.act{grid-area:act;inset-block:1rem auto;align-self:start;
margin:0;padding:.5rem 1.25rem .75rem;border-radius:.75rem;background:var(--panel);${unfolded}}.act .result{grid-row:3}
form:not(:has(${picked})) .receipt~* .head{display:none}
.sitting{grid-area:sitting;align-items:center;margin:0}.purse{grid-area:purse;justify-items:end;margin:0}
.fold{display:none}.game .choice input{scroll-margin-block-end:0}}
.sitting{flex:1}@media(max-width:47.49rem) and (min-height:32.01rem){form:has(${picked}) ${folded}{
fieldset{display:block;margin-block:.5rem 0}legend{position:absolute;clip-path:inset(50%)}
.stakes{grid-template-columns:repeat(6,minmax(0,1fr));gap:.25rem}}
form:has(${picked}):not(${several.join()}) ${folded}{.total{display:none}.picks{display:block;grid-area:7/1}.picks p{border:0}}}
@media(min-width:47.5rem) and (min-height:52rem){main.game{grid-template-areas:"header header" "sitting purse"
"choices act" "choices below" "choices rules"}}
@media(min-height:32.01rem){.sitting,.purse{order:-1}.stakes{grid-template-columns:repeat(3,minmax(0,1fr));gap:.5rem}}
@media(max-height:32rem){.act .result.receipt{flex-flow:row wrap;align-items:center;column-gap:2rem;padding:.25rem 0 .5rem}
.receipt .pair{order:1;margin:0 0 0 auto}.receipt .button{min-block-size:2.5rem}.receipt .line{order:2;flex:1 1 40%}
main.game{padding-inline:1rem}form:has(.act){min-block-size:calc(100dvh - 4rem)}.picks{max-block-size:18vh}
.act .main{min-block-size:2.75rem;margin-block:.25rem}
.act .main small,.total b{display:inline}legend{position:absolute;clip-path:inset(50%)}.match{padding-block:.375rem .5rem}}
@media(min-width:47.5rem) and (max-width:59.99rem) and (max-height:32rem){
.sitting,.purse{order:-1}form:has(.act){min-block-size:calc(100dvh - 5.5rem)}.purse [value=leave]{min-block-size:1.5rem}
${folded}{grid-template-columns:minmax(0,1fr) auto auto 2.75rem}
form:has(${picked}) ${folded} fieldset{display:block;grid-area:7/2;align-self:center;margin:0}
.stakes{grid-template-columns:repeat(6,auto)}.stakes .choice{padding-inline:.375rem}
${folded} .main{grid-area:7/3}${folded} .fold{grid-area:7/4}
form:has(${picked}):not(${several.join()}) ${folded}{.total{display:none}.picks{display:block;grid-area:7/1;margin-inline-end:.5rem}.picks p{border:0}}}
`
