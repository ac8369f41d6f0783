export const gameStyles = `
main.game{--stop:0s;display:grid;gap:.75rem;max-inline-size:34rem;padding:.5rem 1rem 2rem}
.game header{gap:0 1rem;margin:0}
.name{flex:1 1 8rem;min-inline-size:0;display:flex;flex-wrap:wrap;align-items:baseline;column-gap:.5rem}
.back{flex-basis:100%;display:inline-flex;align-items:center;min-block-size:2.75rem;color:var(--soft);
font-size:.875rem;text-decoration:none}.back::before{content:"‹ ";white-space:pre;font-size:1.25rem}
.back:active{color:var(--ink)}.game h1{font-size:1.25rem;line-height:1.75rem}
.maker{order:1;color:var(--soft);font-size:.8125rem;line-height:1.25rem}
.sitting{display:flex;gap:.25rem;margin:.5rem 0 0;color:var(--soft);font-size:.8125rem;line-height:1.25rem;
font-variant-numeric:tabular-nums}.sitting dd{margin:0 .75rem 0 0;color:var(--ink)}
.balance{margin:0 0 0 auto;text-align:end}.balance dt{color:var(--soft);font-size:.8125rem;line-height:1.25rem}
.balance dd{position:relative;margin:0;font-size:1.25rem;line-height:1.75rem;font-weight:700;letter-spacing:-.02em}
.balance dd::before{content:attr(data-before);position:absolute;inset-inline-end:0;opacity:0}
.result{display:flex;flex-direction:column;justify-content:center;min-block-size:3.75rem;text-align:center}
.result b{font-size:1.0625rem;line-height:1.5rem;white-space:pre-line}.act .result{margin-block-end:.5rem}
.parts>span{display:inline-block;white-space:pre-wrap}.result.bad :is(b,span){color:var(--bad)}
.result .sum{color:var(--good);font-size:1.625rem;line-height:2rem;font-variant-numeric:tabular-nums}
.sum [class]{display:inline-block;block-size:1em;inline-size:1ch;line-height:1;overflow:hidden;vertical-align:-.12em;font-style:normal}
.sum [class]::before{content:"0\\A 1\\A 2\\A 3\\A 4\\A 5\\A 6\\A 7\\A 8\\A 9";display:block;white-space:pre;transform:translateY(var(--up))}
.i0{--up:0}${[...Array(9).keys()].map((index) => `.i${index + 1}{--up:-${index + 1}em}`).join('')}
.game fieldset{margin:0 0 .75rem}
.game legend{color:var(--soft);font-size:.875rem;line-height:1.375rem;margin-block-end:.375rem}
.stakes{display:grid;grid-template-columns:repeat(auto-fit,minmax(2.75rem,1fr));gap:.25rem}
.stakes .choice{padding-inline:0}.game .stakes b{font-size:.8125rem;letter-spacing:-.03em;white-space:nowrap}
.choice{position:relative;display:flex;flex-direction:column;align-items:center;justify-content:center;min-block-size:2.75rem;
padding:.25rem;border:1px solid var(--edge);border-radius:.5rem;text-align:center;font-variant-numeric:tabular-nums}
.choice input{position:absolute;inset:0;inline-size:100%;block-size:100%;margin:0;opacity:0;cursor:pointer;
scroll-margin-block-end:6rem}.choice b{font-size:.9375rem;line-height:1.375rem}
.choice span{color:var(--soft);font-size:.8125rem;line-height:1.25rem}.choice:active{background:var(--pressed)}
.choice:has(:checked){border-color:var(--mark);box-shadow:inset 0 0 0 1px var(--mark);background:var(--raised)}
.choice:has(:disabled){border-style:dashed;color:var(--faint)}.choice:has(:disabled) input{cursor:default}
.choice:has(:focus-visible){outline:2px solid var(--focus);outline-offset:2px}
.act{position:sticky;inset-block-end:0;z-index:1;padding-block:.5rem calc(.5rem + env(safe-area-inset-bottom));background:var(--ground)}
.act fieldset{margin-block-end:.5rem}.act button{min-block-size:3.5rem;font-size:1.125rem}
.act .main{flex-direction:column}.act .main small{font-size:.75rem;line-height:1rem;font-weight:400}
.act button:active{transform:translateY(1px)}
[data-busy] .act button,.act button:disabled{background:var(--raised);color:var(--soft);cursor:default}
.purse{display:grid;gap:.5rem;margin-block-start:.5rem}.purse p+p{margin:0}
.game h2{margin:1.25rem 0 .25rem;font-size:1rem;line-height:1.5rem}.game :is(footer,table+p){margin-block-start:.75rem}
.below:empty{display:none}
@media(orientation:portrait) and (max-width:47rem){.game .stakes b{font-size:clamp(.8125rem,3.6vi,.9375rem)}}
@media(min-width:60rem),(orientation:landscape) and (max-height:32rem){
.game header{grid-area:header}.stage{grid-area:stage;align-self:start}
.play{grid-area:play}.rules{grid-area:rules}.below{grid-area:below}.rules h2{margin-block-start:0}}
@media(min-width:60rem){main.game{grid-template:"header header" "stage play" "stage rules" 1fr/minmax(0,1fr) 22rem;
gap:1.25rem 2rem;max-inline-size:68rem;padding:1rem 2rem 2rem}
.game h1{font-size:1.625rem;line-height:2.25rem}.stage{position:sticky;inset-block-start:1rem}}
@media(orientation:landscape) and (max-height:32rem){main.game{
grid-template:"header header" "stage play" "stage rules" "stage below" 1fr/minmax(0,1fr) minmax(15rem,1fr);
gap:.25rem 1rem;padding:.25rem .75rem 1rem;max-inline-size:none}.game header{align-items:center}.back{flex-basis:auto}
.balance dt{position:absolute;clip-path:inset(50%)}.game h1{font-size:1rem}.result{min-block-size:2.75rem}
.result .sum{font-size:1.25rem;line-height:1.625rem}.game fieldset{margin-block-end:.25rem}
.stage{position:sticky;inset-block-start:.25rem}}
@media(forced-colors:active){.choice:has(:checked){outline:3px solid Highlight}.act button{border:2px solid ButtonText}}
@media(prefers-reduced-motion:no-preference){
.fresh .result>*,.fresh .balance span,.fresh .sitting span{animation:appear 80ms var(--stop) backwards}
.fresh .balance dd::before{animation:leave 80ms var(--stop) backwards}
.fresh .sum i:not(:last-of-type){animation:appear .25s calc(var(--stop) + .15s) backwards}
.fresh .sum [class]::before{animation:count .8s cubic-bezier(.2,.7,.2,1) var(--stop) backwards}}
@media(prefers-reduced-motion:no-preference){[data-busy]:not(.fresh) .stage{animation:wait .45s .15s infinite alternate}
.fresh[data-busy] .act button{background:linear-gradient(var(--mark),var(--mark)) 0 100%/100% .25rem no-repeat var(--raised);
animation:rest var(--pace) linear}}
@keyframes rest{from{background-size:0 .25rem}}
@keyframes wait{to{opacity:.55}}
@keyframes appear{from{opacity:0}}
@keyframes leave{from{opacity:1}}
@keyframes count{from{transform:translateY(0)}}
`.trim()
