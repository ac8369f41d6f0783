import { dark, light, type Palette } from '~/ui/palette'

export type SandboxColours = Record<'dark' | 'light', Palette>

export function stylesheet({ dark, light }: SandboxColours = shipped): string {
  return `:root{color-scheme:dark;${variables(dark)}}
:root[data-theme=light]{color-scheme:light;${variables(light)}}
@media(prefers-color-scheme:light){:root:not([data-theme]){color-scheme:light;${variables(light)}}}
${rules}`
}

const shipped: SandboxColours = { dark, light }

function variables({ surface, line, ink, accent, good, bad, warn }: Palette): string {
  return `--ground:${surface.ground};--panel:${surface.panel};--raised:${surface.raised};--pressed:${surface.pressed};
--field:${surface.field};--hair:${line.hair};--edge:${line.edge};--line:${line.field};--focus:${line.focus};
--ink:${ink.body};--soft:${ink.soft};--faint:${ink.faint};--accent:${accent.fill};--over:${accent.fillOver};
--on:${accent.ink};--mark:${accent.line};--good:${good.ink};--goodsoft:${good.soft};--bad:${bad.ink};
--badsoft:${bad.soft};--warn:${warn.ink};--warnsoft:${warn.soft}`
}

// Pages that link here opt in to view transitions. Without this rule, browsers report an unhandled rejection.
const rules = `
@view-transition{navigation:auto}
@media(prefers-reduced-motion:reduce){::view-transition-group(*){animation:none!important}
::view-transition-old(*),::view-transition-new(*){animation:none!important}}
*{box-sizing:border-box}
html{-webkit-tap-highlight-color:transparent;-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--ink);
font:400 1rem/1.625 "Pretendard Variable",Pretendard,-apple-system,"Apple SD Gothic Neo","Noto Sans KR",
"Noto Sans CJK KR","Malgun Gothic",sans-serif;letter-spacing:-.01em;word-break:keep-all;overflow-wrap:anywhere}
:lang(th),:lang(zh),:lang(ja){word-break:normal}
.hidden{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
main{max-inline-size:45rem;margin-inline:auto;padding:1.25rem 1rem 4.5rem}
main.narrow,main.plain{max-inline-size:35rem}
main:is(.narrow,.plain){inline-size:100%}
.brand{display:flex;align-items:center;gap:.625rem;inline-size:100%;max-inline-size:35rem;margin-inline:auto;padding:1rem;
font-size:1.25rem;font-weight:800}
.brand img{border-radius:.5rem;box-shadow:0 0 0 1px var(--edge)}
@media(min-width:48rem){body:has(.narrow,.plain){display:grid;align-content:center;min-block-size:100dvh}
.brand{padding-inline:2.5rem}main:is(.narrow,.plain){padding:2.5rem;border-radius:1rem;background:var(--panel)}}
h1{font-size:1.625rem;line-height:2.25rem;letter-spacing:-.025em;margin:0;text-wrap:balance}
p{margin:0;text-wrap:pretty}
p+p{margin-block-start:.75rem}
.faint{color:var(--faint);font-size:.875rem;line-height:1.375rem}
.money{font-variant-numeric:tabular-nums;white-space:nowrap}
header{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:end;gap:.75rem 1.5rem;margin-block-end:1.25rem}
.message{margin-block:.75rem 1.25rem;padding:.75rem 1rem;border-radius:.5rem;background:var(--raised)}
.message.good{background:var(--goodsoft)}
.message.done{display:flex;align-items:center;gap:.75rem}
.message.done::before{content:"\\2713"/"";flex:none;inline-size:2rem;border-radius:1rem;background:var(--good);
color:var(--panel);font-weight:800;line-height:2rem;text-align:center}
.message.bad{background:var(--badsoft)}
.message.bad strong{color:var(--bad)}
form{margin:0}
fieldset{border:0;margin:0 0 1.25rem;padding:0;min-inline-size:0}
legend{padding:0;margin-block-end:.5rem;font-size:.9375rem;font-weight:600}
button,.button{display:inline-flex;align-items:center;justify-content:center;min-block-size:3rem;
inline-size:100%;padding:.25rem .75rem;border:1px solid transparent;border-radius:.5rem;background:var(--raised);
color:var(--ink);font:inherit;font-weight:700;text-align:center;text-decoration:none;cursor:pointer}
.button{inline-size:auto;padding-inline:1.25rem}
main:is(.narrow,.plain) .button{inline-size:100%}
.main{background:var(--accent);color:var(--on)}
a.later{border-color:var(--hair);background:none;color:var(--soft)}
.danger{background:var(--badsoft);color:var(--bad)}
button:active,.button:active{background:var(--pressed)}.main:active{background:var(--over)}
@media(hover:hover){button:hover,.button:hover{background:var(--pressed)}.main:hover{background:var(--over)}}
p.field{margin-block:0 1.25rem}
.field label{display:block;margin-block-end:.5rem;font-size:.9375rem;font-weight:600}
.field input{inline-size:100%;min-block-size:3.25rem;padding-inline:1rem;border:1px solid var(--line);
border-radius:.5rem;background:var(--field);color:var(--ink);font:inherit}
.field input[inputmode=numeric]{font-size:1.25rem;font-variant-numeric:tabular-nums}
.field input[aria-invalid=true]{border:2px solid var(--bad)}
.field small{display:block;margin-block-start:.5rem;font-size:.875rem;line-height:1.375rem;color:var(--faint)}
.field small.wrong{color:var(--bad);font-weight:500}
.pair{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:.5rem}
dl.sum{margin:0 0 1.25rem;font-size:.9375rem}
dl.sum div{display:flex;justify-content:space-between;gap:1rem;padding-block:.625rem;border-block-end:1px solid var(--hair)}
dl.sum dt{color:var(--soft)}
dl.sum dd{margin:0;font-weight:600;text-align:end}
dl.sum small{margin-inline-start:2px;font-size:57%;font-weight:500}
dl.sum .total{border:0;align-items:baseline}
dl.sum .total dd{font-size:1.625rem;line-height:2rem;font-weight:700;letter-spacing:-.03em}
details{border-block-start:1px solid var(--hair);margin-block-start:1.25rem}
summary{min-block-size:3rem;padding-block:.6875rem;color:var(--soft);font-size:.9375rem;font-weight:600;cursor:pointer}
table{inline-size:100%;border-collapse:collapse;font-size:.9375rem}
td,th{padding-block:.5rem;border-block-end:1px solid var(--hair);text-align:start;font-weight:400}
td{text-align:end;font-variant-numeric:tabular-nums}
footer{display:grid;gap:.75rem;margin-block-start:1.25rem}
footer p+p{margin-block-start:0}
footer a{display:inline-block;padding-block:.6875rem;color:var(--soft);font-size:.9375rem}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
@media(min-width:60rem){main{padding-block-start:2.5rem}h1{font-size:2.125rem;line-height:2.875rem}}
@media(forced-colors:active){button,.button{border:1px solid ButtonText}}
`.trim()
