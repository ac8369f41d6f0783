import { betLineStyles } from '../bet-line'

export const baccaratStyles = `
main.game{--stop:.7s}main.game:has(.card:nth-child(3)){--stop:1.3s}
.bets{display:grid;grid-template-columns:repeat(auto-fit,minmax(5rem,1fr));gap:.5rem}
.table{background:var(--panel);border-radius:.75rem;overflow:hidden}
.felt{position:relative;display:grid;grid-template-columns:repeat(auto-fit,minmax(min(7.5rem,100%),1fr));
gap:.5rem;padding:.75rem;overflow:hidden}
.felt>svg{position:absolute;inline-size:100%;block-size:100%}
.hand{position:relative;padding:.375rem;border-radius:.5rem}
${betLineStyles(3)}
@media(min-height:44.01rem){form:not(:has([name=choice]:checked)) .result{min-block-size:6.75rem}
.result.ready~* .slip{margin-block-start:4.25rem}}
.hand.hit{box-shadow:0 0 0 2px #fbf8f1}.felt:has(.hit) .hand:not(.hit) .cards{opacity:.6}
.win .hand.hit{box-shadow:0 0 0 3px var(--accent),0 0 1.5rem var(--accent)}
.hand p{display:flex;align-items:center;gap:.375rem;margin-block-end:.5rem;padding:.125rem .5rem;border-radius:.375rem;
background:var(--panel);font-size:.9375rem;line-height:1.375rem;font-weight:600}
.hand p span{flex:1;min-inline-size:0}.hand p b{font-size:1.375rem;line-height:1.75rem;font-variant-numeric:tabular-nums}
.cards{display:grid;grid-template-columns:repeat(3,minmax(0,9rem));gap:.25rem}
.card{display:block;inline-size:100%;block-size:auto;filter:drop-shadow(0 1px 2px rgb(0 0 0/.4))}
.card rect{fill:#fbf8f1}.card.red{fill:#b3243a}.card.black{fill:#1b242a}
.card text{font:700 22px/1 sans-serif;text-anchor:middle;letter-spacing:-.06em}
.bead{display:inline-grid;place-items:center;flex:none;inline-size:1.25rem;block-size:1.25rem;border-radius:50%;color:#fff;
font:700 .75rem/1 sans-serif}
.bead.player{background:#1c5b97}.bead.banker{background:#b3243a}.bead.tie{background:#0c6b4a}
.choice .bead{margin-block-end:.125rem}
.shoe{display:flex;gap:.75rem;align-items:center;padding:.625rem .75rem;font-size:.875rem;line-height:1.375rem}
.shoe>svg{flex:none;inline-size:2.25rem;block-size:auto}
.shoe p{flex:1}.shoe span{color:var(--soft)}
.left{display:block;inline-size:100%;block-size:.375rem;margin-block-start:.25rem;fill:var(--pressed);border-radius:.1875rem}
.left .rest{fill:var(--soft)}.left .cut{fill:var(--accent)}
.road{display:grid;grid-auto-flow:column;grid-template-rows:repeat(6,1fr);grid-auto-columns:minmax(0,var(--bead));gap:.125rem;
--bead:1.375rem;--pitch:calc(var(--bead) + .125rem);margin-block:1.25rem;padding:.75rem;border-radius:.75rem;
padding-inline:calc(.75rem + mod(100% - 1.375rem,var(--pitch))/2);
background:radial-gradient(circle at calc(var(--bead)/2) calc(var(--bead)/2),var(--raised) calc(var(--bead)*.47),#0000 calc(var(--bead)*.5))
0 0/var(--pitch) var(--pitch) content-box,linear-gradient(var(--panel),var(--panel))}
.road .bead{inline-size:100%;block-size:auto;aspect-ratio:1}
@media(max-height:44rem){.slip{display:none}form:has([name=choice]:checked) .result.ready{position:static}}
@media(min-width:60rem){main.game{grid-template:"header header" "stage play" "below play" "rules play" 1fr/minmax(0,1fr) 24rem;
max-inline-size:84rem}.stage{position:static}.felt{padding:1.5rem;gap:1rem}.hand{padding:.75rem}
.road{--bead:2.25rem;margin-block:0}}
@media(prefers-reduced-motion:no-preference){
.fresh .card{animation:deal .3s cubic-bezier(.2,.7,.3,1) backwards}.fresh .hand+.hand .card{animation-delay:.12s}
.fresh .card:nth-child(2){animation-delay:.24s}.fresh .hand+.hand .card:nth-child(2){animation-delay:.36s}
.fresh .card:nth-child(3){animation-delay:.7s}.fresh .hand+.hand .card:nth-child(3){animation-delay:1s}
.fresh .hand p b{animation:appear 80ms var(--stop) backwards}.fresh .hit{animation:mark .3s var(--stop) backwards}
.fresh .felt:has(.hit) .hand:not(.hit) .cards{animation:dim .3s var(--stop) backwards}
@keyframes mark{from{box-shadow:none}}
@keyframes dim{from{opacity:1}}
@keyframes deal{from{opacity:0;transform:translate(2rem,3rem) rotateY(80deg)}}
}
@media(forced-colors:active){.bead{forced-color-adjust:none}.hand.hit{outline:3px solid Highlight}}
`
