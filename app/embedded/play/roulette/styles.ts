import { betLineStyles } from '../bet-line'

/** Styles of the roulette table. Numbers keep their colours in both themes, and their words say them. @param bets how many there are */
export const rouletteStyles = (bets: number) => `
main.game{--stop:2.6s}
.table{position:relative;display:grid;justify-items:center;gap:.5rem;padding:.75rem;border-radius:.75rem;background:var(--panel)}
.wheel{display:block;inline-size:min(100%,11rem);block-size:auto}
.wheel path.red{fill:#a8203a}.wheel path.black{fill:#1b242a}.wheel path.green{fill:#0c6b4a}
.wheel text{fill:#fbf8f1;font:600 9px/1 sans-serif;text-anchor:middle}
.wheel .disc>path[class]{stroke:#fbf8f1;stroke-width:.5}
.ball circle{fill:#fbf8f1;stroke:#1b242a}
.red,.black,.green{--pocket:#a8203a}.black{--pocket:#1b242a}.green{--pocket:#0c6b4a}
.pocket{position:absolute;inset-block-start:.75rem;inset-inline-start:.75rem;display:grid;place-items:center;
min-inline-size:3.25rem;block-size:3.25rem;
border-radius:.5rem;background:var(--pocket);color:#fff;font-size:1.625rem;font-weight:700;font-variant-numeric:tabular-nums}
.win .pocket{box-shadow:0 0 0 3px var(--accent)}
.latest{display:flex;gap:.25rem;max-inline-size:100%;overflow:hidden}
.latest i{flex:none;inline-size:1.75rem;padding-block:.125rem;border-radius:.25rem;background:var(--pocket);color:#fff;font-style:normal;
font-size:.8125rem;line-height:1.25rem;text-align:center;font-variant-numeric:tabular-nums}
.groups,.numbers{display:grid;gap:.375rem}
.groups{grid-template-columns:repeat(6,minmax(0,1fr))}.groups .choice{grid-column:span 3;flex-direction:row;gap:.5rem}
.groups .choice:nth-child(n+7){grid-column:span 2;flex-direction:column;gap:0}
.groups :is(.red,.black) b::before{content:"";display:inline-block;inline-size:.75rem;block-size:.75rem;margin-inline-end:.375rem;
border:1px solid #fbf8f1;border-radius:.125rem;background:var(--pocket)}
.numbers{grid-template-columns:repeat(6,minmax(0,1fr));margin-block-start:.75rem}
.numbers .choice{background:var(--pocket);color:#fff;border-color:transparent}
.numbers .choice:has(:checked){background:var(--pocket);border-color:var(--ground);box-shadow:0 0 0 3px var(--mark)}
.numbers .green{grid-column:1/-1}
.game .choice input{scroll-margin-block-end:14rem}
${betLineStyles(bets)}
@media(max-height:44rem){.slip{display:none}.wheel{inline-size:min(100%,9rem)}}
@media(min-width:48rem){.wheel{inline-size:min(100%,18rem)}}
@media(min-width:60rem){.wheel{inline-size:min(100%,34rem,100vh - 17rem)}.game .choice input{scroll-margin-block-end:0}}
@media(orientation:landscape) and (max-height:32rem){.wheel{inline-size:min(100%,9rem)}}
@media(prefers-reduced-motion:no-preference){
.turning .disc{animation:disc 2.6s cubic-bezier(.15,.6,.25,1) backwards}
.turning .ball{animation:ball 2.6s cubic-bezier(.2,.5,.2,1) backwards}
.fresh .pocket,.fresh .latest i:first-child{animation:appear 80ms var(--stop) backwards}
[data-busy]:not(.fresh) .stage{animation:none}[data-busy]:not(.fresh) .disc{animation:around 4s linear infinite}
@keyframes disc{from{rotate:-300deg}}@keyframes ball{from{rotate:1500deg}}@keyframes around{to{rotate:360deg}}}
@media(forced-colors:active){.numbers .choice,.pocket,.latest i{forced-color-adjust:none}}
`
