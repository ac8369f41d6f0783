import { base, component } from './layered'
import { light } from './palette'
import { tokens } from './tokens.css'

const { accent, bad, good, info, ink, line, surface, warn } = tokens
const paper = '#fff !important'
const important = (colour: string) => `${colour} !important`

function print(selector: string, rule: Parameters<typeof base>[1]): void {
  base(selector, { '@media': { print: rule } })
}

print('html, html [data-theme]', {
  colorScheme: 'light !important' as 'light',
  vars: {
    [surface.ground]: paper,
    [surface.panel]: paper,
    [surface.raised]: paper,
    [surface.field]: paper,
    [line.hair]: important(light.line.edge),
    [ink.body]: important('#000'),
    [ink.soft]: important(light.ink.soft),
    [ink.faint]: important(light.ink.soft),
    [accent.text]: important('#000'),
    [good.ink]: important(light.good.ink),
    [good.soft]: paper,
    [bad.ink]: important(light.bad.ink),
    [bad.soft]: paper,
    [warn.ink]: important(light.warn.ink),
    [warn.soft]: paper,
    [info.ink]: important(light.info.ink),
    [info.soft]: paper,
  },
})
print('body :not(:has(#main), #main, #main *)', { display: 'none !important' })
print('#main :is(nav, button, form[method=post], details:not([open]))', { display: 'none !important' })
print('body, body :has(#main)', {
  display: 'block !important',
  minBlockSize: 'auto !important',
  padding: '0 !important',
})
print('tr, figure, section > *', { breakInside: 'avoid' })

export const notPrinted = component({ '@media': { print: { display: 'none !important' } } })
export const printedOnly = component({ display: 'none', '@media': { print: { display: 'block' } } })
