import { dark, light, type Palette } from '~/ui/palette'
import rules from './sandbox.css?raw'

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
