/** The colours of the sandbox pages, by purpose, as hex: a part of the site's dark palette. */
export type SandboxColours = {
  surface: Record<'ground' | 'panel' | 'raised' | 'pressed' | 'field', string>
  line: Record<'hair' | 'edge' | 'field' | 'focus', string>
  ink: Record<'body' | 'soft' | 'faint', string>
  accent: Record<'fill' | 'fillOver' | 'ink' | 'text', string>
}

const shippedColours: SandboxColours = {
  surface: { ground: '#0f1618', panel: '#162023', raised: '#1e2a2e', pressed: '#2a393e', field: '#0b1113' },
  line: { hair: '#2a383c', edge: '#3b4c51', field: '#6f868c', focus: '#ffd0a8' },
  ink: { body: '#eef4f3', soft: '#b7c5c7', faint: '#94a6a9' },
  accent: { fill: '#f68b4d', fillOver: '#ff9f66', ink: '#23100a', text: '#f99a63' },
}

/** Inline style sheet of the sandbox pages: the sizes and type of the site, and its dark colours. */
export function stylesheet({ surface, line, ink, accent }: SandboxColours = shippedColours): string {
  return `:root{color-scheme:dark;
--ground:${surface.ground};--panel:${surface.panel};--raised:${surface.raised};--pressed:${surface.pressed};
--field:${surface.field};--hair:${line.hair};--edge:${line.edge};--line:${line.field};--focus:${line.focus};
--ink:${ink.body};--soft:${ink.soft};--faint:${ink.faint};--accent:${accent.fill};--over:${accent.fillOver};
--on:${accent.ink};--text:${accent.text};--good:#63cfa2;--goodsoft:#12302a;--bad:#ff8a93;--badsoft:#3a1d24;
--warn:#ecc75c;--warnsoft:#342c16}
${rules}`
}

const rules = `
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);
font:400 1rem/1.625 "Pretendard Variable",Pretendard,-apple-system,"Apple SD Gothic Neo","Noto Sans KR",
"Noto Sans CJK KR","Malgun Gothic",sans-serif;letter-spacing:-.01em;word-break:keep-all;overflow-wrap:anywhere}
main{max-inline-size:45rem;margin-inline:auto;padding:1.25rem 1rem 4.5rem}
main.narrow,main.plain{max-inline-size:35rem}
main.plain{padding-block-start:4rem}
h1{font-size:1.625rem;line-height:2.25rem;letter-spacing:-.025em;margin:0;text-wrap:balance}
p{margin:0;text-wrap:pretty}
p+p{margin-block-start:.75rem}
.maker{color:var(--soft);font-size:.9375rem}
.faint{color:var(--faint);font-size:.875rem;line-height:1.375rem}
.money{font-variant-numeric:tabular-nums;white-space:nowrap}
header{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:end;gap:.75rem 1.5rem;margin-block-end:1.25rem}
.balance{margin:0}
.balance dt{color:var(--soft);font-size:.875rem}
.balance dd{margin:0;font-size:1.625rem;line-height:2rem;font-weight:700;letter-spacing:-.03em}
.stage{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:.625rem;background:var(--panel);border-radius:.75rem;padding:.75rem}
.stage.two{grid-template-columns:minmax(0,1fr) auto minmax(0,1fr);align-items:center;text-align:center}
.stage svg{display:block;inline-size:100%;block-size:auto;border-radius:.5rem;background:var(--raised)}
.stage.two svg{max-inline-size:11rem;margin-inline:auto}
.stage figure{margin:0}
.stage figcaption{margin-block-start:.5rem;font-size:.9375rem;font-weight:600}
.figure{display:block;font-size:1.625rem;line-height:2rem;font-variant-numeric:tabular-nums}
.against{color:var(--faint);font-size:1.25rem;font-weight:700;padding-inline:.25rem}
.message{margin-block:.75rem 1.25rem;padding:.75rem 1rem;border-radius:.5rem;background:var(--raised)}
.message.good{background:var(--goodsoft)}
.message.good strong{color:var(--good)}
.message.bad{background:var(--badsoft)}
.message.bad strong{color:var(--bad)}
.message.warn{background:var(--warnsoft)}
.message.warn strong{color:var(--warn)}
form{margin:0}
fieldset{border:0;margin:0 0 1.25rem;padding:0;min-inline-size:0}
legend{padding:0;margin-block-end:.5rem;font-size:.9375rem;font-weight:600}
.three{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:.5rem}
button:not([hidden]),.button{display:inline-flex;align-items:center;justify-content:center;min-block-size:3rem;
inline-size:100%;padding:.25rem .75rem;border:1px solid transparent;border-radius:.5rem;background:var(--raised);
color:var(--ink);font:inherit;font-weight:700;text-align:center;text-decoration:none;cursor:pointer}
.button{inline-size:auto;padding-inline:1.25rem}
button.main{background:var(--accent);color:var(--on)}
button[disabled]{color:var(--faint);cursor:not-allowed}
@media(hover:hover){button:not([disabled]):hover,.button:hover{background:var(--pressed)}
button.main:not([disabled]):hover{background:var(--over)}}
.choice{position:relative;display:flex;flex-direction:column;align-items:center;justify-content:center;
min-block-size:4rem;padding:.5rem;border:1px solid var(--edge);border-radius:.5rem;cursor:pointer;text-align:center}
.choice input{position:absolute;inset:0;inline-size:100%;block-size:100%;margin:0;opacity:0;cursor:pointer}
.choice b{font-size:1rem;line-height:1.5rem}
.choice span{color:var(--soft);font-size:.875rem;line-height:1.375rem}
.choice:has(:checked){border-color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent)}
.choice:has(:checked) b::before{content:"✓ "}
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
dl.sum .total{border:0;align-items:baseline}
dl.sum .total dd{font-size:1.625rem;line-height:2rem;font-weight:700;letter-spacing:-.03em}
details{border-block-start:1px solid var(--hair);margin-block-start:1.25rem}
summary{min-block-size:3rem;padding-block:.6875rem;color:var(--soft);font-size:.9375rem;font-weight:600;cursor:pointer}
table{inline-size:100%;border-collapse:collapse;font-size:.9375rem}
td,th{padding-block:.5rem;border-block-end:1px solid var(--hair);text-align:start;font-weight:400}
td{text-align:end;font-variant-numeric:tabular-nums}
footer{display:grid;gap:.75rem;margin-block-start:1.25rem}
footer p+p{margin-block-start:0}
:focus-visible,.choice:has(:focus-visible){outline:2px solid var(--focus);outline-offset:2px}
@media(min-width:37.5rem){.balance{text-align:end}}
@media(min-width:60rem){main{padding-block-start:2.5rem}h1{font-size:2.125rem;line-height:2.875rem}}
@media(max-width:22.4375rem){.three{grid-template-columns:repeat(2,minmax(0,1fr))}}
@media(forced-colors:active){button,.button,.choice{border:1px solid ButtonText}.choice:has(:checked){outline:3px solid Highlight}}
`.trim()
